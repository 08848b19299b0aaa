//! `brimful review`: merging and separating records.

use serde_json::json;

use crate::process::Place;

const PEOPLE: &str = "\
id,First Name,Last Name,Street,Postcode,Company Domain
1,Marta,Ellwood,14 Mill Lane,TN24 8RZ,acme.example
2,,Ellwood,14 Mill Lane,TN24 8RZ,
";

#[test]
fn a_doubt_is_listed_explained_and_decided_for_good() {
    let place = Place::new();
    place.write("people.csv", PEOPLE);
    let import = ["import", "people", "people.csv", "--source", "crm", "--data", "data"];
    place.json(&import);
    let doubts = place.json(&["review", "list", "--data", "data"]);
    let (one, other) = (doubts[0]["one"][0].as_str().unwrap(), doubts[0]["other"][0].as_str().unwrap());
    let pair = place.json(&["review", "explain", one, other, "--data", "data"]);
    assert_eq!((&pair["joined"], &pair["kept_apart"]), (&json!(false), &json!(false)));
    assert!(pair["parts"]["address"].as_f64().unwrap() > 0.0, "{pair}");
    place.json(&["review", "merge", one, other, "--data", "data"]);
    assert_eq!(place.json(&["review", "list", "--data", "data"]), json!([]));
    let rows = place.json(&["review", "explain", one, other, "--data", "data"]);
    let row = rows["one"]["rows"][1].as_str().unwrap();
    assert_eq!(place.json(&["review", "split", one, row, "--data", "data"])["id"], other);
    place.json(&import);
    let pair = place.json(&["review", "explain", one, other, "--data", "data"]);
    assert_eq!((&pair["joined"], &pair["kept_apart"]), (&json!(false), &json!(true)));
}

const PROFILES: &str = "\
id,First Name,Last Name,Street,Postcode,Company Domain,LinkedIn URL
1,Marta,Ellwood,14 Mill Lane,TN24 8RZ,acme.example,https://www.linkedin.com/in/marta-ellwood
2,,Ellwood,14 Mill Lane,TN24 8RZ,,
";

#[test]
fn an_explanation_shows_profiles_and_parts_that_add_up() {
    let place = Place::new();
    place.write("people.csv", PROFILES);
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"]);
    let doubts = place.json(&["review", "list", "--data", "data"]);
    let (one, other) = (doubts[0]["one"][0].as_str().unwrap(), doubts[0]["other"][0].as_str().unwrap());
    let shown = place.run(&["review", "explain", one, other, "--data", "data"]).stdout;
    assert!(shown.contains("profile https://www.linkedin.com/in/marta-ellwood"), "{shown}");
    let bits = |line: &str| line.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    let (all, parts): (Vec<&str>, Vec<&str>) =
        shown.lines().filter(|line| bits(line).is_some()).partition(|line| line.contains("in all"));
    let sum: f64 = parts.iter().filter_map(|line| bits(line)).sum();
    assert!((sum - bits(all[0]).unwrap()).abs() < 0.05 * (parts.len() + 1) as f64, "{shown}");
}
