//! Headlines that report a funding round.

use records::Money;

use super::super::*;

/// Title, company, amount in thousands with its currency, round.
type Row = (&'static str, &'static str, Option<(i64, &'static str)>, Option<&'static str>);

const fn usd(thousands: i64) -> Option<(i64, &'static str)> {
    Some((thousands, "USD"))
}

fn differences(rows: &[Row]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (title, company, amount, round) in rows {
        let expected = (
            NewsKind::Funding,
            (*company).to_owned(),
            amount.map(|(thousands, currency)| Money {
                amount: thousands * 1_000,
                currency: currency.to_owned(),
            }),
            round.map(str::to_owned),
        );
        let found = read_news(title, "").map(|news| (news.kind, news.company, news.amount, news.round));
        if found.as_ref() != Some(&expected) {
            wrong.push(format!("{title}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    wrong
}

fn assert_all(rows: &[Row]) {
    let wrong = differences(rows);
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn verbs_of_raising_are_understood_in_both_cases() {
    assert_all(&[
        ("Velmora Just Raised $20M", "Velmora", usd(20_000), None),
        ("Brightloom takes $3M", "Brightloom", usd(3_000), None),
        ("Brightloom locks down $3M", "Brightloom", usd(3_000), None),
        ("Brightloom fills up on $3M", "Brightloom", usd(3_000), None),
        ("Tessaro lands $14 million to map the sea floor", "Tessaro", usd(14_000), None),
        ("Tessaro Lands $14 Million To Map The Sea Floor", "Tessaro", usd(14_000), None),
        ("Kitewell bags €4.5M to bring AI to beekeepers", "Kitewell", Some((4_500, "EUR")), None),
        ("Ludo Robotics nabs $22M from Pine Capital", "Ludo Robotics", usd(22_000), None),
        ("Quandry Secures $7 Million in Seed Funding", "Quandry", usd(7_000), Some("seed")),
        ("Mirelo closes $31M Series B round", "Mirelo", usd(31_000), Some("series_b")),
        ("Mirelo picks up another $5M for its ferry app", "Mirelo", usd(5_000), None),
        ("Mirelo has raised a fresh $5M", "Mirelo", usd(5_000), None),
        ("Ostrava Bio snags $18M Series A", "Ostrava Bio", usd(18_000), Some("series_a")),
        ("Ostrava Bio scores $18M to grow cartilage", "Ostrava Bio", usd(18_000), None),
        ("Plinth pulls in $2.2M seed round for podcasters", "Plinth", usd(2_200), Some("seed")),
        ("Plinth receives $2.2M in angel funding", "Plinth", usd(2_200), Some("angel")),
        ("Plinth gets $2.2M from Cedar Ventures to help podcasters", "Plinth", usd(2_200), None),
        ("Plinth adds $6M in new funding", "Plinth", usd(6_000), None),
        ("Plinth announces $40M Series C", "Plinth", usd(40_000), Some("series_c")),
        ("Plinth completes $9M financing round", "Plinth", usd(9_000), None),
        ("Norvane Attracts $50M Growth Round", "Norvane", usd(50_000), Some("growth_equity")),
        ("Norvane hauls in $120M at $1.1B valuation", "Norvane", usd(120_000), None),
        ("Norvane raises more than $75 million in Series D", "Norvane", usd(75_000), Some("series_d")),
        ("Norvane raises up to $75 million", "Norvane", usd(75_000), None),
        ("Norvane raises $10M-$12M seed round", "Norvane", usd(10_000), Some("seed")),
        (
            "Norvane closes oversubscribed $12.5M Series A to expand in Asia",
            "Norvane",
            usd(12_500),
            Some("series_a"),
        ),
        ("Norvane raises $50M in debt financing", "Norvane", usd(50_000), Some("debt_financing")),
        ("Norvane raises $8M in pre-Series A round", "Norvane", usd(8_000), Some("pre_series_a")),
        ("Norvane Bags Pre Series A Funding From Cedar, Others", "Norvane", None, Some("pre_series_a")),
        (
            "Pens in 30 mins? Norvane brings brands to your door, raises €6M",
            "Norvane",
            Some((6_000, "EUR")),
            None,
        ),
        ("Norvane raises a Series E led by Cedar Ventures", "Norvane", None, Some("series_e")),
        ("Norvane quietly raised $17M last week", "Norvane", usd(17_000), None),
        ("Norvane lands massive seed extension to build fusion", "Norvane", None, Some("seed")),
        ("Norvane Receives Strategic Investment from Pine Capital", "Norvane", None, None),
        ("Norvane extends Series B with additional $9M", "Norvane", usd(9_000), Some("series_b")),
        ("Norvane's latest round brings in $9M", "Norvane", usd(9_000), None),
        (
            "Norvane sails to a $65M Series B for its freight service",
            "Norvane",
            usd(65_000),
            Some("series_b"),
        ),
    ]);
}

#[test]
fn the_company_that_is_meant_is_found() {
    assert_all(&[
        ("Portland Tea Chain, Green Kettle, Raises $12 Million", "Green Kettle", usd(12_000), None),
        ("Green Kettle, Portland Tea Chain, Raises $12 Million", "Green Kettle", usd(12_000), None),
        ("Inkwell, the maker of smart pens, raises $6M", "Inkwell", usd(6_000), None),
        ("Inkwell, which makes smart pens, raises $6M Series A", "Inkwell", usd(6_000), Some("series_a")),
        ("Confirmed: Halden raises $30M Series B", "Halden", usd(30_000), Some("series_b")),
        ("Exclusive: Halden has raised $30M", "Halden", usd(30_000), None),
        ("Funding Daily: Halden raises $30M for drones", "Halden", usd(30_000), None),
        ("Amsterdam-based fintech startup Rondo raises €9M", "Rondo", Some((9_000, "EUR")), None),
        ("Amsterdam-Based Fintech Startup Rondo Raises €9M", "Rondo", Some((9_000, "EUR")), None),
        ("Cloud Storage Provider Stashly Closes $100M Round", "Stashly", usd(100_000), None),
        ("Photo Sharing App Moodpix Raises $3M", "Moodpix", usd(3_000), None),
        ("Food delivery startup Nomly nabs $11M Series A", "Nomly", usd(11_000), Some("series_a")),
        ("India's Bharosa raises Rs 40 crore in seed round", "Bharosa", Some((400_000, "INR")), Some("seed")),
        ("AI chipmaker Ferrolite raises $250M", "Ferrolite", usd(250_000), None),
        ("German battery maker Zellwerk secures €60m", "Zellwerk", Some((60_000, "EUR")), None),
        ("Two years after launch, Kassia raises $15M", "Kassia", usd(15_000), None),
        ("After pivot, Kassia raises $15M Series A", "Kassia", usd(15_000), Some("series_a")),
        ("Kassia launches in Spain, raises $15M", "Kassia", usd(15_000), None),
        ("Kassia Launches New App And Raises $15M", "Kassia", usd(15_000), None),
        ("Stripes-backed Yondra raises $44M", "Yondra", usd(44_000), None),
        ("Yondra Inc. Raises $44 Million in Series C Funding", "Yondra Inc", usd(44_000), Some("series_c")),
        (
            "Yondra, Inc. announces $44 million Series C financing",
            "Yondra Inc",
            usd(44_000),
            Some("series_c"),
        ),
        ("wefund.io raises $1.5M seed", "wefund.io", usd(1_500), Some("seed")),
        ("eDoktor raises $4M", "eDoktor", usd(4_000), None),
        ("App Orchard raises $4M Series A", "App Orchard", usd(4_000), Some("series_a")),
        ("Bank of Vesterby raises $33M Series B", "Bank of Vesterby", usd(33_000), Some("series_b")),
        ("Smith & Daughters raises £2m to open vegan delis", "Smith & Daughters", Some((2_000, "GBP")), None),
        ("Dutch Vandermolen raises EUR 7 million", "Vandermolen", Some((7_000, "EUR")), None),
        ("Abe's Market raises $5M Series A", "Abe's Market", usd(5_000), Some("series_a")),
        ("Adaptive Planning raises $5M Series A", "Adaptive Planning", usd(5_000), Some("series_a")),
        ("J. Hollund raises $5M Series A", "J. Hollund", usd(5_000), Some("series_a")),
        ("Otto Kranz's Feldspar raises $5M", "Feldspar", usd(5_000), None),
        ("Kassia (YC W21) raises $5M seed round", "Kassia", usd(5_000), Some("seed")),
    ]);
}

#[test]
fn other_forms_of_a_round_are_read() {
    assert_all(&[
        ("With $1.4M in new funding, Nestlo wants to fix bird houses", "Nestlo", usd(1_400), None),
        ("With $1.4M In New Funding, Nestlo Wants To Fix Bird Houses", "Nestlo", usd(1_400), None),
        ("Fresh off a $20M Series B, Halden moves into Europe", "Halden", usd(20_000), Some("series_b")),
        ("Armed with $8M in seed funding, Halden takes on giants", "Halden", usd(8_000), Some("seed")),
        ("Pine Capital invests $5M in Truvio", "Truvio", usd(5_000), None),
        ("Pine Capital Invests $5 Million In Truvio", "Truvio", usd(5_000), None),
        ("Pine Capital leads $9M round in Truvio", "Truvio", usd(9_000), None),
        ("Pine Capital leads $9M Series A in fintech startup Truvio", "Truvio", usd(9_000), Some("series_a")),
        ("Pine Capital leads Truvio's $9M Series A", "Truvio", usd(9_000), Some("series_a")),
        ("Pine Capital backs Truvio with $9M", "Truvio", usd(9_000), None),
        ("Motorworks pours $500M into self-driving startup Lanewise", "Lanewise", usd(500_000), None),
        ("VCs pour $11.5M into Sunmill", "Sunmill", usd(11_500), None),
        ("Lunaire, Ostgard Capital invest $680M in India's Paisabox", "Paisabox", usd(680_000), None),
        ("Acme's $20M Series B", "Acme", usd(20_000), Some("series_b")),
        ("Inside Acme's $20M Series B", "Acme", usd(20_000), Some("series_b")),
        ("Drift Labs emerges from stealth with $26M in funding", "Drift Labs", usd(26_000), None),
        ("Drift Labs Emerges From Stealth With $26M Series A", "Drift Labs", usd(26_000), Some("series_a")),
        ("Drift Labs launches with $3M seed round to fix payroll", "Drift Labs", usd(3_000), Some("seed")),
        ("Drift Labs valued at $2B after $150M round", "Drift Labs", usd(150_000), None),
        ("Drift Labs hits $1B valuation with $100M Series D", "Drift Labs", usd(100_000), Some("series_d")),
        ("Drift Labs becomes unicorn after raising $100M", "Drift Labs", usd(100_000), None),
        ("Oslo's Fjordkraft Data raises NOK 90 million", "Fjordkraft Data", Some((90_000, "NOK")), None),
        ("Helvetia Robotics raises CHF 12 million", "Helvetia Robotics", Some((12_000, "CHF")), None),
        ("Shinkai raises ¥800 million", "Shinkai", Some((800_000, "JPY")), None),
        ("Lumo raises 6 million euros to heat homes", "Lumo", Some((6_000, "EUR")), None),
        ("Kopi Corner raises S$9 million", "Kopi Corner", Some((9_000, "SGD")), None),
        ("Maplehire Raises C$15 Million Series A", "Maplehire", Some((15_000, "CAD")), Some("series_a")),
        (
            "Orvik said on Tuesday it has raised EUR 5 mn in a funding round led by Cedar Ventures",
            "Orvik",
            Some((5_000, "EUR")),
            None,
        ),
        (
            "Orvik, a Turku-based maker of valves, today announced that it has closed a $12 million Series A",
            "Orvik",
            usd(12_000),
            Some("series_a"),
        ),
        ("Orvik Announces Closing of $12 Million Series A Financing", "Orvik", usd(12_000), Some("series_a")),
    ]);
}

#[test]
fn the_first_sentences_are_read_when_the_title_reports_nothing() {
    let news = read_news(
        "Nestlo thinks big about bird houses",
        "PORTLAND, Nov. 3 (Newswire) - Nestlo, a maker of bird houses, said on Monday it has raised $4 million in seed \
         funding led by Cedar Ventures. The company was founded in 2019.",
    );
    let news = news.unwrap();
    assert_eq!((news.company.as_str(), news.round.as_deref()), ("Nestlo", Some("seed")));
    assert_eq!(news.amount.unwrap().amount, 4_000_000);
    assert_eq!(news.investors, ["Cedar Ventures"]);
    // The company is not the one of the title, or the event lies in the past.
    for (title, text) in [
        ("What to plant in spring", "Nestlo has raised $4 million in seed funding."),
        ("Nestlo opens a shop", "Nestlo, which raised $4 million in 2019, opens a shop in Portland."),
        ("Nestlo opens a shop", "Nestlo has raised $14 million to date. The shop opens in May."),
        ("Nestlo may raise money", "Nestlo has raised $14 million in seed funding."),
    ] {
        assert_eq!(read_news(title, text), None, "{title}");
    }
}

#[test]
fn the_text_tells_where_the_name_begins_in_title_case() {
    let text = "Mobile payments are hard. Tapwise Labs has raised $5 million to make them easy.";
    let news = read_news("Mobile Payments Newcomer Tapwise Labs Raises $5M", text).unwrap();
    assert_eq!(news.company, "Tapwise Labs");
    let news =
        read_news("Seattle Logistics Tapwise Raises $5M", "Today, Tapwise said it raised $5M.").unwrap();
    assert_eq!(news.company, "Tapwise");
    let news =
        read_news("Tapwise Labs raises Series A", "Tapwise Labs has raised $5 million from angels.").unwrap();
    assert_eq!(news.amount.unwrap().amount, 5_000_000);
}
