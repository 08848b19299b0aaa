//! Identifiers of registers in a row.

use records::ExternalId;

use crate::file::{
    columns::{
        field::{Field, REGISTERS},
        mapped::Mapped,
    },
    warning::{WarningKind, Warnings},
};

/// The identifiers of a row, from the columns of registers and from texts such as `GB-COH-05389805`.
pub(in crate::file) fn identifiers(row: &Mapped<'_>, warnings: &mut Warnings) -> Vec<ExternalId> {
    let mut found = Vec::new();
    for text in row.all(Field::Identifier) {
        found.extend(warnings.keep(WarningKind::InvalidIdentifier, Field::Identifier.name(), text.parse()));
    }
    for (field, scheme) in REGISTERS {
        for text in row.all(field) {
            let id = ExternalId::new(scheme, text);
            found.extend(warnings.keep(WarningKind::InvalidIdentifier, field.name(), id));
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The identifier of a person's employer.
pub(in crate::file) fn company_identifier(row: &Mapped<'_>, warnings: &mut Warnings) -> Option<ExternalId> {
    let text = row.first(Field::CompanyIdentifier)?;
    warnings.keep(WarningKind::InvalidIdentifier, Field::CompanyIdentifier.name(), text.parse())
}
