//! Acquisitions: `Harbor acquires Quill`, `Quill bought by Harbor`, `Harbor completes acquisition of Quill`.

use records::Money;

use super::{
    clause::{is_doubtful, is_history, is_undone, longest_at, phrase_at},
    event::{News, NewsKind},
    lexicon::{
        ADVERBS, BOUGHT_BY, BUYS, BUYS_UNSURE, CLAUSE_ENDS, COMMITS, COMPLETES, EXPANDS_BY, PAYS, SOLD,
        SPORTS, VERBS, WHOLE, is_function_word,
    },
    names::{Style, object, subject},
    token::{Kind, Token},
};

/// Most words between the parts of a phrase.
const REACH: usize = 14;

/// The acquisition that a clause reports.
pub(super) fn acquisition(clause: &[Token], lead: &str, is_title: bool) -> Option<(usize, News)> {
    (1..clause.len()).find_map(|at| {
        let found = bought_by(clause, at, lead, is_title)
            .or_else(|| buys(clause, at, lead))
            .or_else(|| completes(clause, at, lead))
            .or_else(|| expands(clause, at, lead))
            .or_else(|| takes_private(clause, at, lead))
            .or_else(|| agrees_to_sale(clause, at, lead))
            .or_else(|| pays(clause, at, lead))
            .or_else(|| sold(clause, at, lead));
        found.map(|news| (at, news))
    })
}

fn news(clause: &[Token], buyer: String, target: String, price: Option<Money>, end: usize) -> Option<News> {
    let same = |a: &str, b: &str| {
        let (a, b) = (a.to_lowercase(), b.to_lowercase());
        a == b || a.starts_with(&format!("{b} ")) || b.starts_with(&format!("{a} "))
    };
    if same(&buyer, &target)
        || is_doubtful(&clause[..end])
        || is_undone(&clause[end..])
        || is_history(clause)
        || is_sport(clause)
    {
        return None;
    }
    let confidence = 0.7 + if price.is_some() { 0.2 } else { 0.0 };
    Some(News {
        kind: NewsKind::Acquisition,
        company: buyer,
        target: Some(target),
        amount: price,
        round: None,
        investors: Vec::new(),
        confidence,
    })
}

/// Whether players rather than companies change hands.
fn is_sport(clause: &[Token]) -> bool {
    clause.iter().any(|token| SPORTS.has(&token.lower))
}

/// The position after words that say that most or all of a company is bought; `None` for a smaller part.
fn whole(clause: &[Token], from: usize) -> Option<usize> {
    let mut at = from;
    while clause.get(at).is_some_and(|token| token.is_in("a an the")) {
        at += 1;
    }
    if let Some((_, end)) = longest_at(clause, at, WHOLE.list()) {
        return Some(end);
    }
    let Some(token) = clause.get(at) else { return Some(at) };
    let number = token.lower.trim_end_matches('%').trim_end_matches("-percent");
    let next = clause.get(at + 1).map_or("", |next| next.lower.as_str());
    let is_percent = token.lower.ends_with('%')
        || token.lower.ends_with("-percent")
        || matches!(next, "%" | "percent" | "pct" | "per");
    if let Some(share) = number.parse::<f64>().ok().filter(|_| is_percent) {
        let joint = (at + 1..clause.len().min(at + 8)).find(|place| clause[*place].is_in("of in"))?;
        let mut end = joint + 1;
        // `51 % of the shares in Quill`
        if let Some(second) = (end..clause.len().min(end + 4)).find(|place| clause[*place].is_in("of in"))
            && clause[end..second].iter().all(|token| !token.is_high())
        {
            end = second + 1;
        }
        return (share > 50.0).then_some(end);
    }
    // The article is kept for the name: `The Information`.
    Some(if clause.get(from).is_some_and(|token| token.is_high() && token.lower == "the") {
        from
    } else {
        at
    })
}

/// `takes controlling stake in`: the verb alone says nothing.
fn takes_whole(clause: &[Token], at: usize) -> Option<(&'static str, usize)> {
    let (_, end) =
        longest_at(clause, at, &["takes", "took", "to take", "will take", "secures", "gains", "to get"])?;
    let from = end + usize::from(clause.get(end).is_some_and(|token| token.is_in("a the")));
    longest_at(clause, from, WHOLE.list()).filter(|(whole, _)| !whole.starts_with("all"))?;
    Some(("acquires", end))
}

