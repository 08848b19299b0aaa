//! Funding rounds: `Acme raises $12M`, `Pine Capital invests $5M in Acme`, `With $1.4M in new funding, Acme …`.

use records::Money;

use super::{
    clause::{is_doubtful, is_history, is_rating, is_undone, longest_at, phrase_at},
    event::{News, NewsKind},
    lexicon::{
        ANNOUNCES, CLAUSE_ENDS, FILLERS, FUNDS, GIVEN_NAMES, GIVERS, INVEST, INVESTS, LEADS, NATIONALITIES,
        OTHER_MONEY, PLACES, PURPOSES, RAISES, RECEIVES, ROLES, ROUND_WORDS, VERBS, is_organisation_noun,
    },
    names::{Style, name, object, subject},
    token::{Kind, Token},
};

/// Most words between the verb and the amount.
const FILLER_LIMIT: usize = 12;
/// Most words of the phrase after an amount that are looked at.
const PHRASE_LIMIT: usize = 7;

/// The round that a clause reports.
pub(super) fn funding(clause: &[Token], lead: &str, is_title: bool) -> Option<(usize, News)> {
    if is_rating(clause) {
        return None;
    }
    let opening = opening(clause, lead).map(|news| (0, news));
    opening.or_else(|| (0..clause.len()).find_map(|at| Some((at, event_at(clause, at, lead, is_title)?))))
}

fn event_at(clause: &[Token], at: usize, lead: &str, is_title: bool) -> Option<News> {
    let is_title_case = clause[at].is_high();
    let style = Style { is_title_case, lead };
    if at > 0 {
        let found = raised(clause, at, style, is_title)
            .or_else(|| invested(clause, at, style))
            .or_else(|| led(clause, at, style))
            .or_else(|| with_round(clause, at, style));
        if found.is_some() {
            return found;
        }
    }
    of_owner(clause, at, lead)
}

fn news(company: String, amount: Option<Money>, investor: Option<String>) -> News {
    News {
        kind: NewsKind::Funding,
        company,
        target: None,
        amount,
        round: None,
        investors: investor.into_iter().collect(),
        confidence: 0.4,
    }
}

/// What is raised: an amount, a named round, or both.
struct Raise {
    amount: Option<Money>,
    /// Words of a round stand next to the amount.
    is_round: bool,
    /// Position after amount and round.
    end: usize,
}

/// `Acme raises $12M`.
fn raised(clause: &[Token], at: usize, style: Style<'_>, is_title: bool) -> Option<News> {
    let kinds = [RAISES.list(), RECEIVES.list(), ANNOUNCES.list()];
    let found =
        kinds.iter().enumerate().filter_map(|(kind, verbs)| Some((kind, longest_at(clause, at, verbs)?)));
    let (kind, (verb, end)) = found.max_by_key(|(_, (_, end))| *end)?;
    let raise = raise(clause, end)?;
    if is_doubtful(&clause[..raise.end]) || is_undone(&clause[raise.end..]) || is_history(clause) {
        return None;
    }
    let next = clause.get(raise.end);
    let is_last = next.is_none();
    let is_plain = match kind {
        _ if raise.is_round => true,
        _ if raise.amount.is_none() => false,
        0 if verb.starts_with("rais") => true,
        0 => next.is_none_or(|next| !next.is_word() || next.is_in("to from for led at as in with")),
        1 => {
            is_title
                && (is_last || next.is_some_and(|next| next.lower == "to") || is_from_name(clause, raise.end))
        }
        _ => false,
    };
    if !is_plain {
        return None;
    }
    let company = subject(&clause[..at], style).or_else(|| owner_of_round(&clause[..at], style))?;
    // A firm of investors raises money for its fund, a candidate for a campaign; films are quoted.
    if (is_fund(&company) || is_person(&company)) && !raise.is_round || is_quoted(&clause[..at], &company) {
        return None;
    }
    Some(news(company, raise.amount, None))
}

/// Whether the name is that of a firm of investors.
fn is_fund(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default().to_lowercase();
    ["ventures", "partners", "vc", "capital", "investments", "equity", "fund", "funds", "investors"]
        .contains(&last.as_str())
        || FUNDS.has(&name.to_lowercase())
}

fn is_person(name: &str) -> bool {
    let words: Vec<String> = name.split(' ').map(str::to_lowercase).collect();
    (2..=3).contains(&words.len())
        && GIVEN_NAMES.has(&words[0])
        && !words.iter().any(|word| is_organisation_noun(word))
}

