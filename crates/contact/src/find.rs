//! Finding a person's business address: candidates by probability, proven by the mail server in as few
//! questions as possible.

use std::time::Duration;

use records::{email::EmailAddress, name::Name};

use crate::{
    probe::DomainProbe,
    classify::ReplyClass,
    patterns::{Candidate, CompanyTraits, LearnedPatterns, candidates},
    transcript::Exchange,
    verdict::{Reason, Status},
    verifier::{NoDestination, Verifier},
};

/// Candidates asked about before the search is given up; servers take more for an attack.
const PROBE_LIMIT: usize = 8;
/// A candidate less likely than this is not asked about.
const LEAST_PROBABILITY: f64 = 0.004;
/// How likely a server that would not show whether it takes every name does so.
const UNPROVEN_CATCH_ALL_PROBABILITY: f64 = 0.4;

/// Whose address is sought, and what is known.
#[derive(Debug, Clone, Copy)]
pub struct FindRequest<'a> {
    /// The person.
    pub name: &'a Name,
    /// The mail domain of the company, in punycode.
    pub domain: &'a str,
    /// What the domain's known addresses say.
    pub learned: &'a LearnedPatterns,
    /// What else is known of the company.
    pub company: CompanyTraits<'a>,
}

/// The likeliest address of a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The address and the pattern it follows.
    pub candidate: Candidate,
    /// How likely it is the person's, all that was learned considered.
    pub confidence: f64,
    /// Why it has its status; deliverable only when the mail server proved it.
    pub reason: Reason,
}

/// What came of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct FindOutcome {
    /// The likeliest address; absent when the domain takes no mail or every candidate was refused.
    pub found: Option<Found>,
    /// Why the search ended as it did.
    pub reason: Reason,
    /// Whether the server takes every name, where that was found out.
    pub catch_all: Option<bool>,
    /// Whether the domain has MX records; absent when DNS could not tell.
    pub mx_found: Option<bool>,
    /// Who runs the mail of the domain.
    pub provider: Option<String>,
    /// When to ask again for an answer that may differ.
    pub retry_after: Option<Duration>,
    /// How many recipients the mail servers were asked about.
    pub recipients_asked: usize,
    /// The candidates, the likeliest first, as they were before anybody was asked.
    pub candidates: Vec<Candidate>,
    /// What was said between us and the mail servers, shortened.
    pub transcript: Vec<Exchange>,
}

/// How the questions to a mail server ended.
struct ProbeResult {
    /// Which candidate to answer with, and how sure.
    chosen: Option<(usize, f64)>,
    reason: Reason,
    catch_all: Option<bool>,
    wait: Option<Duration>,
}

impl Verifier {
    /// Finds the likeliest address of a person and proves it where the mail server lets it be proven.
    pub async fn find(&self, request: FindRequest<'_>) -> FindOutcome {
        let candidates = candidates(request.name, request.domain, request.learned, request.company);
        let destination = match self.destination(request.domain).await {
            Ok(destination) => destination,
            Err(NoDestination { reason, mx_found }) => return without_mail_server(candidates, reason, mx_found),
        };
        let mut domain_probe = DomainProbe::new(self, request.domain, &destination.provider, &destination.hosts);
        let probed = probe(&mut domain_probe, &candidates, request.company.headcount).await;
        let recipients_asked = domain_probe.recipients();
        let found = probed.chosen.map(|(place, confidence)| Found {
            candidate: candidates[place].clone(),
            confidence,
            reason: probed.reason,
        });
        FindOutcome {
            found,
            reason: probed.reason,
            catch_all: probed.catch_all,
            mx_found: Some(destination.by_mx),
            provider: Some(destination.provider.clone()),
            retry_after: probed.wait.or(probed.reason.usual_wait()),
            recipients_asked,
            candidates,
            transcript: domain_probe.finish(),
        }
    }
}

/// Without a mail server to ask, patterns still give an answer when only DNS failed.
fn without_mail_server(candidates: Vec<Candidate>, reason: Reason, mx_found: Option<bool>) -> FindOutcome {
    let found = match candidates.first() {
        Some(first) if reason.status() == Status::Unknown => {
            Some(Found { candidate: first.clone(), confidence: first.probability, reason })
        }
        _ => None,
    };
    FindOutcome {
        found,
        reason,
        catch_all: None,
        mx_found,
        provider: None,
        retry_after: reason.usual_wait(),
        recipients_asked: 0,
        candidates,
        transcript: Vec::new(),
    }
}

