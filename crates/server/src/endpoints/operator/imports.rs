//! Imports: files that operators sent, with their columns, progress and rejected rows, and imports of commands.

use std::collections::BTreeMap;

use bytes::Bytes;
use futures_util::stream;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sources::file::{FileError, RowKind};
use store::{AccountId, ImportPosition, new_id};

use super::spec;
use crate::{
    background::imports::{
        columns::{self, Columns, ImportColumn},
        folder::{self, ImportCounts, ImportFolder, ImportNote, ImportOrder, ImportState, ImportSubject},
    },
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, validate::Faults},
    },
    endpoint::{Endpoint, FileReply, Method, Outcome, Spec},
    recipe::{person_input::sentence, table::csv::MEDIA},
    sandbox::sample::Sample,
};

/// Unfinished imports shown.
const IMPORTS_MAX: usize = 200;
/// Rejected rows shown.
const REJECTS_SHOWN: usize = 20;
/// Bytes of the rejected rows that are read at a time.
const CHUNK_BYTES: usize = 64 << 10;
/// Characters of a file that a call may hold.
const CSV_CHARACTERS_MAX: usize = 4 << 20;
/// Columns that a request may name.
const COLUMNS_MAX: usize = 2_000;
const EXAMPLE_ID: &str = "imp_01hx3v5k2m8q9r7t6w4y1z0abc";

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ImportsRequest {}

/// `GET /v1/operator/imports`
pub struct ReadImports;

/// Imports.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportsAnswer {
    /// Files that were sent to this server, the latest first. Those that are over stay for a week.
    pub files: Vec<ImportFileView>,
    /// Imports that were begun and not finished, the latest first. One that a command makes beside the server, or that was cut
    /// off and can be resumed, is here until its end, and so is one of `files` while it runs.
    pub results: Vec<ImportView>,
}

/// How far a file was read.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportView {
    /// Fingerprint of the file and its mapping; its name is not stored.
    pub file: String,
    /// Rows that are stored.
    pub rows: u64,
    /// When the last of them were.
    pub at: Timestamp,
}

impl From<ImportPosition> for ImportView {
    fn from(position: ImportPosition) -> Self {
        let ImportPosition { file, rows, at } = position;
        Self { file, rows, at }
    }
}

impl Endpoint for ReadImports {
    const SPEC: Spec = spec(
        "operator_imports",
        Method::Get,
        "/v1/operator/imports",
        "Files that were sent for an import, and imports that are under way or were cut off",
    );
    type Request = ImportsRequest;
    type Answer = ImportsAnswer;

