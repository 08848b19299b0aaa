//! Finds a person's business address: candidates are ranked by probability and verified at the mail server with as few
//! RCPT commands as possible.

use std::time::Duration;

use records::{email::EmailAddress, name::Name};
use tokio::time::timeout;

use crate::{
    find_outcome::{
        ConfidenceStep, Evidence, FindExplanation, FindOutcome, FoundAddress, RefusedCandidate,
        TriedCandidate,
    },
    inquiry::{AddressResult, MailQuestion, MailReply},
    patterns::{CandidateAddress, CompanyTraits, LearnedPatterns, candidates},
    verdict::{Reason, Status},
    verifier::Verifier,
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
/// Candidates that an explanation names.
const EXPLAINED_MAX: usize = 12;

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
    /// Addresses of people on the suppression list; they are neither asked about nor named.
    pub suppressed: &'a [EmailAddress],
}

impl FindRequest<'_> {
    /// What tells two searches from each other.
    fn question(&self) -> String {
        format!("{}@{}", self.name.full(), self.domain)
    }
}

/// The chosen candidate and why.
struct Choice {
    /// Index and confidence of the chosen candidate.
    chosen: Option<(usize, f64)>,
    reason: Reason,
    catch_all: Option<bool>,
    retry_after_seconds: Option<u64>,
    /// What the confidence is made of.
    steps: Vec<ConfidenceStep>,
}

impl Verifier {
    /// Finds the most likely address of a person and verifies it, if the mail server allows that. Concurrent searches
    /// for one person share the inquiry; one that takes longer than a call may, because it runs in the background, is not
    /// waited for.
    pub async fn find(&self, request: FindRequest<'_>) -> FindOutcome {
        let inquiry = self.searches.run(request.question(), self.search(request, false));
        timeout(self.call_limit(), inquiry).await.unwrap_or_else(|_| FindOutcome::without_reply())
    }

    /// The same with more time for slow servers, for when no caller waits.
    pub async fn find_in_background(&self, request: FindRequest<'_>) -> FindOutcome {
        self.searches.run(request.question(), self.search(request, true)).await
    }

    async fn search(&self, request: FindRequest<'_>, in_background: bool) -> FindOutcome {
        let all = candidates(request.name, request.domain, request.learned, request.company);
        let is_refused = |candidate: &CandidateAddress| request.refused.contains(&candidate.address);
        let is_suppressed = |candidate: &CandidateAddress| request.suppressed.contains(&candidate.address);
        let (suppressed, all): (Vec<_>, Vec<_>) = all.into_iter().partition(is_suppressed);
        let (refused, candidates): (Vec<_>, Vec<_>) = all.into_iter().partition(is_refused);
        // Probability that none of the addresses that are not asked about is right.
        let unasked = refused.iter().chain(&suppressed);
        let left = 1.0 - unasked.map(|candidate| candidate.probability).sum::<f64>();
        let is_known = candidates.first().is_some_and(|first| first.probability >= KNOWN_PATTERN_PROBABILITY);
        let limit = if is_known { KNOWN_PATTERN_PROBE_LIMIT } else { PROBE_LIMIT };
        let is_likely = |candidate: &&CandidateAddress| candidate.probability >= LEAST_PROBABILITY;
        let likely = candidates.iter().take(limit).take_while(is_likely);
        let reply = self
            .ask(&MailQuestion {
                domain: request.domain.to_owned(),
                addresses: likely.map(|candidate| candidate.address.address().to_owned()).collect(),
                until_accepted: true,
                in_background,
                forget_accepted: false,
            })
            .await;
        let choice = match reply.unasked {
            Some(reason) => without_mail_server(&candidates, reason),
            None => choose(&candidates, &reply.results, left, request.company.headcount),
        };
        let found = choice.chosen.map(|(index, confidence)| FoundAddress {
            candidate: candidates[index].clone(),
            confidence,
            reason: choice.reason,
        });
        let refused_now = refused_candidates(&candidates, &reply);
        let named_wait = choice.retry_after_seconds.map(Duration::from_secs);
        FindOutcome {
            found,
            reason: choice.reason,
            catch_all: choice.catch_all,
            mx_found: reply.mx_found,
            provider: reply.provider,
            retry_after: named_wait.or(choice.reason.usual_wait()),
            recipients_asked: reply.recipients,
            asked: reply.results.last().is_some_and(|last| last.asked),
            refused: refused_now,
            explanation: FindExplanation {
                learned_from: request.learned.count(),
                candidates: explained(&refused, &candidates, &reply.results),
                confidence: choice.steps,
                conversation: [reply.conversation, reply.conversations.concat()].concat(),
            },
        }
    }
}

