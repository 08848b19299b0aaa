//! Reads queries in SQL, as far as filters can express them: `SELECT * FROM person WHERE …`.

use serde_json::Value;

use super::expression::{Expression, How};

/// Characters of a query.
const CHARACTERS_MAX: usize = 20_000;
/// How deep brackets and NOT may lie in each other.
const DEPTH_MAX: usize = 50;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Number(f64),
    Sign(&'static str),
}

/// Signs, the longer before the shorter.
const SIGNS: [&str; 12] = ["<=", ">=", "<>", "!=", "=", "<", ">", "(", ")", ",", "*", ";"];

/// Reads a query on a table.
pub(super) fn read(sql: &str, table: &str) -> Result<Expression, String> {
    if sql.len() > CHARACTERS_MAX {
        return Err(format!("A query has at most {CHARACTERS_MAX} characters."));
    }
    let mut reader = Reader { tokens: tokens(sql)?, next: 0, depth: 0 };
    let begins = reader.takes_word("select") && reader.takes_sign("*") && reader.takes_word("from");
    if !begins || !reader.takes_word(table) {
        return Err(format!("A query begins with SELECT * FROM {table}."));
    }
    let read = if reader.takes_word("where") { reader.any()? } else { Expression::All(Vec::new()) };
    reader.takes_sign(";");
    match reader.peek() {
        None => Ok(read),
        Some(token) => Err(format!("{} is not supported after the conditions.", shown(token))),
    }
}

