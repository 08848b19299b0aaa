use super::*;
use crate::{Location, Person, PrivateTraits, keys::name_of};

fn claim(first: &str, last: &str, birth: &str, city: &str) -> Traits {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Traits::of(&PersonFacts {
        first_name: text(first),
        last_name: text(last),
        location: Some(Location { city: text(city), ..Location::default() }),
        private: Some(PrivateTraits { birth_date: text(birth), ..PrivateTraits::default() }),
        ..PersonFacts::default()
    })
}

fn bits(one: &Traits, other: &Traits) -> f64 {
    assert_eq!(compare(one, other), compare(other, one), "the same in both directions");
    compare(one, other).bits
}

#[test]
fn a_common_name_is_less_evidence_than_a_rare_one() {
    let common = bits(&claim("John", "Smith", "", ""), &claim("John", "Smith", "", ""));
    let rare = bits(&claim("Ottoline", "Quandt", "", ""), &claim("Ottoline", "Quandt", "", ""));
    assert!(rare > common + 4.0, "{rare} {common}");
}

#[test]
fn trait_values_that_are_common_in_the_store_are_less_evidence() {
    let before = claim("Ottoline", "Quandt", "", "Ryde");
    let mut after = before.clone();
    let mut looked_up = Vec::new();
    let learned = after.learn(|value| {
        looked_up.push(value);
        Ok::<_, ()>(0.1)
    });
    assert_eq!((learned, looked_up.len()), (Ok(()), 3));
    for other in [&before, &after] {
        assert!(bits(&after, other) < bits(&before, &before) - 15.0);
    }
    let record = PersonRecord {
        person: Person {
            full_name: "Ottoline Quandt".into(),
            location: Some(Location { city: Some("Ryde".into()), ..Location::default() }),
            ..Person::default()
        },
        ..PersonRecord::default()
    };
    let name = name_of(&record);
    assert_eq!(values(&record, name.as_ref()), looked_up, "the store counts the same keys that it looks up");
}

#[test]
fn typos_are_evidence_for_one_person_and_other_values_against() {
    let written = claim("Mitchell", "Maxon", "19390212", "North Ryde");
    for typo in [
        claim("Mitchel", "Maxon", "19390212", "North Ryde"),
        claim("Mitchell", "Maxon", "19390221", "North Ryde"),
        claim("Mitchell", "Maxon", "19391202", "Nroth Ryde"),
        claim("Maxon", "Mitchell", "19390212", "North Ryde"),
        claim("Mitch", "Maxon", "19390212", ""),
        claim("", "Maxon", "19390212", "North Ryde"),
    ] {
        assert!(bits(&written, &typo) > 14.0, "{typo:?} {:?}", compare(&written, &typo));
    }
    for other in [
        claim("Mitchell", "Maxon", "19720830", "Perth"),
        claim("Barbara", "Maxon", "19390212", "Perth"),
        claim("Mitchell", "Green", "19560409", "North Ryde"),
    ] {
        assert!(bits(&written, &other) < 11.0, "{other:?} {:?}", compare(&written, &other));
    }
}

#[test]
fn names_that_differ_only_in_a_number_are_two_people() {
    let numbered = |number: u32| Traits {
        emails: vec![format!("user{number}@acme.example")],
        employers: vec!["acme.example".into()],
        ..claim(&format!("First{number}"), &format!("Last{number}"), "", "Oslo")
    };
    assert!(bits(&numbered(1003), &numbered(1004)) < 0.0);
    assert!(bits(&numbered(7), &numbered(7)) > 20.0);
}

#[test]
fn colleagues_with_similar_names_and_mailboxes_are_two_people() {
    let colleague = |first: &str| Traits {
        emails: vec![format!("{}.frost@acme.example", first.to_lowercase())],
        employers: vec!["acme.example".into()],
        ..claim(first, "Frost", "", "Oslo")
    };
    assert!(bits(&colleague("Joana"), &colleague("Joana")) > 30.0);
    assert!(bits(&colleague("Joana"), &colleague("Joanna")) < 11.0);
}

#[test]
fn a_house_number_is_evidence_in_the_same_street_only() {
    let living = |street: &str| Traits {
        house: "1".into(),
        street: street.into(),
        ..claim("Jack", "Reid", "19160817", "Oslo")
    };
    let neighbours = compare(&living("purser street"), &living("withnell circuit")).bits;
    let moved = Traits { house: "12".into(), ..living("withnell circuit") };
    assert!(neighbours - compare(&living("purser street"), &moved).bits < 2.0);
}

#[test]
fn two_profiles_are_two_people_whatever_else_agrees() {
    let with = |url: &str| Traits { profile: Some(url.into()), ..claim("Ada", "Winter", "19700101", "Oslo") };
    assert!(bits(&with("https://network.example/in/a"), &with("https://network.example/in/b")) < 11.0);
}

#[test]
fn claims_with_typos_share_a_block() {
    let written = claim("Mitchell", "Maxon", "19390212", "North Ryde");
    for typo in [
        claim("Mitchel", "Maxon", "19390221", "North Ryde"),
        claim("Maxon", "Mitchell", "19390212", ""),
        claim("", "Maxon", "19391202", "North Ryde"),
    ] {
        let shared = written.blocks().iter().filter(|block| typo.blocks().contains(block)).count();
        assert!(shared > 0, "{typo:?}");
    }
    assert!(claim("Ada", "Winter", "", "").blocks().is_empty(), "a name alone would yield every namesake");
}

#[test]
fn names_that_sound_alike_have_the_same_soundex_code() {
    assert_eq!(soundex("robert"), soundex("rupert"));
    assert_eq!(soundex("ashcraft"), "a261");
    assert_eq!(soundex("tymczak"), "t522");
    assert_eq!(soundex(""), "");
}
