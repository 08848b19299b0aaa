//! Finds a person's business address: candidates are ranked by probability and verified at the mail server with as few
//! RCPT commands as possible.

use std::time::Duration;

use records::{email::EmailAddress, name::Name};

use crate::{
    patterns::{CandidateAddress, CompanyTraits, LearnedPatterns, candidates},
    smtp::{classify::ReplyClass, probe::DomainProbe, transcript::Exchange},
    verdict::{Reason, Status},
    verifier::{NoDestination, Verifier},
};

/// Maximum number of candidates verified per search; servers treat more as an attack.
const PROBE_LIMIT: usize = 8;
/// The same, if the company's pattern leaves little doubt.
const KNOWN_PATTERN_PROBE_LIMIT: usize = 4;
/// Probability of the first candidate from which on the pattern leaves little doubt.
const KNOWN_PATTERN_PROBABILITY: f64 = 0.9;
/// Candidates below this probability are not verified.
const LEAST_PROBABILITY: f64 = 0.004;
/// Assumed probability that a server is a catch-all when the check was inconclusive.
const UNPROVEN_CATCH_ALL_PROBABILITY: f64 = 0.4;

/// The input of a search for an address.
#[derive(Debug, Clone, Copy)]
pub struct FindRequest<'a> {
    /// Name of the person.
    pub name: &'a Name,
    /// The mail domain of the company, in punycode.
    pub domain: &'a str,
    /// Patterns learned from the domain's known addresses.
    pub learned: &'a LearnedPatterns,
    /// Size and country of the company.
    pub company: CompanyTraits<'a>,
    /// Addresses that the mail server refused a short time ago; they are not asked again.
    pub refused: &'a [EmailAddress],
}

/// The most likely address of a person.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundAddress {
    /// The address and the pattern it follows.
    pub candidate: CandidateAddress,
    /// Probability that it belongs to the person, after verification.
    pub confidence: f64,
    /// Reason of its status; deliverable only if the mail server confirmed it.
    pub reason: Reason,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct FindOutcome {
    /// The most likely address; absent if the domain accepts no mail or every candidate was refused.
    pub found: Option<FoundAddress>,
    /// Why the search ended.
    pub reason: Reason,
    /// Whether the server accepts every address; absent if unknown.
    pub catch_all: Option<bool>,
    /// Whether the domain has MX records; absent if DNS failed.
    pub mx_found: Option<bool>,
    /// Mail provider of the domain.
    pub provider: Option<String>,
    /// When to retry, if the result may change.
    pub retry_after: Option<Duration>,
    /// Number of RCPT commands sent.
    pub recipients_asked: usize,
    /// The candidates with their probabilities before verification, most likely first.
    pub candidates: Vec<CandidateAddress>,
    /// SMTP exchange with the mail servers, shortened.
    pub transcript: Vec<Exchange>,
}

/// The result of verifying the candidates.
struct ProbeResult {
    /// Index and confidence of the chosen candidate.
    chosen: Option<(usize, f64)>,
    reason: Reason,
    catch_all: Option<bool>,
    wait: Option<Duration>,
}

