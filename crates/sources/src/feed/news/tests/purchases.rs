//! Headlines that report an acquisition.

use records::Money;

use super::super::*;

/// Title, buyer, target, price in thousands with its currency.
type Row = (&'static str, &'static str, &'static str, Option<(i64, &'static str)>);

const fn usd(thousands: i64) -> Option<(i64, &'static str)> {
    Some((thousands, "USD"))
}

fn assert_all(rows: &[Row]) {
    let mut wrong = Vec::new();
    for (title, buyer, target, price) in rows {
        let price = price
            .map(|(thousands, currency)| Money { amount: thousands * 1_000, currency: currency.to_owned() });
        let expected = (NewsKind::Acquisition, (*buyer).to_owned(), Some((*target).to_owned()), price);
        let found = read_news(title, "").map(|news| (news.kind, news.company, news.target, news.amount));
        if found.as_ref() != Some(&expected) {
            wrong.push(format!("{title}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn the_buyer_may_come_first() {
    assert_all(&[
        ("Dorsey paid 9 times EBIT to acquire valve maker Brakov", "Dorsey", "Brakov", None),
        ("Confirmed: Orsted Labs Acquired Finchly", "Orsted Labs", "Finchly", None),
        ("Calder Acquires Homeloft For $90 Million", "Calder", "Homeloft", usd(90_000)),
        ("Calder snaps up Homeloft for $90 Million", "Calder", "Homeloft", usd(90_000)),
        ("Calder Snaps Up Homeloft To Grow In Europe", "Calder", "Homeloft", None),
        ("Calder agrees to buy Homeloft in $1.2bn deal", "Calder", "Homeloft", usd(1_200_000)),
        (
            "Calder Agrees to Buy Homeloft in All-Stock Deal Valued at $1.2 Billion",
            "Calder",
            "Homeloft",
            usd(1_200_000),
        ),
        ("Calder to acquire rival Homeloft", "Calder", "Homeloft", None),
        ("Calder officially acquires Homeloft", "Calder", "Homeloft", None),
        ("Calder has reportedly acquired Homeloft", "Calder", "Homeloft", None),
        ("Calder is buying Homeloft for £35m", "Calder", "Homeloft", Some((35_000, "GBP"))),
        ("Calder completes acquisition of Homeloft", "Calder", "Homeloft", None),
        ("Calder Completes $90M Acquisition Of Homeloft", "Calder", "Homeloft", usd(90_000)),
        ("Calder completes Homeloft acquisition", "Calder", "Homeloft", None),
        ("Calder closes its purchase of Homeloft Systems", "Calder", "Homeloft Systems", None),
        ("Calder Announces Acquisition of Homeloft", "Calder", "Homeloft", None),
        ("Calder acquires majority stake in Homeloft", "Calder", "Homeloft", None),
        ("Calder to take controlling interest in Homeloft", "Calder", "Homeloft", None),
        ("Calder buys 75% of Homeloft", "Calder", "Homeloft", None),
        ("Calder buys a 60 percent stake in Homeloft", "Calder", "Homeloft", None),
        ("Calder signs deal to acquire Homeloft", "Calder", "Homeloft", None),
        ("Calder Enters Into Definitive Agreement to Acquire Homeloft", "Calder", "Homeloft", None),
        ("Calder in $400 million deal to buy Homeloft", "Calder", "Homeloft", usd(400_000)),
        ("Calder, maker of doors, buys Homeloft", "Calder", "Homeloft", None),
        ("Calder acquires Homeloft, a home rental startup, for $90M", "Calder", "Homeloft", usd(90_000)),
        ("Calder acquires home rental startup Homeloft", "Calder", "Homeloft", None),
        ("Calder Acquires Home Rental Startup Homeloft", "Calder", "Homeloft", None),
        ("Calder acquires Seattle-based Homeloft", "Calder", "Homeloft", None),
        ("Calder acquires Homeloft, raises $50M", "Calder", "Homeloft", None),
        ("Software giant Calder buys Homeloft and plans to keep the team", "Calder", "Homeloft", None),
        (
            "Private equity firm Oakmoor to buy Homeloft for $2.1 billion",
            "Oakmoor",
            "Homeloft",
            usd(2_100_000),
        ),
        ("Calder acqui-hires Homeloft", "Calder", "Homeloft", None),
        ("Calder purchases Homeloft for undisclosed sum", "Calder", "Homeloft", None),
        (
            "Calder Inc. (NYSE: CLD) to Acquire Homeloft Corp. for $14 per Share",
            "Calder Inc",
            "Homeloft Corp",
            None,
        ),
        (
            "Vertana Group Expands West Coast Presence with Acquisition of Solano Labs",
            "Vertana Group",
            "Solano Labs",
            None,
        ),
        ("Calder enters Spain by acquiring Homeloft", "Calder", "Homeloft", None),
        ("UPDATE 2-Calder to buy Homeloft for $2.3 bln", "Calder", "Homeloft", usd(2_300_000)),
        (
            "Calder plc has acquired Homeloft Ltd for £14m",
            "Calder plc",
            "Homeloft Ltd",
            Some((14_000, "GBP")),
        ),
        (
            "Oakmoor to take software maker Homeloft private for $3.7 bln",
            "Oakmoor",
            "Homeloft",
            usd(3_700_000),
        ),
        ("Cobalt Partners Acquires Homeloft", "Cobalt Partners", "Homeloft", None),
        ("Target acquires Shoplane for $550 million", "Target", "Shoplane", usd(550_000)),
        ("Bank of Norden to buy Fintura", "Bank of Norden", "Fintura", None),
    ]);
}

#[test]
fn the_target_may_come_first() {
    assert_all(&[
        ("Homeloft bought by Calder", "Calder", "Homeloft", None),
        ("Homeloft Acquired By Calder For $90M", "Calder", "Homeloft", usd(90_000)),
        ("Homeloft to be acquired by Calder", "Calder", "Homeloft", None),
        ("Homeloft has been acquired by Calder for about $90 million", "Calder", "Homeloft", usd(90_000)),
        ("Homeloft agrees to be bought by Calder for $1.4B", "Calder", "Homeloft", usd(1_400_000)),
        ("Home rental startup Homeloft acquired by Calder", "Calder", "Homeloft", None),
        ("Homeloft, a home rental startup, is acquired by Calder", "Calder", "Homeloft", None),
        ("Homeloft sells itself to Calder", "Calder", "Homeloft", None),
        ("Homeloft sold to Calder for $90M", "Calder", "Homeloft", usd(90_000)),
        ("Homeloft to be taken private by Oakmoor in $3 billion deal", "Oakmoor", "Homeloft", usd(3_000_000)),
        (
            "Homeloft agrees to $2.99B takeover by Oakmoor and Cobalt Capital",
            "Oakmoor",
            "Homeloft",
            usd(2_990_000),
        ),
        ("Homeloft Announces Acquisition by Cobalt Partners", "Cobalt Partners", "Homeloft", None),
        ("Oakmoor sells Homeloft to Calder for $90M", "Calder", "Homeloft", usd(90_000)),
    ]);
}

#[test]
fn sentences_of_newswires_are_read() {
    assert_all(&[
        (
            "Finnish group Orvik said on Tuesday it has agreed to acquire Swedish Larsen AB for EUR 12 mn",
            "Orvik",
            "Larsen AB",
            Some((12_000, "EUR")),
        ),
        ("Finland's Orvik has acquired Estonian software company Tarkvo.", "Orvik", "Tarkvo", None),
        (
            "Orvik Oyj announced today that it has signed an agreement to acquire Danish Brohus A/S.",
            "Orvik Oyj",
            "Brohus A/S",
            None,
        ),
        (
            "Orvik has bought a majority stake in Polish Drewnex Sp for EUR3.5m",
            "Orvik",
            "Drewnex Sp",
            Some((3_500, "EUR")),
        ),
        (
            "2 March 2010 - Finnish valve maker Orvik Oyj HEL : ORV1V said today it has acquired Polish Satlok for EUR2 .5 m .",
            "Orvik Oyj",
            "Satlok",
            Some((2_500, "EUR")),
        ),
        (
            "Orvik on Thursday said it has agreed to buy Larsen AB a maker of valves",
            "Orvik",
            "Larsen AB",
            None,
        ),
        ("Orvik has completed the acquisition of Larsen AB.", "Orvik", "Larsen AB", None),
        (
            "Orvik Group has acquired all shares in Larsen AB for SEK 140 million",
            "Orvik Group",
            "Larsen AB",
            Some((140_000, "SEK")),
        ),
        ("Orvik said it will buy the entire share capital of Larsen AB", "Orvik", "Larsen AB", None),
    ]);
}

#[test]
fn the_first_sentences_are_read_when_the_title_reports_no_purchase() {
    let news = read_news(
        "Calder moves into home rental",
        "Calder said on Monday that it has acquired Homeloft, a home rental startup, for $90 million. Terms were not \
         given in full.",
    )
    .unwrap();
    assert_eq!((news.company.as_str(), news.target.as_deref()), ("Calder", Some("Homeloft")));
    assert_eq!(news.amount.unwrap().amount, 90_000_000);
    // Verbs with several meanings need the text.
    assert_eq!(read_news("Calder takes over Homeloft", ""), None);
    let news = read_news("Calder takes over Homeloft", "Calder has acquired its rival Homeloft.").unwrap();
    assert_eq!(news.target.as_deref(), Some("Homeloft"));
    assert_eq!(read_news("Calder pays $90M for Homeloft", ""), None);
    let news =
        read_news("Calder pays $90M for Homeloft", "The acquisition of Homeloft closes in May.").unwrap();
    assert_eq!(news.amount.unwrap().amount, 90_000_000);
}