    async fn run(context: Context, _: ImportsRequest) -> Result<Outcome<ImportsAnswer>, Problem> {
        let positions = context.store().import_positions(IMPORTS_MAX)?;
        let notes = context.services.imports.notes().map_err(|error| Problem::internal(&error))?;
        Ok(Outcome::free(ImportsAnswer {
            files: notes.into_iter().map(ImportFileView::from).collect(),
            results: positions.into_iter().map(ImportView::from).collect(),
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}

/// A file that was sent for an import.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ImportFileView {
    /// Import id.
    pub id: String,
    /// Name of the file.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it was received.
    pub received_at: Timestamp,
    /// What became of it.
    pub state: ImportState,
    /// What its rows are about, once it was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<ImportSubject>,
    /// Name of the source, once it was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Account that started it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_by: Option<AccountId>,
    /// When it was started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Timestamp>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Rows that were read and filed so far.
    pub rows: u64,
    /// What they came to.
    pub counts: ImportCounts,
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

impl From<ImportNote> for ImportFileView {
    fn from(note: ImportNote) -> Self {
        let ImportNote { id, name, bytes, received_at, state, order, rows, counts, ended_at, fault } = note;
        let (subject, source, started_by, started_at) = match order {
            Some(order) => (Some(order.subject), Some(order.source), Some(order.by), Some(order.at)),
            None => (None, None, None, None),
        };
        Self {
            id,
            name,
            bytes,
            received_at,
            state,
            subject,
            source,
            started_by,
            started_at,
            ended_at,
            rows,
            counts,
            fault,
        }
    }
}

/// The import of this id.
fn known(imports: &ImportFolder, id: &str) -> Result<ImportNote, Problem> {
    imports.note(id).ok_or_else(gone)
}

fn gone() -> Problem {
    Problem::new(Code::NotFound, "There is no such import.")
}

/// Whether an import can be started: it was not, or it ended early.
fn can_start(state: ImportState) -> bool {
    matches!(state, ImportState::Received | ImportState::Failed)
}

/// `POST /v1/operator/imports`
pub struct ReceiveImport;

/// A file for an import.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReceiveImportRequest {
    /// Name of the file, for display.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// The file: a line of headings, then rows. Larger ones are sent on the pages.
    #[schemars(length(min = 1, max = CSV_CHARACTERS_MAX))]
    pub csv: String,
}

impl Endpoint for ReceiveImport {
    const SPEC: Spec = Spec {
        status: 201,
        ..spec(
            "operator_receive_import",
            Method::Post,
            "/v1/operator/imports",
            "Takes a csv file for an import; nothing of it is stored before it is started",
        )
    };
    type Request = ReceiveImportRequest;
    type Answer = ImportFileView;

    fn check(request: &ReceiveImportRequest, faults: &mut Faults) {
        if let Err(error) = sources::file::refuse_other_than_text(request.csv.as_bytes()) {
            faults.add("/csv", FaultCode::InvalidValue, told(&error));
        }
    }

    async fn run(
        context: Context,
        request: ReceiveImportRequest,
    ) -> Result<Outcome<ImportFileView>, Problem> {
        let services = &context.services;
        let failed = |error: std::io::Error| Problem::new(Code::StorageUnavailable, error.to_string());
        let id = new_id(folder::ID_PREFIX, &services.clock, &services.entropy);
        let most = services.settings.limits.import_bytes;
        let mut upload = services.imports.receive(id, &request.name, most).map_err(failed)?;
        if !upload.take(request.csv.as_bytes()).map_err(failed)? {
            let detail = format!("The file is larger than {most} bytes. Split it, or use brimful import.");
            return Err(Problem::new(Code::BodyTooLarge, detail));
        }
        Ok(Outcome::free(upload.finish(context.now).map_err(failed)?.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({
            "name": "contacts.csv",
            "csv": "Id,Full Name,Mail\n118,Ines Falk,ines.falk@falk-metall.example\n",
        })
    }
}

/// `GET /v1/operator/imports/{id}`
pub struct ReadImport;

/// The import, and what to take its rows for.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReadImportRequest {
    /// Import id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// What the rows are about, for the guess of the columns; people if omitted.
    pub subject: Option<ImportSubject>,
}

/// An import, with its columns before it was started and its first rejected rows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReadImportAnswer {
    /// The import.
    #[serde(flatten)]
    pub import: ImportFileView,
    /// The columns as they are guessed; empty once it was started.
    pub columns: Vec<ImportColumn>,
    /// Fields that a column can be.
    pub fields: Vec<&'static str>,
    /// The product whose export the file was recognised as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<&'static str>,
    /// Why every row would be rejected with these columns, or why the file cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// The first rejected rows.
    pub rejects: Vec<RejectedRow>,
}

/// A rejected row.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RejectedRow {
    /// Line of the file on which it begins.
    pub line: u64,
    /// Why it was rejected.
    pub reason: String,
    /// Its cells that are not empty, by their headings.
    pub cells: BTreeMap<String, String>,
}

impl Endpoint for ReadImport {
    const SPEC: Spec = spec(
        "operator_import",
        Method::Get,
        "/v1/operator/imports/{id}",
        "A file that was sent for an import: its columns as guessed, how far it is, and its first rejected rows",
    );
    type Request = ReadImportRequest;
    type Answer = ReadImportAnswer;

    async fn run(context: Context, request: ReadImportRequest) -> Result<Outcome<ReadImportAnswer>, Problem> {
        let imports = &context.services.imports;
        let note = known(imports, &request.id)?;
        let asked = request.subject.or_else(|| Some(note.order.as_ref()?.subject));
        let subject = RowKind::from(asked.unwrap_or(ImportSubject::People));
        let rows = imports.rows(&note.id).filter(|_| can_start(note.state));
        let guessed = match rows {
            Some(path) => Some(columns::guess_aside(path, subject).await),
            None => None,
        };
        let (columns, preset, missing) = match guessed {
            Some(Ok(Columns { columns, missing, preset })) => (columns, preset, missing.map(str::to_owned)),
            Some(Err(error)) => (Vec::new(), None, Some(told(&error))),
            None => (Vec::new(), None, None),
        };
        Ok(Outcome::free(ReadImportAnswer {
            rejects: first_rejects(imports, &note.id),
            fields: columns::fields(subject),
            import: note.into(),
            columns,
            preset,
            missing,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID, "subject": "people" })
    }
}

/// Why a file cannot be read, without where it lies on the server.
fn told(error: &FileError) -> String {
    match error {
        FileError::Open { .. } => "The file is gone. Send it again.".to_owned(),
        error => sentence(&error.to_string()),
    }
}

fn first_rejects(imports: &ImportFolder, id: &str) -> Vec<RejectedRow> {
    let Some(path) = imports.rejects(id) else { return Vec::new() };
    let (Ok(heading), Ok(rows)) = (folder::heading_of(&path), folder::rows_of(&path)) else {
        return Vec::new();
    };
    let row = |cells: csv::StringRecord| {
        let mut row = RejectedRow { line: 0, reason: String::new(), cells: BTreeMap::new() };
        for (name, cell) in heading.iter().zip(&cells).filter(|(_, cell)| !cell.is_empty()) {
            match name {
                "line" => row.line = cell.parse().unwrap_or(0),
                "reason" => row.reason = cell.to_owned(),
                name => drop(row.cells.insert(name.to_owned(), cell.to_owned())),
            }
        }
        row
    };
    rows.take(REJECTS_SHOWN).map(row).collect()
}

/// `POST /v1/operator/imports/{id}/start`
pub struct StartImport;

/// How to import a file that was sent.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct StartImportRequest {
    /// Import id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// What the rows are about.
    pub subject: ImportSubject,
    /// Name of the source, as shown in answers.
    #[schemars(length(min = 1, max = 100))]
    pub source: String,
    /// The field of each column that is used, by the heading of the column; as guessed if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "columns_schema")]
    pub columns: Option<BTreeMap<String, String>>,
}

fn columns_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": ["object", "null"],
        "maxProperties": COLUMNS_MAX,
        "additionalProperties": { "type": "string", "maxLength": 60 },
    })
}