/// `Harbor acquires Quill for $90M`.
fn buys(clause: &[Token], at: usize, lead: &str) -> Option<News> {
    let (verb, end) = longest_at(clause, at, BUYS.list()).or_else(|| takes_whole(clause, at))?;
    let last = &clause[end - 1];
    let style = Style { is_title_case: last.is_high(), lead };
    let mut front = &clause[..at];
    let is_infinitive = verb.starts_with("to ");
    if is_infinitive {
        // `upgraded to Buy from Hold`
        let is_rating = clause.get(end).is_none_or(|next| {
            !next.is_word() || CLAUSE_ENDS.has(&next.lower) || next.is_in("rating now this these")
        });
        let is_mixed = style.is_title_case
            && front.iter().any(|token| {
                token.is_word()
                    && !token.is_high()
                    && token.lower.len() > 3
                    && !CLAUSE_ENDS.has(&token.lower)
                    && !ADVERBS.has(&token.lower)
                    && !is_function_word(&token.lower)
            });
        if is_rating || is_mixed {
            return None;
        }
        // `Harbor signs deal to acquire Quill`, `Harbor pays 9 times EBIT to acquire Quill`
        let commits = (1..front.len())
            .find(|place| longest_at(clause, *place, COMMITS.list()).is_some_and(|(_, end)| end <= at));
        if let Some(commits) = commits {
            let has_other_verb =
                front[commits + 1..].iter().any(|token| VERBS.has(&token.lower) && !token.is_in("offer cut"));
            if has_other_verb && !front[commits].is_in("has announced announces") {
                return None;
            }
            // `said on Tuesday it has agreed`: the pronoun leads back to the name.
            front = &clause[..commits];
        }
    }
    if verb == "buys back" || clause.get(end).is_some_and(|next| next.lower == "back") {
        return None;
    }
    let from = whole(clause, end)?;
    let (target, length) = object(&clause[from..], style)?;
    let end_of_object = from + length;
    // `shells out $150M to buy Quill`
    let paid = clause[front.len()..at].iter().find_map(Token::money).cloned();
    let price = paid.or_else(|| price(clause, at, end_of_object));
    let buyer = subject(front, style)?;
    // `takes over as CEO`, `Smith takes over Quill`
    if BUYS_UNSURE.has(verb) {
        let lower = lead.to_lowercase();
        let is_told =
            ["acqui", "buys ", "bought", "purchase", "takeover"].iter().any(|word| lower.contains(word))
                && lower.contains(&target.to_lowercase());
        let has_price = price.is_some() && clause.get(end_of_object).is_some_and(|next| next.is_in("for in"));
        let is_post = clause.get(end_of_object).is_some_and(|next| next.lower == "as");
        if !(is_told || has_price) || is_post {
            return None;
        }
    }
    news(clause, buyer, target, price, end_of_object)
}

/// `Quill acquired by Harbor`.
fn bought_by(clause: &[Token], at: usize, lead: &str, is_title: bool) -> Option<News> {
    let (_, end) = longest_at(clause, at, BOUGHT_BY.list())?;
    let style = Style { is_title_case: clause[at].is_high(), lead };
    let mut front = &clause[..at];
    let before = front.len();
    while let Some((last, rest)) = front.split_last()
        && (last.is_in("is was been being gets got be to will has agrees agreed are announces it signs deal agreement enters into definitive an a have were") || ADVERBS.has(&last.lower))
        && !rest.is_empty()
    {
        front = rest;
    }
    let has_auxiliary = front.len() < before;
    // `Quill, bought by Harbor in spring, …` and `the startup bought by Harbor` look back.
    let is_aside = front.last().is_some_and(|last| last.kind == Kind::Comma) && !has_auxiliary;
    if is_aside || !is_title && !has_auxiliary {
        return None;
    }
    let target = subject(front, style)?;
    let mut from = end;
    while clause.get(from).is_some_and(|token| token.is_in("a an private its us rival")) {
        from += 1;
    }
    let (buyer, length) = object(&clause[from..], style)?;
    let end = from + length;
    news(clause, buyer, target, price(clause, at, end), end)
}