/// The company in `Acme's latest round`.
fn owner_of_round(tokens: &[Token], style: Style<'_>) -> Option<String> {
    let owner = tokens.iter().position(Token::is_possessive)?;
    let rest = &tokens[owner + 1..];
    let is_round = rest.last().is_some_and(|last| last.is_in("round financing fundraise raise funding"));
    let is_plain = rest.iter().all(|token| FILLERS.has(&token.lower) || ROUND_WORDS.has(&token.lower));
    owner_name(tokens, 0, owner, style).filter(|_| is_round && is_plain)
}

/// Whether the name stands in quotation marks, as that of a film does.
fn is_quoted(tokens: &[Token], name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or_default();
    tokens.iter().any(|token| token.is_quoted && token.text == first)
}

/// Parses `a fresh $12M Series A`, `Series A of $12M`, `$12M in new funding`; `None` for anything else that is raised.
fn raise(clause: &[Token], from: usize) -> Option<Raise> {
    let mut at = from;
    let mut is_round = false;
    let mut has_strong_word = false;
    while at < clause.len().min(from + FILLER_LIMIT) {
        let token = &clause[at];
        if let Some(money) = token.money() {
            let (is_round_after, end) = after_amount(clause, at + 1)?;
            return Some(Raise { amount: Some(money.clone()), is_round: is_round || is_round_after, end });
        }
        if let Some(end) = series_at(clause, at) {
            (is_round, has_strong_word, at) = (true, true, end);
        } else if ROUND_WORDS.has(&token.lower) {
            is_round = true;
            let is_from = clause.get(at + 1).is_some_and(|next| next.is_in("from led"));
            has_strong_word |= token.is_in("seed pre-seed preseed round funding")
                || is_from && token.is_in("investment capital financing");
            at += 1;
        } else if FILLERS.has(&token.lower) || token.lower == "round" {
            at += 1;
        } else {
            break;
        }
    }
    while at > from && FILLERS.has(&clause[at - 1].lower) {
        at -= 1;
    }
    // Without an amount, only a named round or money from named investors is plain.
    let before = clause.get(at.checked_sub(1)?)?;
    let ends = clause.get(at).is_none_or(|next| !next.is_word() || CLAUSE_ENDS.has(&next.lower));
    let is_whole = has_strong_word && ends && !FILLERS.has(&before.lower);
    if !is_whole || is_other_money(clause, at) {
        return None;
    }
    let has_named_round =
        (from..at).any(|at| series_at(clause, at).is_some() || is_named_round(&clause[at].lower));
    let has_investors = clause.get(at).is_some_and(|next| next.is_in("from led"));
    (has_named_round || has_investors).then_some(Raise { amount: None, is_round: true, end: at })
}

/// Whether the words after an amount name a round, and where they end; `None` if they name something else.
fn after_amount(clause: &[Token], from: usize) -> Option<(bool, usize)> {
    if is_other_money(clause, from) {
        return None;
    }
    let mut at = from;
    let mut is_round = false;
    let mut has_noun = false;
    // The noun phrase directly after the amount.
    while let Some(token) = clause.get(at).filter(|token| token.is_word() && !CLAUSE_ENDS.has(&token.lower)) {
        if let Some(end) = series_at(clause, at) {
            (is_round, at) = (true, end);
            continue;
        }
        if VERBS.has(&token.lower) && is_round || token.is_in("last this today") {
            break;
        }
        let is_word = ROUND_WORDS.has(&token.lower);
        is_round |= is_word;
        has_noun |= !is_word && !token.is_in("more usd raise haul war chest today plus");
        at += 1;
        if at > from + PHRASE_LIMIT {
            break;
        }
    }
    if has_noun && !is_round {
        return None;
    }
    let noun_end = at;
    // `in new funding`, `as part of its seed round`, `across two rounds`.
    if clause.get(at).is_some_and(|next| next.is_in("in of as for from through across via at with on")) {
        let is_in = clause[at].is_in("in of as through across via for");
        let mut place = at + 1;
        while let Some(token) =
            clause.get(place).filter(|token| token.is_word() && place <= at + PHRASE_LIMIT)
        {
            if token.is_in("to from led with") {
                break;
            }
            if is_in && (series_at(clause, place).is_some() || ROUND_WORDS.has(&token.lower)) {
                is_round = true;
            }
            place += 1;
        }
        is_round |= is_from_investor(clause, at);
    }
    is_round |= clause.get(noun_end).is_some_and(|next| next.is_in("led co-led"));
    Some((is_round, noun_end))
}

