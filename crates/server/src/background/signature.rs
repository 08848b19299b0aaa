//! Event signatures in Standard Webhooks format: HMAC-SHA256 over id, time and body.

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use store::Entropy;

/// Prefix of every secret.
const PREFIX: &str = "whsec_";
/// Random bytes of a generated secret.
const SECRET_BYTES: usize = 32;
/// Allowed length in bytes of a secret chosen by the owner.
const CHOSEN_BYTES: std::ops::RangeInclusive<usize> = 16..=64;

/// Generates a secret.
pub fn new_secret(entropy: &Entropy) -> String {
    let mut bytes = [0; SECRET_BYTES];
    entropy.fill(&mut bytes);
    format!("{PREFIX}{}", STANDARD.encode(bytes))
}

/// Why a secret chosen by the owner is invalid, if it is.
pub fn secret_fault(secret: &str) -> Option<String> {
    let length = key(secret).map(|key| key.len());
    length.is_none_or(|length| !CHOSEN_BYTES.contains(&length)).then(|| {
        let (least, most) = (CHOSEN_BYTES.start(), CHOSEN_BYTES.end());
        format!("Must be \"{PREFIX}\" and {least} to {most} random bytes in Base64.")
    })
}

/// Value of the signature header: one signature per secret.
pub fn sign(secrets: &[String], id: &str, seconds: i64, body: &[u8]) -> String {
    let content = [format!("{id}.{seconds}.").as_bytes(), body].concat();
    let signatures = secrets.iter().filter_map(|secret| {
        let signature = hmac(&key(secret)?, &content);
        Some(format!("v1,{}", STANDARD.encode(signature)))
    });
    signatures.collect::<Vec<_>>().join(" ")
}

fn key(secret: &str) -> Option<Vec<u8>> {
    STANDARD.decode(secret.strip_prefix(PREFIX)?).ok()
}

/// HMAC-SHA256 (RFC 2104).
pub fn hmac(key: &[u8], content: &[u8]) -> [u8; 32] {
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(key) else { unreachable!("HMAC takes a key of any length") };
    mac.chain_update(content).finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_rfc_4231() {
        let cases: [(Vec<u8>, &[u8], &str); 3] = [
            (vec![0x0b; 20], b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
            (
                b"Jefe".to_vec(),
                b"what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                vec![0xaa; 131],
                b"Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
        ];
        for (key, content, code) in cases {
            assert_eq!(hex::encode(hmac(&key, content)), code);
        }
    }

    #[test]
    fn a_secret_of_ones_own_choice_must_be_long_enough_and_base64() {
        assert_eq!(secret_fault(&new_secret(&Entropy::seeded(1))), None);
        assert_eq!(secret_fault("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), None);
        for bad in ["secret", "whsec_", "whsec_c2hvcnQ=", "whsec_not base64 at all, whatever it is"] {
            assert!(secret_fault(bad).is_some(), "{bad}");
        }
    }
}
