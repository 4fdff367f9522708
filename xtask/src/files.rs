//! The text files of the workspace.

use std::fs;
use std::io;
use std::path::Path;

/// Reads all files below a folder whose names end in `.EXTENSION`, sorted by name. Build folders
/// (`target`) and hidden folders are left out.
///
/// Names begin at the root and have `/` between their parts; the folder `""` is the root itself.
///
/// # Errors
///
/// If a folder or file cannot be read.
pub(crate) fn read_below(
    root: &Path,
    folder: &str,
    extension: &str,
) -> io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    find(root, folder, extension, &mut files)?;
    files.sort_unstable();
    Ok(files)
}

fn find(
    root: &Path,
    folder: &str,
    extension: &str,
    files: &mut Vec<(String, String)>,
) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let name = if folder.is_empty() {
            own.clone()
        } else {
            format!("{folder}/{own}")
        };
        if entry.file_type()?.is_dir() {
            if own != "target" && !own.starts_with('.') {
                find(root, &name, extension, files)?;
            }
        } else if Path::new(&own)
            .extension()
            .is_some_and(|end| end == extension)
        {
            files.push((name, fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}
