mod neither;
mod purchases;
mod rounds;

use super::*;

fn funding_of(title: &str) -> Option<(String, Option<i64>, Option<String>)> {
    let news = read_news(title, "").filter(|news| news.kind == NewsKind::Funding)?;
    Some((news.company, news.amount.map(|money| money.amount), news.round))
}

fn deal(title: &str) -> Option<(String, String)> {
    let news = read_news(title, "").filter(|news| news.kind == NewsKind::Acquisition)?;
    Some((news.company, news.target?))
}

#[test]
fn a_funding_round_has_company_amount_and_round() {
    for (title, company, amount, round) in [
        ("Acme raises $12M Series A to sell ships", "Acme", Some(12_000_000), Some("series_a")),
        (
            "Berlin-based fintech startup Moss secures €25 million in Series B funding",
            "Moss",
            Some(25_000_000),
            Some("series_b"),
        ),
        ("Harbor Systems lands $3.5 million seed round", "Harbor Systems", Some(3_500_000), Some("seed")),
        ("Quill, which makes pens, bags $4m pre-seed", "Quill", Some(4_000_000), Some("pre_seed")),
        (
            "Exclusive: Harbor closes $100M Series C led by Pine Capital",
            "Harbor",
            Some(100_000_000),
            Some("series_c"),
        ),
        ("wefox raises $110M in new funding", "wefox", Some(110_000_000), None),
        ("Anchor & Co. has raised a Series D round", "Anchor & Co", None, Some("series_d")),
        ("AI startup Beacon nabs $20M", "Beacon", Some(20_000_000), None),
        ("Harbor raises $8M pre-Series A", "Harbor", Some(8_000_000), Some("pre_series_a")),
    ] {
        let expected = (company.to_owned(), amount, round.map(str::to_owned));
        assert_eq!(funding_of(title), Some(expected), "{title}");
    }
}

#[test]
fn an_acquisition_has_buyer_and_target() {
    for (title, buyer, target) in [
        ("Harbor acquires Quill", "Harbor", "Quill"),
        ("Harbor Systems to acquire fintech startup Moss for $1.2 billion", "Harbor Systems", "Moss"),
        ("Quill acquired by Harbor in all-stock deal", "Harbor", "Quill"),
        ("Quill to be acquired by Harbor for €50m", "Harbor", "Quill"),
        ("Software giant Harbor buys Hamburg-based Anchor Labs", "Harbor", "Anchor Labs"),
        ("Harbor completes acquisition of Beacon Software", "Harbor", "Beacon Software"),
        ("Harbor snaps up Quill, expanding into pens", "Harbor", "Quill"),
    ] {
        assert_eq!(deal(title), Some((buyer.to_owned(), target.to_owned())), "{title}");
    }
    let news = read_news("Harbor to acquire Moss for $1.2 billion", "").unwrap();
    assert_eq!(news.amount.unwrap().amount, 1_200_000_000);
}

#[test]
fn statements_that_are_not_explicit_are_ignored() {
    for title in [
        "Harbor raises prices by 5%",
        "Harbor raises full-year guidance",
        "Harbor raises $5M for charity",
        "Pine Capital closes $200M fund for European startups",
        "Pine Capital raises $300 million Fund III",
        "Harbor in talks to acquire Quill",
        "Harbor may acquire Quill, report says",
        "Is Harbor about to raise $50M?",
        "How Harbor raised $50M in ten days",
        "Harbor acquires 20% stake in Quill",
        "Harbor acquires minority stake in Quill",
        "Harbor buys land in Hamburg",
        "Harbor to buy back shares",
        "Harbor buys $50M of bitcoin",
        "Harbor announces new product",
        "Harbor gets new CEO",
        "Ten startups that raised money this week",
        "",
    ] {
        assert_eq!(read_news(title, ""), None, "{title}");
    }
}

#[test]
fn investors_are_taken_from_title_and_text() {
    let news = read_news(
        "Harbor raises $12M Series A led by Pine Capital",
        "The round was led by Pine Capital with participation from Cedar Ventures, Oak & Ash and Birch Partners. It \
         brings the total to $20M.",
    )
    .unwrap();
    assert_eq!(news.investors, ["Pine Capital", "Cedar Ventures", "Oak & Ash", "Birch Partners"]);
    assert!(news.confidence > 0.9, "{}", news.confidence);
}