/// Whether the words after an amount say that it is no round: a fund, a loan, a contract, a sale.
fn is_other_money(clause: &[Token], from: usize) -> bool {
    for (place, token) in clause.iter().enumerate().skip(from).take(PHRASE_LIMIT + 3) {
        // What follows is the purpose, not the kind of the money.
        if token.kind == Kind::Comma || token.is_in("to led that which after and ahead amid at valuing") {
            break;
        }
        if OTHER_MONEY.has(&token.lower) {
            let after_funding = place.checked_sub(1).is_some_and(|before| {
                ROUND_WORDS.has(&clause[before].lower) && token.is_in("deal deals facility campaign")
            });
            let is_purpose = (from..place).any(|at| clause[at].lower == "for") && PURPOSES.has(&token.lower);
            if !after_funding && !is_purpose {
                return true;
            }
        }
    }
    // `$2.4 billion in stock and debt offering`
    let is_offering = clause.iter().skip(from).take(6).any(|token| token.lower == "offering");
    // Aid by a public body.
    is_offering
        || (from..clause.len().min(from + 8)).any(|at| {
            clause[at].lower == "from"
                && clause
                    .get(at + 1..)
                    .unwrap_or_default()
                    .iter()
                    .take(4)
                    .any(|word| ROLES.has(&word.lower) && !GIVERS.has(&word.lower))
        })
}

/// Whether `from` and a firm of investors follow.
fn is_from_investor(clause: &[Token], at: usize) -> bool {
    clause.get(at).is_some_and(|token| token.is_in("from by"))
        && clause.get(at + 1..).unwrap_or_default().iter().take(6).any(|word| {
            word.is_in("capital ventures partners vc vcs investors angels equity fund venture accelerator combinator investments")
        })
}

/// Whether `from` and a name follow, which is neither a place nor a public body.
fn is_from_name(clause: &[Token], at: usize) -> bool {
    let Some(name) = clause.get(at + 1).filter(|_| clause[at].lower == "from") else { return false };
    let is_settled = clause[at..].iter().any(|word| word.is_in("settle resolve end study"));
    name.is_high() && !PLACES.has(&name.lower) && !NATIONALITIES.has(&name.lower) && !is_settled
}

/// The position after `Series A`, `Series B-1` or `pre-Series A`.
fn series_at(clause: &[Token], at: usize) -> Option<usize> {
    let first = clause.get(at)?;
    let second = clause.get(at + 1).filter(|second| second.is_word())?;
    let letter = second.lower.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+'));
    let is_letter = letter.len() == 1 && letter.chars().all(|c| ('a'..='k').contains(&c))
        || matches!(letter, "seed" | "aa" | "a-round");
    (first.is_in("series pre-series") && is_letter).then_some(at + 2)
}

fn is_named_round(lower: &str) -> bool {
    matches!(lower, "seed" | "pre-seed" | "preseed" | "angel")
}

/// `Pine Capital invests $5M in Acme`.
fn invested(clause: &[Token], at: usize, style: Style<'_>) -> Option<News> {
    let (verb, mut end) = longest_at(clause, at, INVESTS.list())?;
    // `Investors pour $5M into Acme`
    let is_unnamed = at <= 3 && clause[..at].iter().any(|token| token.is_in("investors vcs angels investor"));
    let investor = match investor(&clause[..at], style) {
        Some(investor) => investor,
        None if is_unnamed => String::new(),
        None => return None,
    };
    // The base form needs several investors.
    let is_several = clause[..at].iter().any(|token| token.kind == Kind::Comma || token.is_in("and &"));
    if INVEST.has(verb) && !is_several && !is_unnamed {
        return None;
    }
    while clause
        .get(end)
        .is_some_and(|token| token.is_word() && FILLERS.has(&token.lower) && token.lower != "in")
    {
        end += 1;
    }
    let amount = clause.get(end).and_then(Token::money).cloned();
    let mut place = end + usize::from(amount.is_some());
    // Without an amount, only a firm of investors is sure to take part in a round.
    let is_firm = is_fund(&investor);
    if amount.is_none() && !(is_firm && verb.contains("invest")) {
        return None;
    }
    while clause.get(place).is_some_and(|token| token.is_in("more investment equity")) {
        place += 1;
    }
    let joint = clause.get(place)?;
    if !joint.is_in("in into on") {
        return None;
    }
    let (company, length) = invested_company(clause, place + 1, style)?;
    let end = place + 1 + length;
    // `invests $1B in Acme plant` and `in Acme's new factory` are no rounds.
    if is_doubtful(&clause[..end]) || is_history(clause) || is_undone(clause) {
        return None;
    }
    Some(news(company, amount, Some(investor).filter(|investor| !investor.is_empty())))
}

