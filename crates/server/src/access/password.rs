//! Passwords: strength rules, and hashing with bounded concurrency.

use std::{
    sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, mpsc},
    thread,
    time::Duration,
};

use argon2::{Argon2, PasswordHasher, PasswordVerifier, password_hash::phc::PasswordHash};
use sha2::{Digest, Sha256};
use store::Entropy;
use tokio::sync::oneshot;

use crate::call::problem::{Code, Problem};

/// Concurrent hashes: each uses 19 MiB and one core.
const HASHES_AT_ONCE_MAX: usize = 2;
/// Callers that may queue for a hash.
const WAITING_MAX: usize = 16;
/// Maximum time in the queue.
const WAIT_MAX: Duration = Duration::from_secs(3);
/// `Retry-After` of a caller refused because the queue is full or slow.
const RETRY_SECONDS: u64 = 2;
const SALT_BYTES: usize = 16;
/// Randomness of a generated password.
const GENERATED_BYTES: usize = 12;
/// Characters of a password, at least and at most.
const LENGTH_MIN: usize = 10;
const LENGTH_MAX: usize = 200;
/// Minimum number of distinct characters.
const DISTINCT_MIN: usize = 5;
/// Minimum length of a word of the email address that a password must not be based on.
const OWN_WORD_MIN: usize = 4;

/// Common passwords without surrounding digits and symbols. A longer password that consists of one of these and little
/// else is as easy to guess.
const COMMON: &str = include_str!("password/common.txt");

type HashJob = Box<dyn FnOnce() + Send>;

/// Hashes passwords on a few dedicated threads, so that the allocator reuses their memory.
#[derive(Default)]
pub struct Passwords(OnceLock<mpsc::SyncSender<HashJob>>);

impl Passwords {
    /// Hashes a password with a random salt.
    pub async fn hash(&self, password: String, entropy: &Entropy) -> Result<String, Problem> {
        let mut salt = [0_u8; SALT_BYTES];
        entropy.fill(&mut salt);
        self.work(move || {
            let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt);
            hash.map(|hash| hash.to_string()).map_err(|error| Problem::internal(&error))
        })
        .await?
    }

    /// Whether a password matches a hash. Without a hash the result is false after the same time, so that timing does
    /// not reveal whether an account exists.
    pub async fn fits(&self, password: String, hash: Option<String>) -> Result<bool, Problem> {
        /// Dummy hash for accounts that do not exist.
        static NO_ACCOUNT: LazyLock<String> = LazyLock::new(|| {
            let hash = Argon2::default().hash_password_with_salt(b"", &[0; SALT_BYTES]);
            hash.map(|hash| hash.to_string()).unwrap_or_default()
        });
        self.work(move || {
            let is_known = hash.is_some();
            let hash = hash.unwrap_or_else(|| NO_ACCOUNT.clone());
            let fits = PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
            fits && is_known
        })
        .await
    }

    /// Derives a digest and a secret from a request with the slow password hash.
    pub async fn derive(&self, sent: [u8; 32], salt: &str) -> Result<([u8; 32], String), Problem> {
        let salt = Sha256::new_with_prefix(b"kept answer\0").chain_update(salt).finalize();
        self.work(move || {
            let mut derived = [[0_u8; 32]; 2];
            let hashed = Argon2::default().hash_password_into(&sent, &salt, derived.as_flattened_mut());
            hashed.map_err(|error| Problem::internal(&error))?;
            let [digest, secret] = derived;
            Ok((digest, hex::encode(secret)))
        })
        .await?
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        let job: HashJob = Box::new(move || {
            // Skip the hash if the caller has disconnected.
            if !reply.is_closed() {
                let _ = reply.send(work());
            }
        });
        self.0.get_or_init(start).try_send(job).map_err(|_| busy())?;
        match tokio::time::timeout(WAIT_MAX, answer).await {
            Ok(answer) => answer.map_err(|error| Problem::internal(&error)),
            Err(_) => Err(busy()),
        }
    }
}

fn busy() -> Problem {
    let detail = "Many passwords are being checked at the moment. Try again in a moment.";
    Problem::new(Code::Overloaded, detail).retry_after(RETRY_SECONDS)
}

/// Starts the hashing threads; they end when the sender is dropped.
fn start() -> mpsc::SyncSender<HashJob> {
    let (sender, jobs) = mpsc::sync_channel::<HashJob>(WAITING_MAX);
    let jobs = Arc::new(Mutex::new(jobs));
    for _ in 0..HASHES_AT_ONCE_MAX {
        let jobs = jobs.clone();
        let next = move || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let thread = thread::Builder::new().name("passwords".into());
        let started = thread.spawn(move || {
            while let Ok(job) = next() {
                job();
            }
        });
        if let Err(error) = started {
            tracing::error!(%error, "a thread for passwords cannot be started");
        }
    }
    sender
}

