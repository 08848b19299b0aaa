//! Email address patterns and mail providers of companies.

use std::collections::HashMap;

use crate::{
    rng::{Purpose, Rng},
    words::names::PersonName,
    world::World,
};

/// Pattern of the local part of a company's addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailPattern {
    /// anna.weber
    FirstDotLast,
    /// aweber
    InitialLast,
    /// anna
    First,
    /// a.weber
    InitialDotLast,
    /// annaw
    FirstInitial,
    /// annaweber
    FirstLast,
    /// anna_weber
    FirstUnderscoreLast,
    /// weber.anna
    LastDotFirst,
    /// weber
    Last,
}

use EmailPattern as P;

impl EmailPattern {
    /// The local part of a name, without the number that namesakes get.
    pub(crate) fn local(self, name: &PersonName) -> String {
        let mut first = name.given_letters();
        let last = name.family_letters();
        match self {
            P::FirstDotLast => first + "." + &last,
            P::FirstUnderscoreLast => first + "_" + &last,
            P::FirstLast => first + &last,
            P::LastDotFirst => last + "." + &first,
            P::First => first,
            P::Last => last,
            P::InitialLast => {
                first.truncate(1);
                first + &last
            }
            P::InitialDotLast => {
                first.truncate(1);
                first + "." + &last
            }
            P::FirstInitial => first + &last[..1],
        }
    }
}

/// Mail settings of a company.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mail {
    pub(crate) pattern: EmailPattern,
    pub(crate) provider: &'static str,
    pub(crate) catch_all: bool,
}

impl World {
    pub(crate) fn mail(&self, company: u64) -> Mail {
        let mut rng = Rng::new(self.seed, company, Purpose::Mail);
        let size = self.size(company);
        let pattern = match size {
            0..=12 => rng.weighted(&[
                (56, P::First),
                (22, P::FirstDotLast),
                (10, P::InitialLast),
                (5, P::FirstInitial),
                (5, P::Last),
                (2, P::FirstLast),
            ]),
            13..=120 => rng.weighted(&[
                (40, P::FirstDotLast),
                (22, P::InitialLast),
                (16, P::First),
                (8, P::InitialDotLast),
                (6, P::FirstInitial),
                (5, P::FirstLast),
                (3, P::FirstUnderscoreLast),
            ]),
            _ => rng.weighted(&[
                (56, P::FirstDotLast),
                (20, P::InitialLast),
                (8, P::InitialDotLast),
                (6, P::FirstUnderscoreLast),
                (5, P::FirstLast),
                (5, P::LastDotFirst),
            ]),
        };
        let provider = rng.weighted(&[
            (40, "Google Workspace"),
            (42, "Microsoft 365"),
            (6, "Zoho Mail"),
            (5, "Proton Mail"),
            (7, "self-hosted"),
        ]);
        Mail { pattern, provider, catch_all: rng.chance(13) }
    }

    /// The local parts of all employees, in seat order; namesakes get a number.
    pub(crate) fn local_parts(&self, company: u64, pattern: EmailPattern) -> Vec<String> {
        let staff = self.employees(company);
        let mut taken: HashMap<String, u32> = HashMap::with_capacity((staff.end - staff.start) as usize);
        staff
            .map(|person| {
                let mut local = pattern.local(&self.person_name(company, person));
                match taken.get_mut(&local) {
                    Some(count) => {
                        *count += 1;
                        local.push_str(&count.to_string());
                    }
                    None => {
                        taken.insert(local.clone(), 1);
                    }
                }
                local
            })
            .collect()
    }

    /// The address at a company of a person who is not a current employee: a former or future one.
    pub(crate) fn former_or_future_address(&self, company: u64, person: u64, name: &PersonName) -> String {
        let mail = self.mail(company);
        let size = self.size(company);
        let long =
            matches!(mail.pattern, P::FirstDotLast | P::FirstUnderscoreLast | P::FirstLast | P::LastDotFirst);
        // These people are not in the staff list, so that a short pattern could yield the same address twice.
        let pattern = if long { mail.pattern } else { P::FirstDotLast };
        let mut local = pattern.local(name);
        // In a large company a number avoids collisions without generating the whole staff list.
        if size > 300 {
            local.push_str(&(100 + self.person_order.at(person) % 900).to_string());
        } else if self.local_parts(company, mail.pattern).contains(&local) {
            local.push_str(&(10 + self.person_order.at(person) % 90).to_string());
        }
        local.push('@');
        local.push_str(&self.identity(company).domain);
        local
    }
}