/// `Harbor completes $90M acquisition of Quill`, `Harbor completes Quill acquisition`.
fn completes(clause: &[Token], at: usize, lead: &str) -> Option<News> {
    let (verb, end) = longest_at(clause, at, COMPLETES.list())?;
    let style = Style { is_title_case: clause[at].is_high(), lead };
    let noun = (end..clause.len().min(end + REACH))
        .find(|place| clause[*place].is_in("acquisition purchase takeover buyout buy-out acquisitions"))?;
    if clause[end..noun].iter().any(|token| matches!(token.kind, Kind::Comma | Kind::Stop))
        || is_doubtful(&clause[end..noun])
    {
        return None;
    }
    let buyer = subject(&clause[..at], style)?;
    let mut price = clause[end..noun].iter().find_map(Token::money).cloned();
    if let Some(from) = phrase_at(clause, noun + 1, "of") {
        let between = &clause[end..noun];
        let is_plain = between.iter().all(|token| {
            token.money().is_some()
                || token.is_in("a an the its previously announced proposed all-cash all-stock first second third largest biggest strategic cash full another agreement deal majority that it has completed new latest closing completion of for to on up landmark transformative billion leveraged management and definitive record close blockbuster pending with big us u.s")
        });
        if !is_plain {
            return None;
        }
        let from = whole(clause, from)?;
        let (target, length) = object(&clause[from..], style)?;
        price = price.or_else(|| self::price(clause, noun, from + length));
        return news(clause, buyer, target, price, from + length);
    }
    // `of 51 %`, `by`: another sentence.
    if clause
        .get(noun + 1)
        .is_some_and(|next| next.is_word() && !CLAUSE_ENDS.has(&next.lower) && !ADVERBS.has(&next.lower))
    {
        return None;
    }
    if !(verb.contains("complet")
        || verb.contains("clos")
        || verb.contains("finali")
        || verb.contains("announc")
        || verb.contains("confirm")
        || verb.contains("wrap")
        || verb.contains("seal")
        || verb.contains("conclud"))
    {
        return None;
    }
    let from = (end..noun)
        .rev()
        .find(|place| clause[*place].money().is_some() || clause[*place].is_in("its the a of"))
        .map_or(end, |place| place + 1);
    let (target, length) = object(&clause[from..noun], style)?;
    (length == noun - from).then_some(())?;
    price = price.or_else(|| self::price(clause, noun, noun + 1));
    news(clause, buyer, target, price, noun + 1)
}

/// `Harbor expands in Asia with acquisition of Quill`, `Harbor enters Spain by buying Quill`.
fn expands(clause: &[Token], at: usize, lead: &str) -> Option<News> {
    let (_, end) = longest_at(clause, at, EXPANDS_BY.list())?;
    let verb = (1..at).find(|place| VERBS.has(&clause[*place].lower))?;
    if clause[verb]
        .is_in("says said denies sues slams fights opposes warns backs urges wants may could would")
    {
        return None;
    }
    let style = Style { is_title_case: clause[verb].is_high(), lead };
    let from = whole(clause, end)?;
    let (target, length) = object(&clause[from..], style)?;
    let buyer = subject(&clause[..verb], style)?;
    news(clause, buyer, target, price(clause, at, from + length), from + length)
}

/// `Oakmoor takes Quill private`.
fn takes_private(clause: &[Token], at: usize, lead: &str) -> Option<News> {
    let (_, end) = longest_at(clause, at, &["takes", "took", "to take", "will take", "is taking"])?;
    let private = (end..clause.len().min(end + REACH)).find(|place| clause[*place].lower == "private")?;
    let style = Style { is_title_case: clause[end - 1].is_high(), lead };
    let (target, length) = object(&clause[end..private], style)?;
    (length == private - end).then_some(())?;
    let buyer = subject(&clause[..at], style)?;
    news(clause, buyer, target, price(clause, private, private + 1), private + 1)
}

