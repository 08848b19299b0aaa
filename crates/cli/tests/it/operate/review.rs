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
