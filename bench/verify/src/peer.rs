//! The peer's side, with its own defaults but for who asks and how often.

use std::{error::Error, time::Duration};

use check_if_email_exists::{
    CheckEmailInputBuilder, Reachable, check_email, smtp::verif_method::VerifMethod,
};

use crate::list::{Listed, work};

const TIMEOUT: Duration = Duration::from_secs(30);

/// Verifies the list; says how many verdicts were right.
pub async fn verify(addresses: Vec<Listed>, at_once: usize) -> Result<usize, Box<dyn Error>> {
    let method = VerifMethod::new_with_same_config_for_all(
        None,
        "bench.example".into(),
        "bench@bench.example".into(),
        25,
        Some(TIMEOUT),
        1,
    );
    let verify = move |text: String| {
        let input = CheckEmailInputBuilder::default().to_email(text).verif_method(method.clone()).build();
        async move {
            match check_email(&input.ok()?).await.is_reachable {
                Reachable::Safe => Some(true),
                Reachable::Invalid => Some(false),
                Reachable::Risky | Reachable::Unknown => None,
            }
        }
    };
    Ok(work(addresses, at_once, verify).await)
}