fn tokens(sql: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = sql.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first == '\'' || first == '"' {
            let (text, length) = quoted(rest, first)?;
            tokens.push(Token::Text(text));
            length
        } else if let Some(sign) = SIGNS.iter().copied().find(|sign| rest.starts_with(*sign)) {
            tokens.push(Token::Sign(sign));
            sign.len()
        } else {
            let end = rest.find(|letter: char| !(letter.is_alphanumeric() || "_.-".contains(letter)));
            let word = &rest[..end.unwrap_or(rest.len())];
            if word.is_empty() {
                return Err(format!("\"{first}\" is not supported."));
            }
            let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
            let is_number = word.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
            tokens.push(match number.filter(|_| is_number) {
                Some(number) => Token::Number(number),
                None => Token::Word(word.to_owned()),
            });
            word.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// A text in quotes, in which two quotes stand for one, and its length with them.
fn quoted(rest: &str, quote: char) -> Result<(String, usize), String> {
    let mut text = String::new();
    let mut letters = rest.char_indices().skip(1).peekable();
    while let Some((place, letter)) = letters.next() {
        if letter != quote {
            text.push(letter);
        } else if letters.next_if(|(_, next)| *next == quote).is_some() {
            text.push(quote);
        } else {
            return Ok((text, place + quote.len_utf8()));
        }
    }
    Err("A text has no closing quote.".to_owned())
}

fn shown(token: &Token) -> String {
    match token {
        Token::Word(word) => word.to_uppercase(),
        Token::Text(text) => format!("'{text}'"),
        Token::Number(number) => number.to_string(),
        Token::Sign(sign) => format!("\"{sign}\""),
    }
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.next).cloned();
        self.next += 1;
        token
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_it = matches!(self.peek(), Some(Token::Word(own)) if own.eq_ignore_ascii_case(word));
        self.next += usize::from(is_it);
        is_it
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let is_it = matches!(self.peek(), Some(Token::Sign(own)) if *own == sign);
        self.next += usize::from(is_it);
        is_it
    }

    fn any(&mut self) -> Result<Expression, String> {
        let mut parts = vec![self.all()?];
        while self.takes_word("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Any(parts) })
    }

    fn all(&mut self) -> Result<Expression, String> {
        let mut parts = vec![self.one()?];
        while self.takes_word("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::All(parts) })
    }

    fn one(&mut self) -> Result<Expression, String> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(format!("Conditions lie in each other at most {DEPTH_MAX} deep."));
        }
        let read = if self.takes_word("not") {
            Expression::Not(Box::new(self.one()?))
        } else if self.takes_sign("(") {
            let inner = self.any()?;
            if !self.takes_sign(")") {
                return Err("A bracket is not closed.".to_owned());
            }
            inner
        } else {
            self.condition()?
        };
        self.depth -= 1;
        Ok(read)
    }

    fn condition(&mut self) -> Result<Expression, String> {
        let Some(Token::Word(field)) = self.take() else {
            return Err("A condition begins with the name of a field.".to_owned());
        };
        let field = field.to_lowercase();
        if self.takes_word("is") {
            let is_missing = !self.takes_word("not");
            if !self.takes_word("null") {
                return Err(format!("IS of {field} takes NULL or NOT NULL."));
            }
            return Ok(negated(is_missing, Expression::test(&field, How::Exists)));
        }
        let is_negated = self.takes_word("not");
        let how = if self.takes_word("in") {
            How::OneOf(self.list(&field)?)
        } else if self.takes_word("like") {
            like(&field, &self.value(&field)?)?
        } else if self.takes_word("between") {
            let low = self.whole(&field)?;
            if !self.takes_word("and") {
                return Err(format!("BETWEEN of {field} takes two numbers with AND."));
            }
            How::Between(Some(low), Some(self.whole(&field)?))
        } else {
            return self.comparison(&field, is_negated);
        };
        Ok(negated(is_negated, Expression::test(&field, how)))
    }

    fn comparison(&mut self, field: &str, is_negated: bool) -> Result<Expression, String> {
        let sign = match self.take() {
            Some(Token::Sign(sign)) if !is_negated => sign,
            Some(token) => return Err(format!("{} after {field} is not supported.", shown(&token))),
            None => return Err(format!("{field} lacks a comparison.")),
        };
        let how = match sign {
            "=" | "!=" | "<>" => How::OneOf(vec![self.value(field)?]),
            ">=" => How::Between(Some(self.whole(field)?), None),
            ">" => How::Between(Some(self.whole(field)?.saturating_add(1)), None),
            "<=" => How::Between(None, Some(self.whole(field)?)),
            "<" => How::Between(None, Some(self.whole(field)?.saturating_sub(1))),
            other => return Err(format!("\"{other}\" after {field} is not supported.")),
        };
        Ok(negated(matches!(sign, "!=" | "<>"), Expression::test(field, how)))
    }

    fn list(&mut self, field: &str) -> Result<Vec<Value>, String> {
        let unclosed = || format!("IN of {field} takes values in brackets.");
        if !self.takes_sign("(") {
            return Err(unclosed());
        }
        let mut values = vec![self.value(field)?];
        while self.takes_sign(",") {
            values.push(self.value(field)?);
        }
        if self.takes_sign(")") { Ok(values) } else { Err(unclosed()) }
    }

    fn value(&mut self, field: &str) -> Result<Value, String> {
        match self.take() {
            Some(Token::Text(text)) => Ok(text.into()),
            Some(Token::Number(number)) => Ok(match number.fract() == 0.0 {
                true => Value::from(number as i64),
                false => Value::from(number),
            }),
            Some(Token::Word(word)) if word.eq_ignore_ascii_case("true") => Ok(true.into()),
            Some(Token::Word(word)) if word.eq_ignore_ascii_case("false") => Ok(false.into()),
            _ => Err(format!("{field} lacks a value; texts stand in quotes.")),
        }
    }

    fn whole(&mut self, field: &str) -> Result<i64, String> {
        let value = self.value(field)?;
        let number = value.as_i64().or_else(|| value.as_str()?.parse().ok());
        number.ok_or_else(|| format!("{field} is compared with a whole number."))
    }
}

fn negated(is_negated: bool, inner: Expression) -> Expression {
    if is_negated { Expression::Not(Box::new(inner)) } else { inner }
}

/// A pattern: words between two `%`, or a value without any.
fn like(field: &str, pattern: &Value) -> Result<How, String> {
    let pattern = pattern.as_str().ok_or_else(|| format!("LIKE of {field} takes a text."))?;
    let inner = pattern.strip_prefix('%').and_then(|rest| rest.strip_suffix('%'));
    match inner {
        Some(words) if !words.contains(['%', '_']) && !words.trim().is_empty() => {
            Ok(How::Contains(words.to_owned()))
        }
        None if !pattern.contains(['%', '_']) => Ok(How::OneOf(vec![pattern.into()])),
        _ => Err(format!("LIKE of {field} takes '%words%'; other patterns are not supported.")),
    }
}
