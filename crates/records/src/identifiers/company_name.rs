//! Company names: the comparison key of a name, how alike two names are, and whether one name means the other.

mod ambiguous;
mod blend;
mod fit;
mod fold;
mod legal_form;
mod similarity;
mod words;

pub(crate) use blend::{blend_keys, queried_blends};
pub use fit::{NameFit, QueriedName, WordCounts};
use fold::folded_words;
pub use legal_form::{has_legal_form, legal_form};
use legal_form::{
    is_connector, strip_leading, strip_trailing, without_register_marks, without_unspaced_forms,
};
pub use similarity::similarity;
pub use words::{core_words, is_generic};

/// The comparison key of a company name: lower-case ASCII words without legal form, register marks, web ending and
/// leading article, letters written apart joined, and every spelling of "and" unified. Never empty if the name has a
/// letter or digit.
pub fn company_name_key(name: &str) -> String {
    let name = without_unspaced_forms(without_register_marks(name));
    let words = folded_words(name);
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let words = without_web_ending(strip_leading(strip_trailing(&words)));
    let last = words.len().saturating_sub(1);
    let mut key = String::with_capacity(name.len());
    for (at, word) in words.iter().enumerate() {
        let joins = at > 0 && word.len() == 1 && words[at - 1].len() == 1;
        if at > 0 && !joins {
            key.push(' ');
        }
        // At either end a connector is part of the name, as in Y Combinator.
        key.push_str(if at > 0 && at < last && is_connector(word) && !joins { "and" } else { word });
    }
    key
}

/// `AMAZON COM INC` is Amazon.
fn without_web_ending<'w, 'n>(words: &'w [&'n str]) -> &'w [&'n str] {
    match words {
        [rest @ .., "com"] if !rest.is_empty() => rest,
        _ => words,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{similarity::INITIALS_SCORE, *};

    #[test]
    fn legal_forms_of_many_countries_are_removed() {
        for (name, key) in [
            ("Acme Inc.", "acme"),
            ("ACME, Inc", "acme"),
            ("Acme L.L.C.", "acme"),
            ("Acme Co., Ltd.", "acme"),
            ("The Acme Company", "acme"),
            ("Acme Corporation", "acme"),
            ("Acme GmbH", "acme"),
            ("Acme GmbH & Co. KG", "acme"),
            ("Acme G.m.b.H. und Co KG", "acme"),
            ("Müller Maschinenbau GmbH & Co. KGaA", "muller maschinenbau"),
            ("Acme UG (haftungsbeschränkt)", "acme"),
            ("Acme S.p.A.", "acme"),
            ("Acme S. p. A.", "acme"),
            ("Acme S.r.l.", "acme"),
            ("Société Générale S.A.", "societe generale"),
            ("SARL Dupont", "dupont"),
            ("Acme S.L.U.", "acme"),
            ("Acme S.A. de C.V.", "acme"),
            ("Acme B.V.", "acme"),
            ("Acme ApS", "acme"),
            ("Acme A/S", "acme"),
            ("Acme Oy Ab", "acme"),
            ("Acme Sp. z o.o.", "acme"),
            ("Acme spółka z o.o.", "acme"),
            ("Acme s.r.o.", "acme"),
            ("Acme spol. s r.o.", "acme"),
            ("Acme d. o. o.", "acme"),
            ("Acme Kft.", "acme"),
            ("Acme Pty Ltd", "acme"),
            ("Acme (Pty) Ltd", "acme"),
            ("Acme Pvt. Ltd.", "acme"),
            ("Acme Private Limited", "acme"),
            ("Acme Sdn. Bhd.", "acme"),
            ("PT Acme Tbk", "acme"),
            ("OOO Acme", "acme"),
            ("ООО Акме", "akme"),
            ("Acme Lda.", "acme"),
            ("Acme Ltda", "acme"),
            ("Acme K.K.", "acme"),
            ("Acme A.Ş.", "acme"),
        ] {
            assert_eq!(company_name_key(name), key, "{name}");
        }
    }

    #[test]
    fn spellings_of_and_are_unified() {
        let key = company_name_key("Smith & Sons");
        for name in ["Smith and Sons", "Smith + Sons", "smith und sons", "Smith et Sons", "Smith y Sons"] {
            assert_eq!(company_name_key(name), key, "{name}");
        }
        assert_eq!(company_name_key("Tiffany & Co."), "tiffany");
        assert_eq!(company_name_key("García y Cía"), "garcia");
        assert_eq!(company_name_key("Y Combinator"), "y combinator");
    }

    #[test]
    fn a_name_is_never_stripped_to_nothing() {
        assert_eq!(company_name_key("AG"), "ag");
        assert_eq!(company_name_key("The Limited"), "the");
        assert_eq!(company_name_key("The"), "the");
        assert_eq!(company_name_key("& Co."), "and co");
        assert_eq!(company_name_key("株式会社"), company_name_key(" 株式会社 "));
    }

    #[test]
    fn legal_forms_in_unspaced_scripts_are_removed() {
        assert_eq!(company_name_key("株式会社トヨタ"), company_name_key("トヨタ株式会社"));
        assert_eq!(company_name_key("トヨタ株式会社"), company_name_key("トヨタ"));
    }

    #[test]
    fn similarity_grows_with_the_shared_words() {
        assert_eq!(similarity("Acme GmbH", "ACME Inc."), 1.0);
        assert!(similarity("Acme", "Acme Robotics") < 0.8);
        assert!(similarity("Acme", "Acme Group") > similarity("Acme", "Acme Robotics"));
        assert!(similarity("Facebook", "Face Book") > 0.95);
        assert!(similarity("Robotics Acme", "Acme Robotics") > 0.8);
        assert!(similarity("Microsoft", "Mircosoft") > 0.85);
        assert!(similarity("Acme Robotics", "Zenith Robotics") < 0.6);
        assert!(similarity("Studio 54", "Studio 55") < 0.6);
        assert!(similarity("Acme", "Zenith") < 0.2);
        assert_eq!(similarity("IBM", "International Business Machines Corp."), INITIALS_SCORE);
        assert_eq!(similarity("", ""), 0.0);
    }

    proptest! {
        #[test]
        fn a_key_ignores_case(name in "[A-Za-z.&' -]{0,30}") {
            prop_assert_eq!(company_name_key(&name), company_name_key(&name.to_uppercase()));
        }

        #[test]
        fn a_name_with_a_letter_has_a_key(name in "[a-zA-Z][a-zA-Z .&]{0,20}") {
            prop_assert!(!company_name_key(&name).is_empty());
        }

        #[test]
        fn similarity_is_symmetric_and_bounded(a in ".{0,30}", b in ".{0,30}") {
            let score = similarity(&a, &b);
            prop_assert_eq!(score, similarity(&b, &a));
            prop_assert!((0.0..=1.0).contains(&score));
        }

        #[test]
        fn names_of_the_same_words_are_alike(a in "[a-c]{1,4}( [a-c]{1,4}){0,3}", b in "[a-c]{1,4}( [a-c]{1,4}){0,3}") {
            let score = similarity(&a, &b);
            prop_assert_eq!(score, similarity(&b, &a));
            prop_assert!((0.0..=1.0).contains(&score));
            prop_assert_eq!(score == 1.0, company_name_key(&a) == company_name_key(&b));
        }
    }
}
