use super::*;
use crate::{EmailFact, Location, Person, PersonFacts, PersonRecord, PhoneFact, PrivateTraits};

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
    let named = |first: &str, last: &str| claim(first, last, "19700312", "");
    let common = bits(&named("John", "Smith"), &named("John", "Smith"));
    let rare = bits(&named("Ottoline", "Quandt"), &named("Ottoline", "Quandt"));
    assert!(rare > common + 4.0, "{rare} {common}");
}

#[test]
fn trait_values_that_are_common_in_the_store_are_less_evidence() {
    let before = claim("Ottoline", "Quandt", "", "Ryde");
    let mut after = before.clone();
    let mut looked_up = Vec::new();
    let learned = after.learn(2_000, |value| {
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
    let name = record.name();
    looked_up.insert(0, people_value());
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
fn similar_names_that_each_mailbox_spells_are_two_people() {
    let at = |first: &str, last: &str, local: &str, domain: &str| Traits {
        emails: vec![format!("{local}@{domain}.example")],
        employers: vec![format!("{domain}.example")],
        ..claim(first, last, "", "Oslo")
    };
    for (one, other) in [
        (
            at("Nino", "Kapanadze", "nino.kapanadze", "quarry"),
            at("Nino", "Kapanidze", "nino.kapanidze", "mill"),
        ),
        (at("Ada", "Personaa", "apersonaa", "quarry"), at("Ada", "Personak", "personak.a", "mill")),
        (at("Nomvula", "Okonkwo", "nomvula", "quarry"), at("Nomvala", "Okonkwo", "nomvala.okonkwo", "mill")),
    ] {
        assert!(bits(&one, &other) < 11.0, "{:?}", compare(&one, &other));
        // The mailbox of one row shows that the name of the other is a typo.
        let typo = Traits { emails: one.emails.clone(), ..other };
        assert!(bits(&one, &typo) > 11.0, "{:?}", compare(&one, &typo));
        let without = Traits { emails: Vec::new(), ..typo };
        assert!(bits(&one, &without) > 11.0, "{:?}", compare(&one, &without));
    }
}

#[test]
fn two_known_family_names_are_seldom_a_typo() {
    let named = |last: &str| claim("Beverly", last, "", "Reno");
    for (one, other) in
        [("Martin", "Martinez"), ("Peters", "Peterson"), ("Wilson", "Wilkinson"), ("Rose", "Rosales")]
    {
        assert!(bits(&named(one), &named(other)) < 11.0, "{:?}", compare(&named(one), &named(other)));
    }
    for (one, other) in [("Martinez", "Martinze"), ("Petersen", "Peterssen"), ("Wilkinson", "Wilkinsn")] {
        assert!(bits(&named(one), &named(other)) > 11.0, "{:?}", compare(&named(one), &named(other)));
    }
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

/// Facts of a person with everything that a household shares.
fn member(first: &str, last: &str) -> PersonFacts {
    let text = |text: &str| Some(text.to_owned());
    PersonFacts {
        first_name: text(first),
        last_name: text(last),
        emails: vec![EmailFact { address: "the.ellwoods@mail.example".into(), ..EmailFact::default() }],
        phones: vec![PhoneFact { number: "+441233555010".into(), ..PhoneFact::default() }],
        location: Some(Location { city: text("Ashford"), ..Location::default() }),
        private: Some(PrivateTraits {
            birth_date: text("19710603"),
            house_number: text("14"),
            street: text("Mill Lane"),
            postcode: text("TN24 8RZ"),
            ..PrivateTraits::default()
        }),
        ..PersonFacts::default()
    }
}

#[test]
fn no_sum_of_shared_traits_joins_two_given_names() {
    let mut names: Vec<&str> = name_evidence::given_names().collect();
    names.sort_unstable();
    // A stride that is no divisor of the length visits names of every letter.
    let sample: Vec<&str> = names.iter().step_by(61).copied().collect();
    for (at, one) in sample.iter().enumerate() {
        for other in &sample[at + 1..] {
            if name_evidence::spelled_relation(one, other).is_conflict() {
                let (one, other) =
                    (Traits::of(&member(one, "Ellwood")), Traits::of(&member(other, "Ellwood")));
                assert!(link(&one, &other, 0.0).is_none(), "{:?} {:?}", one.name, other.name);
            }
        }
    }
}

#[test]
fn a_household_is_one_piece_of_evidence() {
    let named = |first: &str| {
        let mut facts = member(first, "Ellwood");
        facts.emails.clear();
        facts.private.as_mut().unwrap().birth_date = None;
        Traits::of(&facts)
    };
    assert!(bits(&named("Robert"), &named("Robert")) > 13.0);
    assert!(bits(&named("Robert"), &named("Rob")) > 11.0);
    assert!(bits(&named("Robert"), &named("Roberta")) < -20.0);
    assert!(
        bits(&named("Robert"), &named("")) < 11.0,
        "a family name at an address may be anybody of the family"
    );
}

#[test]
fn a_mailbox_of_a_role_is_no_evidence() {
    let at = |first: &str, email: &str| {
        Traits::of(&PersonFacts {
            first_name: Some(first.into()),
            last_name: Some("Brandt".into()),
            emails: vec![EmailFact { address: email.into(), ..EmailFact::default() }],
            ..PersonFacts::default()
        })
    };
    assert!(link(&at("Lena", "info@brandt.example"), &at("Lena", "info@brandt.example"), 11.0).is_none());
    assert!(link(&at("Lena", "lena@brandt.example"), &at("Lena", "lena@brandt.example"), 11.0).is_some());
    assert!(link(&at("Lena", "box@brandt.example"), &at("Leo", "box@brandt.example"), 11.0).is_none());
}

#[test]
fn a_lone_name_is_compared_with_both_names() {
    let whole = claim("Edmund", "Ostermann-Vale", "19680317", "Linz");
    assert!(bits(&claim("Ostermann-Vale", "", "", "Linz"), &whole) > 11.0);
    assert!(bits(&claim("", "Ostermann-Vale", "", "Linz"), &whole) > 11.0);
    assert!(bits(&claim("Bertram", "", "19680317", "Linz"), &whole) < 0.0);
}

#[test]
fn swapped_names_may_be_misspelt_or_have_another_family_name() {
    let written = claim("Freddie", "Gregory", "19740228", "Linz");
    assert!(bits(&written, &claim("Grerrogy", "Freddie", "19740228", "")) > 11.0);
    assert!(bits(&written, &claim("Quandtke", "Freddie", "19740228", "Linz")) > 11.0);
    assert!(bits(&written, &claim("Martin", "Freddie", "19740228", "Linz")) < 0.0, "Martin is a given name");
    assert!(bits(&written, &claim("Quandtke", "Freddie", "", "Linz")) < 11.0, "without the date");
}

#[test]
fn another_family_name_needs_more_than_a_birth_date() {
    let named = |last: &str, city: &str| claim("Stephanie", last, "19551013", city);
    assert!(bits(&named("Cruz", ""), &named("Jones", "")) < 11.0);
    assert!(bits(&named("Cruz", "Linz"), &named("Jones", "Linz")) > 11.0);
    assert!(bits(&named("Cruz", ""), &named("", "")) > 11.0, "an unknown one does not differ");
}

#[test]
fn letters_in_another_order_are_a_misspelling() {
    let written = claim("Edda", "Ferguson", "19740228", "Graz");
    assert!(
        bits(&written, &claim("Edda", "Sergufon", "", "Graz"))
            > bits(&written, &claim("Edda", "Marlow", "", "Graz"))
    );
    assert!(bits(&written, &claim("Edda", "Sergufon", "19740228", "")) > 15.0);
}

/// A row with a name and, where there are any, a mailbox, a phone and an employer.
fn contact(first: &str, last: &str, email: &str, phone: &str, employer: &str) -> Traits {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Traits::of(&PersonFacts {
        first_name: text(first),
        last_name: text(last),
        emails: vec![EmailFact { address: email.to_owned(), ..EmailFact::default() }],
        phones: text(phone).map(|number| PhoneFact { number, ..PhoneFact::default() }).into_iter().collect(),
        company_name: text(employer),
        ..PersonFacts::default()
    })
}

#[test]
fn namesakes_with_mailboxes_of_their_own_are_two_people_however_many_there_are() {
    let domains =
        ["acme", "home", "mail", "north", "south", "hills", "mills", "woods", "goods", "ab", "bc", "c"];
    let mailboxes = |first: &str, last: &str| {
        let locals =
            [first.to_owned(), last.to_owned(), format!("{first}.{last}"), format!("{}{last}", &first[..1])];
        let at = |local: &String| domains.map(|domain| format!("{local}@{domain}.example"));
        locals.iter().map(at).collect::<Vec<_>>()
    };
    // Rates of a store in which most rows of one person differ in all they have.
    let counts = AgreementCounts([[0, 0, 100_000]; 7]);
    for (first, last) in [("jo", "doe"), ("john", "smith"), ("ottoline", "quandt"), ("zarlia", "xydelis")] {
        for people in [2, 2_000, 1_000_000] {
            for addresses in mailboxes(first, last) {
                for (at, one) in addresses.iter().enumerate() {
                    for other in &addresses[at + 1..] {
                        let mut row = contact(first, last, one, "+436601112223", "Quarry Shop");
                        let mut second = contact(first, last, other, "+436604445556", "Torrent Robotics");
                        for traits in [&mut row, &mut second] {
                            traits.learn(people, |_| Ok::<_, ()>(0.0)).unwrap();
                        }
                        assert!(bits(&row, &second) < threshold(people), "{one} and {other} of {people}");
                        row.learn_rates(counts.rates());
                        assert!(
                            bits(&row, &second) < threshold(people),
                            "{one} and {other}, learned, of {people}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn middle_names_and_generations_tell_namesakes_apart() {
    let named = |name: &str| {
        let text = |text: &str| Some(text.to_owned());
        Traits::of(&PersonFacts {
            full_name: text(name),
            company_domain: text("frostig.example"),
            ..PersonFacts::default()
        })
    };
    let same = bits(&named("Walter B Frostig"), &named("Walter B. Frostig"));
    let unknown = bits(&named("Walter B Frostig"), &named("Walter Frostig"));
    let different = bits(&named("Walter B Frostig"), &named("Walter K Frostig"));
    assert!(same > unknown && unknown > different + 6.0, "{same} {unknown} {different}");
    assert!(bits(&named("Walter Frostig Jr."), &named("Walter Frostig Sr.")) < unknown - 30.0);
}

#[test]
fn words_in_the_place_of_an_employer_or_an_address_are_no_evidence() {
    let at = |employer: &str, street: &str| {
        let text = |text: &str| Some(text.to_owned());
        let private = PrivateTraits { street: text(street), ..PrivateTraits::default() };
        Traits::of(&PersonFacts {
            full_name: text("Sarah Jones"),
            company_name: text(employer),
            private: Some(private),
            ..PersonFacts::default()
        })
    };
    let unknown = bits(&at("", ""), &at("", ""));
    for word in ["Freelance", "Self-Employed", "self employed", "Retired", "Confidential", "Selbstständig"] {
        assert_eq!(bits(&at(word, ""), &at(word, "")), unknown, "{word}");
    }
    for word in ["Unknown", "TBD", "none"] {
        assert_eq!(bits(&at("", word), &at("", word)), unknown, "{word}");
    }
    assert!(bits(&at("Telefonica", ""), &at("Telefonica", "")) > unknown);
}

#[test]
fn a_year_and_another_family_name_join_nobody() {
    let castle = claim("Henrik", "Castle", "19620101", "Linz");
    assert!(bits(&castle, &claim("Henrik", "Dorn", "19620101", "Graz")) < 11.0);
    assert!(bits(&castle, &claim("Henrik", "Dorn", "19620101", "Linz")) < 11.0);
    assert!(bits(&claim("Maria", "Lopez", "", ""), &claim("Maria", "Weiss", "", "")) < 11.0);
}

mod blocking {
    use proptest::prelude::*;

    use super::*;

    const GIVEN: [&str; 8] = ["", "Edda", "Eda", "Bertram", "Robert", "Rob", "E", "Marlow"];
    const FAMILY: [&str; 6] = ["", "Marlow", "Marlowe", "Ostermann-Vale", "Edda", "Quandt"];
    const BIRTH: [&str; 5] = ["", "19680317", "19680371", "19680101", "19711224"];
    const CITY: [&str; 4] = ["", "Linz", "Lins", "Graz"];
    const POSTCODE: [&str; 4] = ["", "4020", "4021", "8010"];
    const STREET: [&str; 3] = ["", "Mill Lane", "Mill Lne"];
    const EMAIL: [&str; 4] = ["", "edda.m@a.example", "edda.m@b.example", "edda.n@a.example"];
    const EMPLOYER: [&str; 3] = ["", "a.example", "b.example"];
    const PHONE: [&str; 3] = ["", "+4366012345", "+4366054321"];

    fn row() -> impl Strategy<Value = Traits> {
        let pick = |values: &'static [&'static str]| prop::sample::select(values);
        let name = (pick(&GIVEN), pick(&FAMILY), pick(&BIRTH));
        let place = (pick(&CITY), pick(&POSTCODE), pick(&STREET), pick(&["", "14", "15"]));
        let contact = (pick(&EMAIL), pick(&EMPLOYER), pick(&PHONE));
        (name, place, contact).prop_map(|(name, place, contact)| {
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            Traits::of(&PersonFacts {
                first_name: text(name.0),
                last_name: text(name.1),
                emails: text(contact.0)
                    .map(|address| EmailFact { address, ..EmailFact::default() })
                    .into_iter()
                    .collect(),
                company_domain: text(contact.1),
                phones: text(contact.2)
                    .map(|number| PhoneFact { number, ..PhoneFact::default() })
                    .into_iter()
                    .collect(),
                location: Some(Location { city: text(place.0), ..Location::default() }),
                private: Some(PrivateTraits {
                    birth_date: text(name.2),
                    house_number: text(place.3),
                    street: text(place.2),
                    postcode: text(place.1),
                    ..PrivateTraits::default()
                }),
                ..PersonFacts::default()
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn claims_with_enough_evidence_share_a_block(one in row(), other in row()) {
            let evidence = compare(&one, &other);
            prop_assert_eq!(&evidence, &compare(&other, &one));
            if evidence.bits >= threshold(0) {
                let meet = one.blocks().iter().any(|block| other.blocks().contains(block));
                let share_email = one.emails.iter().any(|email| other.emails.contains(email));
                prop_assert!(meet || share_email, "{:?}", evidence);
            }
        }
    }
}

#[test]
fn namesakes_in_one_town_who_were_born_on_other_days_are_not_joined() {
    for (first, last, city) in [("John", "Smith", "London"), ("Ottoline", "Quandt", "Leeds")] {
        let one = claim(first, last, "19500314", city);
        let other = claim(first, last, "19800627", city);
        assert!(bits(&one, &other) < threshold(0), "{:?}", compare(&one, &other));
        // Of rows with one mailbox, one has the wrong date.
        let mailbox = vec!["quill-7@mail.example".to_owned()];
        let [one, other] = [one, other].map(|row| Traits { emails: mailbox.clone(), ..row });
        assert!(bits(&one, &other) > threshold(0), "{:?}", compare(&one, &other));
    }
}

#[test]
fn people_with_similar_names_and_mailboxes_of_their_own_are_two() {
    let row = |first: &str, last: &str, domain: &str| Traits {
        emails: vec![format!("{first}.{last}@{domain}").to_lowercase()],
        employers: vec![domain.to_owned()],
        ..claim(first, last, "", "")
    };
    for (first, one, other) in [
        ("John", "Smith", "Smyth"),
        ("Maria", "Hernandez", "Fernandez"),
        ("Emma", "Johnson", "Johnston"),
        ("Jan", "Novak", "Nowak"),
        ("Thomas", "Meier", "Mayer"),
        ("Kevin", "Anderson", "Andrews"),
    ] {
        let pair = (row(first, one, "northpier.example"), row(first, other, "tidewater.example"));
        assert!(bits(&pair.0, &pair.1) < threshold(0) - 1.0, "{:?}", compare(&pair.0, &pair.1));
    }
}

#[test]
fn other_middle_names_keep_namesakes_apart_whatever_employer_and_town_they_share() {
    let of = |full: &str, columns: Option<(&str, &str)>| {
        Traits::of(&PersonFacts {
            full_name: Some(full.into()),
            first_name: columns.map(|(first, _)| first.into()),
            last_name: columns.map(|(_, last)| last.into()),
            company_domain: Some("acme.example".into()),
            location: Some(Location {
                city: Some("Ryde".into()),
                country: Some("AU".into()),
                ..Location::default()
            }),
            ..PersonFacts::default()
        })
    };
    let joins = |one: &str, other: &str| {
        let columns = Some(("Ottoline", "Quandt"));
        let written = bits(&of(one, None), &of(other, None)) >= threshold(1_000);
        assert_eq!(
            written,
            bits(&of(one, columns), &of(other, columns)) >= threshold(1_000),
            "{one} and {other}"
        );
        written
    };
    assert!(!joins("Ottoline Quincy Quandt", "Ottoline Robert Quandt"));
    assert!(!joins("Ottoline Q. Quandt", "Ottoline R. Quandt"));
    assert!(!joins("Ottoline Quandt Jr.", "Ottoline Quandt Sr."));
    for fitting in
        ["Ottoline Q. Quandt", "Ottoline Quandt", "Ottoline Quincy Quandt", "Ottoline Mae Quincy Quandt"]
    {
        assert!(joins("Ottoline Quincy Quandt", fitting), "{fitting}");
    }
}

#[test]
fn a_common_name_at_a_large_employer_in_two_countries_is_that_of_two_people() {
    let in_country = |first: &str, last: &str, country: &str| {
        let mut traits = Traits::of(&PersonFacts {
            first_name: Some(first.into()),
            last_name: Some(last.into()),
            company_domain: Some("acme.example".into()),
            location: Some(Location { country: Some(country.into()), ..Location::default() }),
            ..PersonFacts::default()
        });
        traits.learn(100_000, |_| Ok::<_, ()>(0.01)).unwrap();
        traits
    };
    let joins = |other: &str| {
        let (one, other) = (in_country("David", "Smith", "US"), in_country("David", "Smith", other));
        bits(&one, &other) >= threshold(100_000)
    };
    assert!(!joins("GB"));
    let bits_in =
        |other: &str| bits(&in_country("David", "Smith", "US"), &in_country("David", "Smith", other));
    assert!(bits_in("US") > bits_in("GB") + 4.0);
}

#[test]
fn placeholders_in_the_place_of_contacts_are_no_evidence() {
    for (email, phone) in
        [("na@na.com", ""), ("asdf@acme.example", ""), ("", "+12345678900"), ("", "+15555555555")]
    {
        let one = contact("Ottoline", "Quandt", email, phone, "");
        assert!(one.emails.is_empty() && one.phones.is_empty() && one.blocks().is_empty(), "{email}{phone}");
    }
}