impl Verifier {
    /// Finds the most likely address of a person and verifies it, if the mail server allows that.
    pub async fn find(&self, request: FindRequest<'_>) -> FindOutcome {
        let all = candidates(request.name, request.domain, request.learned, request.company);
        let is_refused = |candidate: &CandidateAddress| request.refused.contains(&candidate.address);
        let (refused, candidates): (Vec<_>, Vec<_>) = all.into_iter().partition(is_refused);
        // Probability that none of the addresses refused before is right.
        let left = 1.0 - refused.iter().map(|candidate| candidate.probability).sum::<f64>();
        let destination = match self.destination(request.domain).await {
            Ok(destination) => destination,
            Err(NoDestination { reason, mx_found }) => {
                return without_mail_server(candidates, reason, mx_found);
            }
        };
        let mut domain_probe = self.probe(request.domain, &destination);
        let probed = verify_candidates(&mut domain_probe, &candidates, left, request.company.headcount).await;
        let recipients_asked = domain_probe.recipients();
        let found = probed.chosen.map(|(index, confidence)| FoundAddress {
            candidate: candidates[index].clone(),
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

/// Result without a mail server. If only DNS failed, the most likely candidate is still returned.
fn without_mail_server(
    candidates: Vec<CandidateAddress>,
    reason: Reason,
    mx_found: Option<bool>,
) -> FindOutcome {
    let found = match candidates.first() {
        Some(first) if reason.status() == Status::Unknown => {
            Some(FoundAddress { candidate: first.clone(), confidence: first.probability, reason })
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

async fn verify_candidates(
    domain_probe: &mut DomainProbe<'_>,
    candidates: &[CandidateAddress],
    mut left: f64,
    headcount: Option<u32>,
) -> ProbeResult {
    // `left` is the probability that is left after the refused candidates.
    let mut refused = 0;
    let is_likely = |candidate: &&CandidateAddress| candidate.probability >= LEAST_PROBABILITY;
    let is_known = candidates.first().is_some_and(|first| first.probability >= KNOWN_PATTERN_PROBABILITY);
    let limit = if is_known { KNOWN_PATTERN_PROBE_LIMIT } else { PROBE_LIMIT };
    for (index, candidate) in candidates.iter().take(limit).take_while(is_likely).enumerate() {
        let share = (candidate.probability / left).min(candidate.ceiling);
        match domain_probe.check(&candidate.address).await {
            ReplyClass::Accepted => {
                return accepted(domain_probe, candidates, index, share, refused, headcount).await;
            }
            ReplyClass::Mailbox(Reason::MailboxFull) => {
                let confidence = posterior(candidate, share, headcount);
                return probe_result(Some((index, confidence)), Reason::MailboxFull, Some(false), None);
            }
            ReplyClass::Mailbox(Reason::NullMx) => return probe_result(None, Reason::NullMx, None, None),
            ReplyClass::Mailbox(_) => {
                left -= candidate.probability;
                refused += 1;
            }
            ReplyClass::Later(reason, wait) => return probe_result(Some((index, share)), reason, None, wait),
            ReplyClass::Refused(reason) => return probe_result(Some((index, share)), reason, None, None),
            ReplyClass::Unclear
            | ReplyClass::TooManyRecipients
            | ReplyClass::BadSequence
            | ReplyClass::EncryptionRequired => {
                return probe_result(Some((index, share)), Reason::UnclearRefusal, None, None);
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

/// An accepted candidate is confirmed only if the server refuses other addresses. An earlier refused candidate proves
/// that; otherwise a decoy is tried.
async fn accepted(
    domain_probe: &mut DomainProbe<'_>,
    candidates: &[CandidateAddress],
    index: usize,
    share: f64,
    refused: usize,
    headcount: Option<u32>,
) -> ProbeResult {
    let candidate = &candidates[index];
    let confirmed = posterior(candidate, share, headcount);
    if refused > 0 {
        domain_probe.learn_not_catch_all(&candidate.address);
        return probe_result(Some((index, confirmed)), Reason::MailboxExists, Some(false), None);
    }
    match domain_probe.is_catch_all(&candidate.address).await {
        Ok(false) => probe_result(Some((index, confirmed)), Reason::MailboxExists, Some(false), None),
        Ok(true) => probe_result(Some((index, share)), Reason::CatchAll, Some(true), None),
        Err(answer) => {
            let wait = if let ReplyClass::Later(_, wait) = answer { wait } else { None };
            let confidence =
                share * UNPROVEN_CATCH_ALL_PROBABILITY + confirmed * (1.0 - UNPROVEN_CATCH_ALL_PROBABILITY);
            probe_result(Some((index, confidence)), Reason::CatchAllUnproven, None, wait)
        }
    }
}

/// Posterior probability (Bayes' rule) that an existing mailbox belongs to the person and not to a namesake. `share` is
/// the probability before the mailbox was known to exist. A form of the name that others have as their own never
/// exceeds its ceiling, however unlikely it is that such a person works there: nothing else tells the two apart.
fn posterior(candidate: &CandidateAddress, share: f64, headcount: Option<u32>) -> f64 {
    let namesake = candidate.pattern.chance_of_namesake(headcount);
    let right = share.min(1.0);
    let pattern_holds = (right / (1.0 - namesake / 2.0)).min(1.0);
    (right / (pattern_holds + (1.0 - pattern_holds) * namesake)).min(candidate.ceiling)
}

impl FindOutcome {
    /// The most likely address.
    pub fn address(&self) -> Option<&EmailAddress> {
        self.found.as_ref().map(|found| &found.candidate.address)
    }

    /// Whether the mail server confirmed the address.
    pub fn is_verified(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.reason.status() == Status::Deliverable)
    }
}
