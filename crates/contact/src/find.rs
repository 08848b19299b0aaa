//! Finds a person's business address: candidates are ranked by probability and verified at the mail server with as few
//! RCPT commands as possible.

use std::time::Duration;

use records::name::Name;

use crate::{
    find_outcome::{FindOutcome, FoundAddress},
    patterns::{CandidateAddress, CompanyTraits, LearnedPatterns, candidates},
    smtp::{classify::ReplyClass, client::Patience, probe::DomainProbe},
    verdict::{Reason, Status},
    verifier::{NoDestination, Verifier},
};

/// Maximum number of candidates verified per search; servers treat more as an attack.
const PROBE_LIMIT: usize = 8;
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
    /// Finds the most likely address of a person and verifies it, if the mail server allows that. Concurrent searches
    /// for one person share the inquiry.
    pub async fn find(&self, request: FindRequest<'_>) -> FindOutcome {
        let question = format!("{}@{}", request.name.full(), request.domain);
        self.searches.run(question, self.search(request, Patience::Caller)).await
    }

    /// The same with more time for slow servers, for when no caller waits.
    pub async fn find_in_background(&self, request: FindRequest<'_>) -> FindOutcome {
        self.search(request, Patience::Background).await
    }

    async fn search(&self, request: FindRequest<'_>, patience: Patience) -> FindOutcome {
        let candidates = candidates(request.name, request.domain, request.learned, request.company);
        let destination = match self.destination(request.domain).await {
            Ok(destination) => destination,
            Err(NoDestination { reason, mx_found }) => {
                return without_mail_server(candidates, reason, mx_found);
            }
        };
        let mut domain_probe = self.probe(request.domain, &destination, patience);
        let probed = verify_candidates(&mut domain_probe, &candidates, request.company.headcount).await;
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
            retry_after: probed.wait.or(self.usual_wait(probed.reason)),
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
    headcount: Option<u32>,
) -> ProbeResult {
    // Probability that is left after the refused candidates.
    let mut left = 1.0;
    let mut refused = 0;
    let is_likely = |candidate: &&CandidateAddress| candidate.probability >= LEAST_PROBABILITY;
    for (index, candidate) in candidates.iter().take(PROBE_LIMIT).take_while(is_likely).enumerate() {
        let share = candidate.probability / left;
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
            ReplyClass::Later(reason, wait) => {
                if reason == Reason::Greylisted {
                    introduce(domain_probe, &candidates[index..]).await;
                }
                return probe_result(Some((index, share)), reason, None, wait);
            }
            ReplyClass::Refused(reason) => return probe_result(Some((index, share)), reason, None, None),
            ReplyClass::Unclear
            | ReplyClass::UnverifiedMailbox(_)
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

/// Shows a greylisting server the other likely candidates and a decoy together with the first candidate, which it put
/// off, so that it knows all of them when the search is repeated.
async fn introduce(domain_probe: &mut DomainProbe<'_>, candidates: &[CandidateAddress]) {
    let Some((first, others)) = candidates.split_first() else { return };
    for candidate in
        others.iter().take(PROBE_LIMIT - 1).take_while(|other| other.probability >= LEAST_PROBABILITY)
    {
        if !matches!(domain_probe.check(&candidate.address).await, ReplyClass::Later(Reason::Greylisted, _)) {
            break;
        }
    }
    domain_probe.introduce_decoy(&first.address).await;
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
/// the probability before the mailbox was known to exist.
fn posterior(candidate: &CandidateAddress, share: f64, headcount: Option<u32>) -> f64 {
    let namesake = candidate.pattern.chance_of_namesake(headcount);
    let right = share.min(1.0);
    let pattern_holds = (right / (1.0 - namesake / 2.0)).min(1.0);
    right / (pattern_holds + (1.0 - pattern_holds) * namesake)
}
