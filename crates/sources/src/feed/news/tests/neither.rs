//! Headlines that report neither a round nor an acquisition, by the class of what they report.

use super::super::*;

fn assert_nothing(titles: &[&str]) {
    let wrong: Vec<String> = titles
        .iter()
        .filter_map(|title| Some(format!("{title}\n  found {:?}", read_news(title, "")?)))
        .collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), titles.len(), wrong.join("\n"));
}

#[test]
fn ratings_and_shares_are_no_purchases() {
    assert_nothing(&[
        "Broker Lifts Bellmart to Buy From Hold and Adds It to Its Focus List",
        "Bellmart upgraded to Buy from Hold at Oakmoor Securities",
        "Oakmoor Raises Bellmart Price Target to $210, Keeps Buy Rating",
        "3 Retail Stocks to Buy Now",
        "Time to Buy Bellmart Stock After 20% Drop",
        "Analyst: Bellmart a buy at $30",
        "Oakmoor initiates Bellmart at buy",
        "Bellmart to buy back $2 billion of shares",
        "Bellmart announces $5 billion share buyback",
        "Bellmart CEO buys $3 million in stock",
        "Oakmoor buys 5% stake in Bellmart",
        "Oakmoor acquires minority stake in Bellmart",
        "Oakmoor acquires shares of Bellmart",
        "Oakmoor Advisors LLC Acquires 12,400 Shares of Bellmart Inc",
        "Bellmart raised to Buy from Hold at Oakmoor",
        "Oakmoor Group Inc. Acquires New Position in Bellmart",
        "Oakmoor raises stake in Bellmart to 24%",
        "Bellmart raises $5 billion in share sale",
        "Bellmart raises quarterly dividend to $0.45",
        "Bellmart raises full-year profit forecast to $2 billion",
    ]);
}

#[test]
fn people_and_sports_are_no_purchases() {
    assert_nothing(&[
        "Harbor CFO Officially Takes Over as CEO",
        "Jane Orloff takes over Harbor's marketing team",
        "Marta Lind to take over as head of Orvik's valve unit",
        "Harbor names new finance chief",
        "Harbor hires former Calder executive to lead sales",
        "Rovers acquire striker Jonas Berg from Athletic for £40m",
        "Arsenal buys Jonas Berg for £60m",
        "Yankees acquire pitcher Dan Coyle in three-team trade",
        "Sharks acquires goalie Petr Novak from Wild for draft pick",
        "Billionaire Otto Kranz buys football club",
        "Actor Leo Marsh buys mansion in Malibu for $12 million",
        "Senator Wexler raises $12 million for re-election campaign",
        "Governor Haskins raised $4M in first quarter",
        "Mayor takes over school district",
        "Ben Sarkis raises $6.1 million in 24 hours",
        "'Night Harbor' lands $56 million",
        "Harbor alum raises $15M for startup that builds sales tools",
    ]);
}

#[test]
fn rumours_plans_and_refusals_are_ignored() {
    assert_nothing(&[
        "Calder in talks to acquire Homeloft",
        "Calder considers buying Homeloft",
        "Calder may buy Homeloft for $2B",
        "Calder could acquire Homeloft, analysts say",
        "Calder denies it will buy Homeloft",
        "Calder fails to buy Homeloft",
        "Calder calls off deal to acquire Homeloft",
        "Calder's $2B acquisition of Homeloft falls through",
        "Homeloft rejects $2 billion takeover bid from Calder",
        "Regulator blocks Calder from buying Homeloft",
        "Calder nears deal to buy Homeloft",
        "Calder said to be close to acquiring Homeloft",
        "Rumor: Calder to acquire Homeloft",
        "Will Calder buy Homeloft?",
        "Why Calder bought Homeloft",
        "Calder merges with Homeloft",
        "Halden plans to raise $50M",
        "Halden seeks to raise $50M Series B",
        "Halden in talks to raise $50M at $1B valuation",
        "Halden is looking to raise $50M",
        "Halden could raise $50M from Pine Capital",
        "Halden fails to raise $50M",
        "Halden to raise $50M, sources say",
        "Halden files to raise $100M in IPO",
        "UPDATE 1-Calder near deal to buy Homeloft -sources",
        "Ten years after Calder bought Homeloft",
        "Remember when Calder bought Homeloft",
        "Calder to buy Homeloft? Not so fast",
        "Sources: Halden raises $50M",
    ]);
}