impl Endpoint for StartImport {
    const SPEC: Spec = Spec {
        status: 202,
        ..spec(
            "operator_start_import",
            Method::Post,
            "/v1/operator/imports/{id}/start",
            "Imports a file that was sent, in the background; one that ended early goes on",
        )
    };
    type Request = StartImportRequest;
    type Answer = ImportFileView;

    fn check(request: &StartImportRequest, faults: &mut Faults) {
        let known = columns::fields(request.subject.into());
        for (column, field) in request.columns.iter().flatten() {
            if !known.contains(&field.as_str()) {
                let message = format!("\"{field}\" is no field. `fields` of the import lists them.");
                let column = column.replace('~', "~0").replace('/', "~1");
                faults.add(format!("/columns/{column}"), FaultCode::InvalidValue, message);
            }
        }
    }

    async fn run(context: Context, request: StartImportRequest) -> Result<Outcome<ImportFileView>, Problem> {
        let StartImportRequest { id, subject, source, columns } = request;
        let imports = &context.services.imports;
        let note = known(imports, &id)?;
        if !can_start(note.state) {
            let detail = "The import was started already. Read it to see how far it is.";
            return Err(Problem::new(Code::InvalidRequest, detail));
        }
        let path = imports.rows(&id).ok_or_else(gone)?;
        let guessed = columns::guess_aside(path, subject.into())
            .await
            .map_err(|error| Problem::new(Code::InvalidRequest, told(&error)))?;
        // Columns as they were guessed keep what a preset knows beyond them.
        let guess: BTreeMap<&str, &str> = guessed
            .columns
            .iter()
            .filter_map(|one| Some((one.column.as_str(), one.field.as_deref()?)))
            .collect();
        let is_guess = columns.as_ref().is_none_or(|chosen| {
            chosen.len() == guess.len()
                && chosen.iter().all(|(column, field)| guess.get(column.as_str()) == Some(&field.as_str()))
        });
        if let Some(missing) = guessed.missing.filter(|_| is_guess) {
            return Err(Problem::new(Code::InvalidRequest, missing));
        }
        let columns = columns.filter(|_| !is_guess);
        let order =
            ImportOrder { subject, source, columns, by: context.account_id().clone(), at: context.now };
        let started = imports.change(&id, |note| {
            // Of two starts at a time the first counts.
            if can_start(note.state) {
                (note.state, note.order, note.fault, note.ended_at) =
                    (ImportState::Waiting, Some(order), None, None);
            }
        });
        let started = started.map_err(|error| Problem::internal(&error))?.ok_or_else(gone)?;
        context.services.wake_imports();
        Ok(Outcome::free(started.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({
            "id": EXAMPLE_ID, "subject": "people", "source": "our-crm",
            "columns": { "Full Name": "fullName", "Mail": "email" },
        })
    }
}

/// `DELETE /v1/operator/imports/{id}`
pub struct RemoveImport;

/// Id of an import.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ImportRequest {
    /// Import id.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
}

impl Endpoint for RemoveImport {
    const SPEC: Spec = spec(
        "operator_remove_import",
        Method::Delete,
        "/v1/operator/imports/{id}",
        "Stops an import and removes its files; what is filed stays",
    );
    type Request = ImportRequest;
    type Answer = ImportFileView;