/// The candidates that the mail server refused in this search.
fn refused_candidates(candidates: &[CandidateAddress], reply: &MailReply) -> Vec<RefusedCandidate> {
    let asked = candidates.iter().zip(&reply.results).enumerate();
    let refused = asked.filter(|(_, (_, result))| result.is_refused());
    refused
        .map(|(index, (candidate, result))| RefusedCandidate {
            address: candidate.address.clone(),
            reason: result.reason,
            conversation: reply
                .conversation
                .iter()
                .chain(reply.conversations.get(index).into_iter().flatten())
                .cloned()
                .collect(),
        })
        .collect()
}

/// The candidates with what the mail server said of them: those refused in earlier calls, then those of this one.
fn explained(
    refused: &[CandidateAddress],
    candidates: &[CandidateAddress],
    results: &[AddressResult],
) -> Vec<TriedCandidate> {
    let refused = refused.iter().map(|candidate| (candidate, Some(Reason::MailboxNotFound)));
    let reasons = results.iter().map(|result| Some(result.reason)).chain(std::iter::repeat(None));
    let tried = |(candidate, reason): (&CandidateAddress, Option<Reason>)| TriedCandidate {
        address: candidate.address.address().to_owned(),
        pattern: Some(candidate.pattern),
        probability: candidate.probability,
        reason,
    };
    refused.chain(candidates.iter().zip(reasons)).take(EXPLAINED_MAX).map(tried).collect()
}

/// Choice without a mail server. If only DNS failed, the most likely candidate is still returned.
fn without_mail_server(candidates: &[CandidateAddress], reason: Reason) -> Choice {
    let first = candidates.first().filter(|_| reason.status() == Status::Unknown);
    let chosen = first.map(|first| (0, first.probability));
    let step = |(_, confidence)| ConfidenceStep { because: Evidence::NamePattern, confidence };
    Choice {
        chosen,
        reason,
        catch_all: None,
        retry_after_seconds: None,
        steps: chosen.into_iter().map(step).collect(),
    }
}

/// The candidate that the last result is about; the candidates before it were refused. `left` is the probability that
/// none of the addresses refused in earlier calls is right.
fn choose(
    candidates: &[CandidateAddress],
    results: &[AddressResult],
    left: f64,
    headcount: Option<u32>,
) -> Choice {
    let refused_all = |catch_all| Choice {
        chosen: None,
        reason: Reason::MailboxNotFound,
        catch_all,
        retry_after_seconds: None,
        steps: Vec::new(),
    };
    let Some((last, refused)) = results.split_last() else { return refused_all(None) };
    let index = refused.len();
    let candidate = &candidates[index];
    // Probability that is left after the refused candidates.
    let left = left - candidates[..index].iter().map(|refused| refused.probability).sum::<f64>();
    let of_pattern = candidate.probability / left;
    let share = of_pattern.min(candidate.ceiling);
    let confirmed = posterior(candidate, share, headcount);
    let mut steps =
        vec![ConfidenceStep { because: Evidence::NamePattern, confidence: candidate.probability }];
    let mut add = |because, confidence| {
        if steps.last().is_none_or(|step| step.confidence != confidence) {
            steps.push(ConfidenceStep { because, confidence });
        }
    };
    add(Evidence::OthersRefused, of_pattern);
    add(Evidence::NameOfOthers, share);
    let confidence = match last.reason {
        Reason::NullMx => {
            return Choice { reason: Reason::NullMx, ..refused_all(None) };
        }
        Reason::MailboxExists => confirmed,
        Reason::MailboxFull if last.catch_all == Some(false) => confirmed,
        Reason::MailboxFull if last.catch_all == Some(true) => share,
        Reason::CatchAllUnproven | Reason::MailboxFull => {
            share * UNPROVEN_CATCH_ALL_PROBABILITY + confirmed * (1.0 - UNPROVEN_CATCH_ALL_PROBABILITY)
        }
        reason if reason.status() == Status::Undeliverable => return refused_all(Some(false)),
        _ => share,
    };
    let proves = last.reason == Reason::MailboxExists
        || (last.reason == Reason::MailboxFull && last.catch_all == Some(false));
    add(if proves { Evidence::MailboxExists } else { Evidence::MailboxUnproven }, confidence);
    Choice {
        chosen: Some((index, confidence)),
        reason: last.reason,
        catch_all: last.catch_all,
        retry_after_seconds: last.retry_after_seconds,
        steps,
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
