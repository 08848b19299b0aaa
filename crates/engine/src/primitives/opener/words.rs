//! Sentences of facts, in each language by its own templates.

mod de;
mod en;
mod es;
mod fr;
mod vocabulary;

use super::{facts::Fact, language::Language};

/// The sentence that tells a fact; a congratulation begins with the name, if there is one.
pub(super) fn sentence(fact: &Fact<'_>, name: Option<&str>, language: Language) -> String {
    let mut text = match language {
        Language::En => en::sentence(fact, name),
        Language::De => de::sentence(fact, name),
        Language::Fr => fr::sentence(fact, name),
        Language::Es => es::sentence(fact, name),
    };
    // A name may bring its own full stop, as in `Acme Inc.`
    if text.ends_with("..") {
        text.pop();
    }
    text
}
