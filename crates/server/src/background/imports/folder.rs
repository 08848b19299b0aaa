//! Files that operators sent for an import, each with a note of what became of it, in a folder of the data folder. They are
//! files and not rows, because an upload is large and short-lived, and each node works on its own.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use engine::FilePosition;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sources::file::RowKind;
use store::{AccountId, IngestReport};

/// Prefix of the id of an import.
pub const ID_PREFIX: &str = "imp";
/// Imports that are kept at a time.
const IMPORTS_MAX: usize = 50;
/// Characters of a file's name that are kept.
const NAME_CHARACTERS_MAX: usize = 120;
/// Files are for their owner alone.
const FILE_MODE: u32 = 0o600;

/// What became of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportState {
    /// The file is there, and nothing of it is imported.
    Received,
    /// It is imported after those before it.
    Waiting,
    /// Its rows are being filed. After a restart it goes on where it was.
    Running,
    /// Every row was read; the file is removed.
    Done,
    /// It ended early, and `fault` says why. Starting it again goes on where it was.
    Failed,
}

/// What the rows of a file are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportSubject {
    /// One person per row.
    People,
    /// One company per row.
    Companies,
}

impl From<ImportSubject> for RowKind {
    fn from(subject: ImportSubject) -> Self {
        match subject {
            ImportSubject::People => Self::People,
            ImportSubject::Companies => Self::Companies,
        }
    }
}

/// How an import was started.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportOrder {
    /// What its rows are about.
    pub subject: ImportSubject,
    /// Name of the source.
    pub source: String,
    /// The field of each column that is used; none means as guessed.
    pub columns: Option<BTreeMap<String, String>>,
    /// Who started it, and when.
    pub by: AccountId,
    /// When it was started.
    pub at: Timestamp,
}

/// What the rows of an import came to so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportCounts {
    /// Rows with new facts.
    pub accepted: u64,
    /// Rows that repeated earlier facts of the same source.
    pub unchanged: u64,
    /// Rows about people on the suppression list; they were not stored.
    pub suppressed: u64,
    /// Rows that were rejected.
    pub rejected: u64,
    /// Records made.
    pub created: u64,
    /// Records that rows were added to.
    pub updated: u64,
    /// Records that turned out to be one and were joined.
    pub joined: u64,
}

impl ImportCounts {
    /// The counts after further rows were filed.
    pub fn with(self, report: &IngestReport) -> Self {
        Self {
            accepted: self.accepted + report.claims,
            unchanged: self.unchanged + report.unchanged,
            suppressed: self.suppressed + report.suppressed,
            created: self.created + report.created,
            updated: self.updated + report.updated,
            joined: self.joined + report.joined,
            ..self
        }
    }
}

/// What is known of an import.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportNote {
    /// `imp_…`
    pub id: String,
    /// Name of the file, as its sender has it.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// When it was received.
    pub received_at: Timestamp,
    /// What became of it.
    pub state: ImportState,
    /// How it was started.
    pub order: Option<ImportOrder>,
    /// Rows that were read and filed.
    pub rows: u64,
    /// What they came to.
    pub counts: ImportCounts,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Why it ended early.
    pub fault: Option<String>,
}

/// The folder.
pub struct ImportFolder {
    folder: PathBuf,
    /// Held while a note is read and changed.
    changing: Mutex<()>,
}