/// The first of the investors in front of the verb.
fn investor(tokens: &[Token], style: Style<'_>) -> Option<String> {
    let end = tokens.iter().position(|token| token.kind == Kind::Comma);
    let first = end.map_or(tokens, |end| &tokens[..end]);
    subject(tokens, style).filter(|_| end.is_none()).or_else(|| name(first, style))
}

fn invested_company(clause: &[Token], from: usize, style: Style<'_>) -> Option<(String, usize)> {
    let rest = clause.get(from..)?;
    let end =
        rest.iter().position(|token| !token.is_word() || CLAUSE_ENDS.has(&token.lower)).unwrap_or(rest.len());
    // A possessive or a number announces a thing that the company has.
    let has_owner =
        rest[..end].iter().any(|word| word.is_possessive() && !PLACES.has(&word.owner().to_lowercase()));
    if has_owner {
        return None;
    }
    object(rest, style)
}

/// `Pine Capital leads $9M round in Acme`, `leads Acme's $9M Series A`, `backs Acme with $5M`.
fn led(clause: &[Token], at: usize, style: Style<'_>) -> Option<News> {
    let (verb, end) = longest_at(clause, at, LEADS.list())?;
    let investor = investor(&clause[..at], style);
    let found = match raise(clause, end) {
        Some(raise) if raise.is_round => {
            let joint = clause[raise.end..].iter().position(|token| token.is_in("in for into of by"))?;
            let (company, length) = object(&clause[raise.end + joint + 1..], style)?;
            (company, raise.amount, raise.end + joint + 1 + length)
        }
        _ if verb.starts_with("back") => {
            let (company, length) = object(&clause[end..], style)?;
            let place = end + length;
            let with = clause.get(place).filter(|token| token.is_in("with in"));
            let raise = with.and_then(|_| raise(clause, place + 1)).filter(|raise| raise.amount.is_some())?;
            (company, raise.amount, raise.end)
        }
        _ => {
            let owner = (end..clause.len().min(end + 6)).find(|at| clause[*at].is_possessive())?;
            let raise = raise(clause, owner + 1).filter(|raise| raise.is_round)?;
            (owner_name(clause, end, owner, style)?, raise.amount, raise.end)
        }
    };
    let (company, amount, end) = found;
    (!is_doubtful(&clause[..end]) && !is_history(clause)).then(|| news(company, amount, investor))
}

fn owner_name(clause: &[Token], from: usize, owner: usize, style: Style<'_>) -> Option<String> {
    let mut words = clause.get(from..=owner)?.to_vec();
    let last = words.last_mut()?;
    last.text = last.owner().to_owned();
    last.lower = last.text.to_lowercase();
    name(&words, style)
}

/// `Acme's $20M Series B`.
fn of_owner(clause: &[Token], at: usize, lead: &str) -> Option<News> {
    let owner = clause.get(at).filter(|owner| owner.is_possessive() && owner.is_high())?;
    let raise = raise(clause, at + 1).filter(|raise| raise.is_round && raise.amount.is_some())?;
    let start = (0..at)
        .rev()
        .find(|before| {
            let token = &clause[*before];
            !token.is_word()
                || VERBS.has(&token.lower)
                || CLAUSE_ENDS.has(&token.lower)
                || token.lower == "inside"
                || !token.is_high()
        })
        .map_or(0, |before| before + 1);
    let starts_clause = start == 0
        || clause[..start].iter().all(|token| token.is_in("inside on behind in with"))
        || clause[start - 1].lower == "in"
        || VERBS.has(&clause[start - 1].lower);
    let is_sure = starts_clause && !is_doubtful(clause) && !is_history(clause);
    // The headline's style is seen from the noun of the round.
    let is_title_case = clause.get(at + 2).is_none_or(|next| next.is_high()) && owner.is_high();
    let company = owner_name(clause, start, at, Style { is_title_case, lead })?;
    is_sure.then(|| news(company, raise.amount, None))
}