async fn probe(domain_probe: &mut DomainProbe<'_>, candidates: &[Candidate], headcount: Option<u32>) -> ProbeResult {
    // What is left of all probability as candidates are ruled out.
    let mut left = 1.0;
    let mut refused = 0;
    let is_likely = |candidate: &&Candidate| candidate.probability >= LEAST_PROBABILITY;
    for (place, candidate) in candidates.iter().take(PROBE_LIMIT).take_while(is_likely).enumerate() {
        let share = candidate.probability / left;
        match domain_probe.probe(&candidate.address).await {
            ReplyClass::Accepted => return accepted(domain_probe, candidates, place, share, refused, headcount).await,
            ReplyClass::Mailbox(Reason::MailboxFull) => {
                let confidence = posterior(candidate, share, headcount);
                return probe_result(Some((place, confidence)), Reason::MailboxFull, Some(false), None);
            }
            ReplyClass::Mailbox(Reason::NullMx) => return probe_result(None, Reason::NullMx, None, None),
            ReplyClass::Mailbox(_) => {
                left -= candidate.probability;
                refused += 1;
            }
            ReplyClass::Later(reason, wait) => return probe_result(Some((place, share)), reason, None, wait),
            ReplyClass::Refused(reason) => return probe_result(Some((place, share)), reason, None, None),
            ReplyClass::Unclear | ReplyClass::TooManyRecipients | ReplyClass::BadSequence | ReplyClass::EncryptionRequired => {
                return probe_result(Some((place, share)), Reason::UnclearRefusal, None, None);
            }
        }
    }
    let catch_all = (refused > 0).then_some(false);
    probe_result(None, Reason::MailboxNotFound, catch_all, None)
}

fn probe_result(
    chosen: Option<(usize, f64)>,
    reason: Reason,
    catch_all: Option<bool>,
    wait: Option<Duration>,
) -> ProbeResult {
    ProbeResult { chosen, reason, catch_all, wait }
}

/// A taken candidate is proof only where others are refused; earlier candidates that were are such others.
async fn accepted(
    domain_probe: &mut DomainProbe<'_>,
    candidates: &[Candidate],
    place: usize,
    share: f64,
    refused: usize,
    headcount: Option<u32>,
) -> ProbeResult {
    let candidate = &candidates[place];
    let sure = posterior(candidate, share, headcount);
    if refused > 0 {
        domain_probe.learn_not_catch_all(&candidate.address);
        return probe_result(Some((place, sure)), Reason::MailboxExists, Some(false), None);
    }
    match domain_probe.is_catch_all(&candidate.address).await {
        Ok(false) => probe_result(Some((place, sure)), Reason::MailboxExists, Some(false), None),
        Ok(true) => probe_result(Some((place, share)), Reason::CatchAll, Some(true), None),
        Err(answer) => {
            let wait = if let ReplyClass::Later(_, wait) = answer { wait } else { None };
            let confidence = share * UNPROVEN_CATCH_ALL_PROBABILITY + sure * (1.0 - UNPROVEN_CATCH_ALL_PROBABILITY);
            probe_result(Some((place, confidence)), Reason::CatchAllUnproven, None, wait)
        }
    }
}

/// How sure it is that a mailbox that exists is the person's and not a namesake's, by Bayes' rule: `share` is how
/// likely the candidate was right before the mailbox was seen to exist.
fn posterior(candidate: &Candidate, share: f64, headcount: Option<u32>) -> f64 {
    let namesake = candidate.pattern.chance_of_namesake(headcount);
    let right = share.min(1.0);
    let pattern_holds = (right / (1.0 - namesake / 2.0)).min(1.0);
    right / (pattern_holds + (1.0 - pattern_holds) * namesake)
}

impl FindOutcome {
    /// The likeliest address.
    pub fn address(&self) -> Option<&EmailAddress> {
        self.found.as_ref().map(|found| &found.candidate.address)
    }

    /// Whether the mail server proved the address.
    pub fn is_verified(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.reason.status() == Status::Deliverable)
    }
}