/// `Quill agrees to $3B takeover by Harbor`.
fn agrees_to_sale(clause: &[Token], at: usize, lead: &str) -> Option<News> {
    let (_, end) = longest_at(clause, at, &["agrees to", "agreed to", "agrees", "accepts", "agrees on"])?;
    let style = Style { is_title_case: clause[at].is_high(), lead };
    let noun = (end..clause.len().min(end + 5))
        .find(|place| clause[*place].is_in("takeover buyout acquisition sale"))?;
    let is_plain =
        |token: &Token| token.money().is_some() || token.is_in("a an the its cash all-cash all-stock");
    let by = clause.get(noun + 1)?;
    let fits = if clause[noun].lower == "sale" { by.lower == "to" } else { by.lower == "by" };
    if !fits || !clause[end..noun].iter().all(is_plain) {
        return None;
    }
    let (buyer, length) = object(&clause[noun + 2..], style)?;
    let target = subject(&clause[..at], style)?;
    let price = clause[end..noun].iter().find_map(Token::money).cloned();
    news(clause, buyer, target, price, noun + 2 + length)
}

/// `Harbor pays $90M for Quill`, if the text below confirms that a company was bought.
fn pays(clause: &[Token], at: usize, lead: &str) -> Option<News> {
    let (_, end) = longest_at(clause, at, PAYS.list())?;
    let style = Style { is_title_case: clause[at].is_high(), lead };
    let amount = (end..clause.len().min(end + 5)).find(|place| clause[*place].money().is_some())?;
    clause.get(amount + 1).filter(|token| token.is_in("for on"))?;
    let (target, length) = object(&clause[amount + 2..], style)?;
    let lower = lead.to_lowercase();
    let is_told = ["acquire", "acquisition", "takeover", "to buy", "buyout", "bought the company"]
        .iter()
        .any(|word| lower.contains(word))
        && lower.contains(&target.to_lowercase());
    let buyer = subject(&clause[..at], style).filter(|_| is_told)?;
    news(clause, buyer, target, clause[amount].money().cloned(), amount + 2 + length)
}

/// `Quill sells itself to Harbor`, `Quill sold to Harbor for $90M`, `Pine sells Quill to Harbor`.
fn sold(clause: &[Token], at: usize, lead: &str) -> Option<News> {
    let style = Style { is_title_case: clause[at].is_high(), lead };
    if let Some((verb, end)) = longest_at(clause, at, SOLD.list()) {
        let target = subject(&clause[..at], style)?;
        let (buyer, length) = object(&clause[end..], style)?;
        let price = price(clause, at, end + length);
        let is_sure = verb.contains("itself") || price.is_some();
        return is_sure.then(|| news(clause, buyer, target, price, end + length))?;
    }
    let (_, end) = longest_at(clause, at, &["sells", "sold", "to sell", "agrees to sell"])?;
    let (target, length) = object(&clause[end..], style)?;
    let joint = end + length;
    clause.get(joint).filter(|token| token.lower == "to")?;
    let (buyer, length) = object(&clause[joint + 1..], style)?;
    subject(&clause[..at], style)?;
    let end = joint + 1 + length;
    let price = price(clause, at, end);
    price.as_ref()?;
    news(clause, buyer, target, price, end)
}

/// The price that is stated next to the verb or after the object.
fn price(clause: &[Token], verb: usize, end_of_object: usize) -> Option<Money> {
    let before = (verb..end_of_object).find(|at| clause[*at].money().is_some());
    let front = (1..verb).rev().take(6).find(|at| {
        clause[*at].money().is_some()
            && (1..4).any(|back| {
                at.checked_sub(back).is_some_and(|at| {
                    clause[at].is_in("in pays paid spends pay strikes inks signs agrees reaches a")
                })
            })
    });
    let after = (end_of_object..clause.len()).find(|at| {
        let is_price = (1..=6).any(|back| {
            at.checked_sub(back).filter(|place| *place >= end_of_object).is_some_and(|place| {
                clause[place].is_in("for in worth valued at deal paying price of valuing with approximately")
            })
        });
        let next = clause.get(at + 1).map_or("", |next| next.lower.as_str());
        let is_other = matches!(
            next,
            "revenue"
                | "revenues"
                | "sales"
                | "debt"
                | "assets"
                | "users"
                | "fund"
                | "in"
                | "push"
                | "market"
        ) && !(next == "in"
            && clause.get(at + 2).is_some_and(|word| word.is_in("cash stock shares all-stock a an")));
        clause[*at].money().is_some() && is_price && !is_other
    });
    before.or(after).or(front).and_then(|at| clause[at].money().cloned())
}
