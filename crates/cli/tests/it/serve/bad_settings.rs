//! Settings that make no sense: one sentence that names the culprit, and no start.

use crate::process::Place;

#[test]
fn a_misspelt_setting_is_answered_with_the_one_that_was_meant() {
    let place = Place::new();
    for (written, meant) in [
        ("[server]\nlisen = \"127.0.0.1:1\"\n", "server.listen"),
        ("listen = \"127.0.0.1:1\"\n", "server.listen"),
        ("[api.limit]\nbody_bytes = 5\n", "api.limits.body_bytes"),
        ("[api.plans.pro]\nrequest_per_second = 5\n", "api.plans.pro.requests_per_second"),
        ("[api.sign_up]\nmode = \"open\"\n", "api.signup.mode"),
    ] {
        place.write("brimful.toml", written);
        let sentence = place.refusal(&["config", "show"]);
        assert!(sentence.starts_with("brimful.toml sets "), "{sentence}");
        assert!(sentence.ends_with(&format!("which is no setting. Did you mean {meant}?")), "{sentence}");
    }
}

#[test]
fn a_setting_like_no_other_gets_no_guess() {
    let place = Place::new();
    place.write("brimful.toml", "zzz = 1\n");
    assert_eq!(place.refusal(&["config", "show"]), "brimful.toml sets zzz, which is no setting.");
}

#[test]
fn an_unknown_variable_is_named() {
    let place = Place::new().with("BRIMFUL_SERVER__LISTN", "127.0.0.1:1");
    let sentence = place.refusal(&["serve", "--data", "data"]);
    assert_eq!(
        sentence,
        "BRIMFUL_SERVER__LISTN sets server.listn, which is no setting. Did you mean server.listen?"
    );
    assert!(!place.path("data").exists());
}

#[test]
fn a_value_of_the_wrong_type_is_named() {
    let place = Place::new();
    place.write("brimful.toml", "[server]\nlisten = 5\n");
    assert_eq!(
        place.refusal(&["config", "show"]),
        "brimful.toml sets server.listen to a value it cannot have: invalid type: integer `5`, expected a string"
    );
    let place = Place::new().with("BRIMFUL_API__SIGNUP__MODE", "opn");
    let sentence = place.refusal(&["config", "show"]);
    assert!(sentence.contains("BRIMFUL_API__SIGNUP__MODE sets api.signup.mode"), "{sentence}");
    assert!(sentence.contains("`open`, `invite`, `closed`"), "{sentence}");
    let place = Place::new().with("BRIMFUL_API__LIMITS__BODY_BYTES", "much");
    assert!(place.refusal(&["config", "show"]).contains("api.limits.body_bytes"));
}

#[test]
fn broken_toml_is_reported_with_its_line() {
    let place = Place::new();
    place.write("brimful.toml", "[server]\nlog = \"info\"\n\n[api\n");
    let sentence = place.refusal(&["serve", "--data", "data"]);
    assert!(sentence.starts_with("brimful.toml is not valid TOML in line 4: "), "{sentence}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let place = Place::new();
    let sentence = place.refusal(&["config", "show", "--config", "gone.toml"]);
    assert!(sentence.starts_with("cannot read the configuration file gone.toml"), "{sentence}");
}

#[test]
fn a_log_filter_that_is_none_is_refused() {
    let place = Place::new().with("BRIMFUL_SERVER__LOG", "server=loud");
    let sentence = place.refusal(&["serve", "--data", "data"]);
    assert!(sentence.contains("is no log filter; try \"info\""), "{sentence}");
}

#[test]
fn an_address_that_is_none_is_refused() {
    let place = Place::new();
    for address in ["nonsense", "127.0.0.1:99999", "127.0.0.1"] {
        let sentence = place.refusal(&["serve", "--data", "data", "--listen", address]);
        assert!(sentence.starts_with(&format!("cannot listen on {address}")), "{sentence}");
    }
}

#[test]
fn a_port_in_use_is_reported_with_what_to_do() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let place = Place::new();
    for command in ["serve", "demo"] {
        let finished = place.run(&[command, "--data", command, "--listen", &address]);
        assert_eq!(finished.code, Some(1));
        assert_eq!(finished.stdout, "");
        assert_eq!(
            finished.stderr,
            format!("error: {address} is in use; stop what runs there or choose another --listen\n")
        );
    }
}

#[test]
fn a_setting_without_a_default_can_be_set_and_its_words_are_checked() {
    let place = Place::new();
    place.write("brimful.toml", "[waterfall.mobile]\nstop = \"confirmed\"\n");
    let shown = place.run(&["config", "show"]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert!(shown.stdout.contains("waterfall.mobile.stop"), "{}", shown.stdout);
    place.write("brimful.toml", "[waterfall.mobile]\nstop = \"never\"\n");
    let sentence = place.refusal(&["config", "show"]);
    assert!(
        sentence.starts_with("brimful.toml sets waterfall.mobile.stop to a value it cannot have"),
        "{sentence}"
    );
}