impl ImportFolder {
    /// The folder at this path, which is made with the first file. Files that a process before was receiving are removed.
    pub fn new(folder: PathBuf) -> Self {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|ending| ending == "part") {
                let _ = fs::remove_file(entry.path());
            }
        }
        Self { folder, changing: Mutex::default() }
    }

    fn guard(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The path of a file of an import; none for a text that is no id, which might lead out of the folder.
    fn path(&self, id: &str, ending: &str) -> Option<PathBuf> {
        let (prefix, rest) = id.split_once('_')?;
        let is_id = prefix == ID_PREFIX
            && (1..=60).contains(&rest.len())
            && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_id.then(|| self.folder.join(format!("{id}.{ending}")))
    }

    /// The rows of an import.
    pub fn rows(&self, id: &str) -> Option<PathBuf> {
        self.path(id, "csv")
    }

    /// Its rejected rows.
    pub fn rejects(&self, id: &str) -> Option<PathBuf> {
        self.path(id, "rejects.csv")
    }

    /// What tells a started import from others, to go on where it was cut off; none if its file is gone.
    pub fn position(&self, note: &ImportNote) -> Option<FilePosition> {
        let order = note.order.as_ref()?;
        let columns = serde_json::to_vec(&order.columns).ok()?;
        let options: [&[u8]; 4] =
            [note.id.as_bytes(), order.source.as_bytes(), &[0, order.subject as u8], &columns];
        FilePosition::of(&self.rows(&note.id)?, &options).ok()
    }

    /// Begins to receive a file of at most so many bytes.
    pub fn receive(&self, id: String, name: &str, bytes_max: u64) -> io::Result<Upload<'_>> {
        store::make_private_folder(&self.folder)?;
        if self.notes()?.len() >= IMPORTS_MAX {
            return Err(io::Error::other("There are too many imports. Remove those that are over."));
        }
        let path = self.path(&id, "part").ok_or(io::ErrorKind::InvalidInput)?;
        let file = private_file(&path)?;
        let name = name.chars().filter(|letter| !letter.is_control()).take(NAME_CHARACTERS_MAX).collect();
        Ok(Upload { folder: self, id, name, path, file, bytes: 0, bytes_max, is_whole: false })
    }

    /// All imports, the latest first.
    pub fn notes(&self) -> io::Result<Vec<ImportNote>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut notes = Vec::new();
        for entry in entries {
            let name = entry?.file_name();
            let id = name.to_str().and_then(|name| name.strip_suffix(".json"));
            notes.extend(id.and_then(|id| self.note(id)));
        }
        notes.sort_by(|one: &ImportNote, other| {
            (other.received_at, &other.id).cmp(&(one.received_at, &one.id))
        });
        Ok(notes)
    }

    /// Ids of the imports whose rows or rejected rows are stored.
    pub fn with_files(&self) -> io::Result<Vec<String>> {
        let is_there = |path: Option<PathBuf>| path.is_some_and(|path| path.exists());
        let ids = self.notes()?.into_iter().map(|note| note.id);
        Ok(ids.filter(|id| is_there(self.rows(id)) || is_there(self.rejects(id))).collect())
    }

    /// One import. A note that cannot be read is none: the file can be sent again.
    pub fn note(&self, id: &str) -> Option<ImportNote> {
        let bytes = fs::read(self.path(id, "json")?).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// Changes the note of an import, if there is one; answers it as it is then.
    pub fn change(&self, id: &str, change: impl FnOnce(&mut ImportNote)) -> io::Result<Option<ImportNote>> {
        let _guard = self.guard();
        let Some(mut note) = self.note(id) else { return Ok(None) };
        change(&mut note);
        self.write(&note)?;
        Ok(Some(note))
    }

    /// Writes a note beside its place and moves it there, so that it is never read half.
    fn write(&self, note: &ImportNote) -> io::Result<()> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidInput);
        let path = self.path(&note.id, "json").ok_or_else(invalid)?;
        let beside = self.path(&note.id, "note").ok_or_else(invalid)?;
        let mut file = private_file(&beside)?;
        file.write_all(&serde_json::to_vec(note)?)?;
        file.sync_all()?;
        fs::rename(beside, path)
    }

    /// Removes the rows of an import, which are not needed after it.
    pub fn remove_rows(&self, id: &str) {
        if let Some(path) = self.rows(id) {
            let _ = fs::remove_file(path);
        }
    }

    /// Removes the file of rejected rows of an import that has none.
    pub fn remove_rejects(&self, id: &str) {
        if let Some(path) = self.rejects(id) {
            let _ = fs::remove_file(path);
        }
    }

    /// Removes an import with all its files.
    pub fn remove(&self, id: &str) {
        let _guard = self.guard();
        for ending in ["csv", "rejects.csv", "part", "note", "json"] {
            if let Some(path) = self.path(id, ending) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// A file while it is received; removed unless it comes to its end.
pub struct Upload<'f> {
    folder: &'f ImportFolder,
    id: String,
    name: String,
    path: PathBuf,
    file: File,
    bytes: u64,
    bytes_max: u64,
    is_whole: bool,
}

impl Upload<'_> {
    /// Takes more of the file; false if it is larger than allowed.
    pub fn take(&mut self, bytes: &[u8]) -> io::Result<bool> {
        self.bytes += bytes.len() as u64;
        if self.bytes > self.bytes_max {
            return Ok(false);
        }
        self.file.write_all(bytes)?;
        Ok(true)
    }

    /// The file is whole.
    pub fn finish(mut self, now: Timestamp) -> io::Result<ImportNote> {
        self.file.sync_all()?;
        let note = ImportNote {
            id: self.id.clone(),
            name: std::mem::take(&mut self.name),
            bytes: self.bytes,
            received_at: now,
            state: ImportState::Received,
            order: None,
            rows: 0,
            counts: ImportCounts::default(),
            ended_at: None,
            fault: None,
        };
        let rows = self.folder.rows(&self.id).ok_or(io::ErrorKind::InvalidInput)?;
        fs::rename(&self.path, rows)?;
        self.is_whole = true;
        self.folder.write(&note)?;
        Ok(note)
    }
}

impl Drop for Upload<'_> {
    fn drop(&mut self) {
        if !self.is_whole {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Makes a file that only its owner may read, empty if it is there.
pub fn private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).write(true).truncate(true).mode(FILE_MODE).open(path)
}

/// The rows of a csv file below its heading, as text.
pub fn rows_of(path: &Path) -> io::Result<impl Iterator<Item = csv::StringRecord>> {
    let file = File::open(path)?;
    let reader = csv::ReaderBuilder::new().flexible(true).from_reader(io::BufReader::new(file));
    Ok(reader.into_records().map_while(Result::ok))
}

/// The heading of a csv file.
pub fn heading_of(path: &Path) -> io::Result<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(File::open(path)?);
    Ok(reader.headers()?.clone())
}