/// Why a password is too easy to guess, as a sentence; none if it is acceptable.
pub fn weakness(password: &str, email: &str) -> Option<&'static str> {
    let folded = password.trim().to_lowercase();
    let characters: Vec<char> = folded.chars().collect();
    let mut distinct = characters.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < DISTINCT_MIN {
        return Some("It repeats a few characters. Use at least five different ones.");
    }
    if is_sequence(&characters) {
        return Some(
            "It follows the alphabet, the digits or the keyboard. Use words that do not belong together.",
        );
    }
    let core = folded.trim_matches(|character: char| !character.is_alphabetic());
    let letters: String = core.chars().map(plain).collect();
    if is_common(&letters) || is_common(&folded) || repeats_a_common_part(&letters) {
        return Some(
            "It is among the passwords that are tried first. Use several words that do not belong together.",
        );
    }
    let rest = own_words(email).fold(folded, |rest, word| rest.replace(&word, ""));
    let left = rest.chars().filter(|character| character.is_alphabetic()).count();
    if left < OWN_WORD_MIN {
        return Some("It is made of your own address. Use words that have nothing to do with it.");
    }
    None
}

/// Why a password is not taken, by its length or because it is too easy to guess; none if it is.
pub fn refused(password: &str, email: &str) -> Option<&'static str> {
    let length = password.chars().count();
    if length < LENGTH_MIN {
        return Some("It is too short. Use at least 10 characters.");
    }
    if length > LENGTH_MAX {
        return Some("It is too long. Use at most 200 characters.");
    }
    weakness(password, email)
}

/// Generates a password for an account whose own is lost: the text shown once, and its hash.
pub fn generate(entropy: &Entropy) -> Result<(String, String), Problem> {
    let mut bytes = [0_u8; GENERATED_BYTES + SALT_BYTES];
    entropy.fill(&mut bytes);
    let (secret, salt) = bytes.split_at(GENERATED_BYTES);
    let password = hex::encode(secret);
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), salt);
    Ok((password, hash.map_err(|error| Problem::internal(&error))?.to_string()))
}

fn is_common(word: &str) -> bool {
    COMMON.lines().any(|common| common == word)
}

/// Whether a text is one common part repeated.
fn repeats_a_common_part(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    (1..=characters.len() / 2).filter(|length| characters.len().is_multiple_of(*length)).any(|length| {
        let (part, rest) = characters.split_at(length);
        rest.chunks(length).all(|chunk| chunk == part)
    })
}

/// The letter that a digit or symbol commonly replaces.
fn plain(character: char) -> char {
    match character {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

/// Whether most adjacent characters are neighbours in the alphabet, the digits or a keyboard row, in either direction.
fn is_sequence(characters: &[char]) -> bool {
    const ROWS: [&str; 5] = [
        "abcdefghijklmnopqrstuvwxyza",
        "01234567890",
        "qwertyuiopasdfghjklzxcvbnm",
        "qwertzuiop",
        "azertyuiop",
    ];
    let follows = |pair: &[char]| {
        let forth: String = pair.iter().collect();
        let back: String = pair.iter().rev().collect();
        pair[0] == pair[1] || ROWS.iter().any(|row| row.contains(&forth) || row.contains(&back))
    };
    let pairs = characters.len().saturating_sub(1);
    // Four in five, so that one break in the sequence does not make it acceptable.
    pairs > 0 && characters.windows(2).filter(|pair| follows(pair)).count() * 5 >= pairs * 4
}

/// Words of an email address that are long enough to be the main part of a password.
fn own_words(email: &str) -> impl Iterator<Item = String> {
    let words = email.split(|character: char| !character.is_alphanumeric());
    words
        .filter(|word| word.chars().count() >= OWN_WORD_MIN)
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_first_is_refused() {
        for weak in [
            "aaaaaaaaaa",
            "1234567890",
            "0987654321",
            "abcdefghij",
            "qwertyuiop",
            "password123",
            "Password1234!",
            "P@ssw0rd2024",
            "1234512345",
            "qwertz123456",
            "letmein12345",
            "abababababab",
            "ada.lovelace1",
            "adalovelace99",
            "passwordpassword",
            "iloveyou2024",
            "ada@client.example",
            "123456789a",
            "welcome2026!",
        ] {
            assert!(weakness(weak, "ada.lovelace@client.example").is_some(), "{weak}");
        }
    }

    #[test]
    fn what_is_hard_to_guess_is_taken() {
        for strong in [
            "correct horse",
            "another password",
            "correct horse battery",
            "Tr0ub4dor&3x",
            "kV9#mm2!xQz",
            "la vie en rose 77",
        ] {
            assert_eq!(weakness(strong, "ada@client.example"), None, "{strong}");
        }
    }
}