/// `Acme emerges from stealth with $20M in seed funding`, `Acme valued at $1B after $100M round`.
fn with_round(clause: &[Token], at: usize, style: Style<'_>) -> Option<News> {
    let is_joint = clause[at].is_in("with after following on in as via by to");
    if !is_joint {
        return None;
    }
    let mut from = at + 1;
    let mut is_raise = false;
    for verb in [
        "raising",
        "closing",
        "securing",
        "landing",
        "it raises",
        "it raised",
        "it secures",
        "it closes",
        "bagging",
    ] {
        if let Some(end) = phrase_at(clause, from, verb) {
            (from, is_raise) = (end, true);
        }
    }
    let raise = raise(clause, from).filter(|raise| raise.amount.is_some())?;
    // `extends Series B with additional $9M`
    let has_round =
        (0..at).any(|at| series_at(clause, at).is_some() || clause[at].is_in("round seed funding"));
    if !raise.is_round && !is_raise && !has_round {
        return None;
    }
    // `sails to a $65M Series B`, but not `grows investment to $65M`.
    let has_named_round =
        (from..raise.end).any(|at| series_at(clause, at).is_some() || is_named_round(&clause[at].lower));
    if clause[at].lower == "to" && !has_named_round {
        return None;
    }
    let is_bare_in = clause[at].is_in("in on by via");
    if clause[at].lower == "to" && at > 1 && !VERBS.has(&clause[at - 1].lower) {
        // An unknown verb such as `sails`: the name in front of it must be written as one.
        let verb = &clause[at - 1];
        let is_verb = verb.lower.ends_with('s') && !verb.is_possessive() && !verb.is_high();
        let company =
            is_verb.then(|| subject(&clause[..at - 1], Style { is_title_case: false, ..style })).flatten()?;
        return (!is_doubtful(&clause[..raise.end])).then(|| news(company, raise.amount, None));
    }
    let verb = (1..at)
        .find(|place| VERBS.has(&clause[*place].lower) || clause[*place].is_in("valued out lands now"))?;
    let is_fitting = match clause[verb].lower.as_str() {
        "valued" | "hits" | "becomes" | "reaches" | "tops" | "now" | "joins" | "gets" | "achieves" => true,
        // Others' money: what someone buys, sells or pays.
        "buys" | "acquires" | "sells" | "sold" | "bought" | "acquired" | "pays" | "invests" | "leads"
        | "backs" | "spends" | "led" | "backed" | "invested" | "helps" | "sues" | "settles" | "joined"
        | "hires" | "appoints" | "names" => false,
        _ => !is_bare_in,
    };
    if !is_fitting || is_doubtful(&clause[..raise.end]) || is_history(clause) {
        return None;
    }
    let style = Style { is_title_case: clause[verb].is_high(), ..style };
    let words = &clause[..verb];
    // `Acme's push into Asia gathers steam with $9M seed round`
    let owner = words.iter().position(Token::is_possessive).filter(|owner| *owner + 1 < words.len());
    let company = subject(words, style).or_else(|| {
        owner.filter(|_| !style.is_title_case).and_then(|owner| owner_name(words, 0, owner, style))
    })?;
    Some(news(company, raise.amount, None))
}

/// `With $1.4M in new funding, Acme …`.
fn opening(clause: &[Token], lead: &str) -> Option<News> {
    let first = clause.first()?;
    let opens = first.is_in("with after armed fresh flush backed following on boosted fueled buoyed having bolstered loaded powered");
    let comma = clause.iter().position(|token| token.kind == Kind::Comma).filter(|_| opens)?;
    let money = clause[..comma].iter().position(|token| token.money().is_some())?;
    let from = (1..money).rev().find(|at| {
        !FILLERS.has(&clause[*at].lower)
            && !ROUND_WORDS.has(&clause[*at].lower)
            && series_at(clause, at.saturating_sub(1)).is_none()
    });
    let raise = raise(&clause[..comma], from.map_or(1, |at| at + 1))?;
    let has_verb = clause[..money].iter().any(|token| token.is_in("raising closing securing raised landing"));
    if !raise.is_round && !has_verb && !is_from_investor(clause, raise.end) {
        return None;
    }
    let rest = &clause[comma + 1..];
    let verb = (1..rest.len()).find(|at| {
        let token = &rest[*at];
        !token.is_word() || VERBS.has(&token.lower) || CLAUSE_ENDS.has(&token.lower) || token.is_possessive()
    });
    let verb = verb.or_else(|| (1..rest.len()).find(|at| !rest[*at].is_high()))?;
    let is_title_case = rest[verb].is_high();
    if is_doubtful(&clause[..comma]) || is_history(&clause[..comma]) {
        return None;
    }
    let words = &rest[..verb];
    // In sentence case, the name ends where the capitals end.
    let length =
        words.iter().position(|word| !word.is_high()).filter(|at| *at > 0 && !is_title_case).unwrap_or(verb);
    let company = if words[0].is_high() {
        name(&words[..length], Style { is_title_case, lead })
    } else {
        subject(words, Style { is_title_case, lead })
    };
    Some(news(company?, raise.amount, None))
}