    async fn run(context: Context, request: ImportRequest) -> Result<Outcome<ImportFileView>, Problem> {
        let imports = &context.services.imports;
        let note = known(imports, &request.id)?;
        let position = imports.position(&note);
        imports.remove(&note.id);
        if let Some(position) = position {
            context.store().forget_import_position(position.fingerprint().to_owned()).await?;
        }
        Ok(Outcome::free(note.into()))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID })
    }
}

/// `GET /v1/operator/imports/{id}/rejects`
pub struct ReadRejects;

impl Endpoint for ReadRejects {
    const SPEC: Spec = Spec {
        media: MEDIA,
        ..spec(
            "operator_import_rejects",
            Method::Get,
            "/v1/operator/imports/{id}/rejects",
            "The rejected rows of an import as csv, with the reason of each, to be corrected and sent again",
        )
    };
    type Request = ImportRequest;
    type Answer = FileReply;

    async fn run(context: Context, request: ImportRequest) -> Result<Outcome<FileReply>, Problem> {
        let imports = &context.services.imports;
        let note = known(imports, &request.id)?;
        let path = imports.rejects(&note.id).ok_or_else(gone)?;
        // An import without rejected rows has no such file.
        let file = tokio::fs::File::open(path).await.ok();
        let chunks = stream::try_unfold(file, |file| async move {
            let Some(mut file) = file else { return Ok(None) };
            let mut bytes = vec![0; CHUNK_BYTES];
            let read = tokio::io::AsyncReadExt::read(&mut file, &mut bytes).await?;
            bytes.truncate(read);
            Ok((read > 0).then(|| (Bytes::from(bytes), Some(file))))
        });
        let reply =
            FileReply { name: format!("{}.rejects.csv", note.id), media: MEDIA, chunks: Box::pin(chunks) };
        Ok(Outcome::free(reply))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": EXAMPLE_ID })
    }
}