#[test]
fn other_money_is_no_round() {
    assert_nothing(&[
        "Pine Capital closes $200M fund for European startups",
        "Pine Capital raises $300M",
        "Pine Ventures raises €150M for its third fund",
        "VC firm Pine Partners secures $90 million for climate fund",
        "Halden raises $100M in IPO",
        "Halden wins $40M contract from Navy",
        "Halden lands $40 million deal with Bellmart",
        "Halden secures $25 million loan to build plant",
        "Halden receives $3M grant from Department of Energy",
        "Halden gets $3M from state to create jobs",
        "Halden scores $2 billion in sales",
        "Halden closes $500 million bond offering",
        "Halden takes $90M charge for recall",
        "Halden nets $12 million profit in third quarter",
        "Halden to pay $12 million settlement",
        "Concert raises $2 million for flood victims",
        "Harbor raises $1M for charity",
        "University raises $1 billion in campaign",
        "Church raises $300,000 for new roof",
        "Poland raises $2 billion in bonds",
        "City raises $40 million to repair roads",
        "Motorworks invests $1B in Kentucky plant",
        "Motorworks Invests $1 Billion in Data Center",
        "Motorworks to invest $700 million in Michigan",
        "Motorworks invests $90M in its workforce",
        "Government pours $2 billion into broadband",
        "Film Rakes In $90M Opening Weekend",
        "Ten startups that raised money this week",
        "Halden IPO raises $660 million",
        "Andreessen Horowitz has raised $7B to expand its bets",
        "Red Cross raises $100 million for Ukraine",
        "Crypto startups raised $2.4 billion in Q1, report finds",
        "Villagers raise £300,000 to buy pub",
    ]);
}

#[test]
fn other_things_are_no_companies() {
    assert_nothing(&[
        "Sales of Larkin's Vans Rise, With Nearly Half Bought by Women",
        "Calder buys office tower in Denver for $90 million",
        "Calder acquires 40 acres near Austin",
        "Calder Buys Downtown Hotel For $55M",
        "Oakmoor Properties acquires 212-unit apartment complex",
        "Calder acquires land for new headquarters",
        "Calder acquires the assets of Homeloft",
        "Calder acquires patents from Homeloft",
        "Calder acquires Homeloft's drone unit",
        "Calder acquires rights to spy novel",
        "Calder buys bitcoin worth $50M",
        "Air Norden to buy 50 Falcon jets",
        "Poland to buy missiles from Calder",
        "India buys wheat from Ukraine",
        "Best laptops to buy this year",
        "Where to buy the new Calder phone",
        "Shoppers bought by phone in record numbers",
        "Calder acquires startup",
        "Calder acquires two companies",
        "Calder acquires taste for risk",
        "Calder Acquires Additional 9,245 Bitcoins",
        "Calder to buy nuclear power from Homeloft",
        "Calder launches phone with new camera",
        "Calder unveils $999 laptop",
        "Calder partners with Homeloft",
        "Users can now buy music on Calder",
        "Calder lets users buy tickets",
        "How to raise $2M for your startup",
        "Calder raises prices by 5%",
        "Central bank raises interest rates",
        "Study raises questions about Calder",
        "President signs bill to buy drones",
        "Voters approve $90 million school bond",
        "Calder opens store in Berlin",
        "Calder shares jump 12% after results",
        "Hackers steal $30M from Coinharbor",
        "Calder fined $20 million by regulator",
        "Calder Buys Call Options in Homeloft",
        "Calder Buys Credit Default Swaps on Homeloft",
        "Calder completes $500 million refinancing",
        "Five years ago today: Calder acquired Homeloft",
        "On this day in 2016: Calder raised $10M Series A",
        "Throwback: Calder acquires Homeloft",
        "False: Calder acquires Homeloft",
        "Calder allegedly acquires Homeloft",
        "Homeloft to be acquired by Calder, sources say",
        "Report: Calder acquires Homeloft",
        "Report: Calder raises $20M Series A",
        "Calder raises $20M Series A: report",
        "Rumor: Calder acquires Homeloft",
        "Fitch rates Calder's $300M debt raise",
        "Moody's assigns B2 rating to $300M debt raise by Calder",
        "Fitch rates $300M raise",
        "KBRA Assigns Ratings to Calder's $250M Debt Raise",
        "Calder Acquires Portfolio of 12 Apartment Communities",
        "Calder acquires a collection of 40 patents",
    ]);
}
