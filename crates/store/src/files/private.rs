//! Files that only their owner may read: a data folder is 0700, and everything brimful keeps in it is 0600.

use std::{
    fs::{self, DirBuilder, OpenOptions, Permissions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use crate::files::names::is_store_file;

/// Mode of a folder.
const FOLDER_MODE: u32 = 0o700;
/// Mode of a file.
const FILE_MODE: u32 = 0o600;
/// Bits that let others than the owner in.
const OTHERS: u32 = 0o077;
/// Folders inside folders that are looked into.
const DEPTH_MAX: usize = 16;
/// What brimful keeps in a data folder beside the databases. Other files in it are not ours and are left as they are.
const OWNED: &[&str] = &["index", "serving.lock", "server.lock", "demo-key", "world.json"];

/// Whether brimful keeps a file or folder of this name in a data folder.
pub fn is_of_folder(name: &str) -> bool {
    is_store_file(name) || OWNED.contains(&name)
}

/// Makes a folder that only its owner may enter, with the folders above it; one that is there stays as it is.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)
}

/// Makes an empty file that only its owner may read, unless it is there.
pub(crate) fn make_private_file(file: &Path) -> io::Result<()> {
    OpenOptions::new().create(true).truncate(false).append(true).mode(FILE_MODE).open(file).map(drop)
}

/// Paths of a data folder that others than the owner may read.
pub fn open_paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    look(folder, 0, &mut |path, is_open| {
        if is_open {
            found.push(path.to_owned());
        }
    })?;
    Ok(found)
}

/// Takes the rights of others away from a data folder; says which paths were open to them, and why the first of those
/// that stay so does.
pub fn tighten(folder: &Path) -> io::Result<(Vec<PathBuf>, Option<io::Error>)> {
    let (mut tightened, mut failed) = (Vec::new(), None);
    for path in open_paths(folder)? {
        let mode = if path.is_dir() { FOLDER_MODE } else { FILE_MODE };
        match fs::set_permissions(&path, Permissions::from_mode(mode)) {
            Ok(()) => tightened.push(path),
            // A file of the log may be gone by now, as when a command ends.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    Ok((tightened, failed))
}

fn look(folder: &Path, depth: usize, visit: &mut dyn FnMut(&Path, bool)) -> io::Result<()> {
    let Ok(meta) = fs::symlink_metadata(folder) else { return Ok(()) };
    // A link says nothing about what it leads to; a linked data folder is looked at where it lies.
    let meta = if depth == 0 && meta.is_symlink() { fs::metadata(folder)? } else { meta };
    if meta.is_symlink() {
        return Ok(());
    }
    visit(folder, meta.permissions().mode() & OTHERS != 0);
    if !meta.is_dir() || depth > DEPTH_MAX {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if depth > 0 || entry.file_name().to_str().is_some_and(is_of_folder) {
            look(&entry.path(), depth + 1, visit)?;
        }
    }
    Ok(())
}
