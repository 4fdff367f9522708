//! Running the shell blocks of README.md and the tutorial, and comparing transcripts with their
//! output.
//!
//! The blocks of a page run in order in one new folder, in which `mancala`, or
//! `cargo run --release --`, is the program that is given. The README's test command is left out:
//! it is a step of its own. A `text` block behind a shell block is the output of its last command;
//! times, rates, counts of nodes and of threads are masked, since they vary.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGES: [&str; 2] = ["README.md", "docs/tutorial.md"];

/// The folder that commands of the pages read. Databases begin empty.
const DATA: &str = "solver-data/games";
/// The folder of databases, which is in the repository.
const DATABASES: &str = "solver-data/db";

/// A fenced block of a page.
struct Block<'a> {
    /// The number of its first line, from 1.
    line: usize,
    language: &'a str,
    text: Vec<&'a str>,
    /// The HTML comment in front of it, which names the README's two commands.
    marker: &'a str,
}

/// Runs all pages with a program.
///
/// # Errors
///
/// If a file or folder cannot be used, or the shell cannot be started.
pub(crate) fn run(root: &Path, program: &Path) -> io::Result<bool> {
    let program = program.canonicalize()?;
    let mut passed = true;
    for page in PAGES {
        let text = fs::read_to_string(root.join(page))?;
        let folder = root.join("target/shell-blocks");
        prepare(root, &folder)?;
        passed &= run_page(page, &blocks(&text), &folder, &program)?;
        fs::remove_dir_all(&folder)?;
    }
    Ok(passed)
}

/// Makes the folder anew, with the data that commands read.
fn prepare(root: &Path, folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let data = folder.join(DATA);
    fs::create_dir_all(&data)?;
    for entry in fs::read_dir(root.join(DATA))? {
        let entry = entry?;
        fs::copy(entry.path(), data.join(entry.file_name()))?;
    }
    fs::create_dir_all(folder.join(DATABASES))
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    let mut marker = "";
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(language), false) => {
                open = true;
                blocks.push(Block {
                    line: number + 1,
                    language,
                    text: Vec::new(),
                    marker: std::mem::take(&mut marker),
                });
            }
            (Some(_), true) => open = false,
            (None, true) => blocks.last_mut().expect("an open block").text.push(line),
            (None, false) if line.starts_with("<!--") => marker = line,
            (None, false) if !line.is_empty() => marker = "",
            (None, false) => {}
        }
    }
    blocks
}

fn run_page(page: &str, blocks: &[Block<'_>], folder: &Path, program: &Path) -> io::Result<bool> {
    let mut passed = true;
    let mut output = String::new();
    for block in blocks {
        match block.language {
            "sh" if block.marker.contains("tests") => {}
            "sh" => {
                for command in commands(block) {
                    println!("{page}:{}: {command}", block.line);
                    let (success, text) = run_command(&command, folder, program)?;
                    if !success {
                        eprintln!("{page}:{}: the command failed:\n{text}", block.line);
                        passed = false;
                    }
                    output = text;
                }
            }
            "text" if !output.is_empty() => {
                passed &= agree(page, block, &output);
                output.clear();
            }
            _ => {}
        }
    }
    Ok(passed)
}

/// The commands of a block, one a line, without comments.
fn commands(block: &Block<'_>) -> Vec<String> {
    let lines = block.text.iter();
    lines
        .map(|line| line.split(" # ").next().unwrap_or("").trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}

/// Runs a command, and returns whether it succeeded, with its output and errors.
fn run_command(command: &str, folder: &Path, program: &Path) -> io::Result<(bool, String)> {
    let command = command
        .replace("cargo run --release --", "mancala")
        .replacen("mancala", &program.display().to_string(), 1);
    let done = Command::new("bash")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(folder)
        .env_remove("MANCALA_DB")
        .stdin(Stdio::null())
        .output()?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    Ok((done.status.success(), text))
}

/// Whether a transcript agrees with the output of its command.
fn agree(page: &str, block: &Block<'_>, output: &str) -> bool {
    let expected: Vec<String> = block.text.iter().map(|line| masked(line)).collect();
    let found: Vec<String> = output
        .lines()
        .filter(|line| !is_progress(line))
        .map(masked)
        .collect();
    if expected == found {
        return true;
    }
    eprintln!(
        "{page}:{}: the transcript differs from the output:",
        block.line
    );
    for line in 0..expected.len().max(found.len()) {
        let [expected, found] =
            [&expected, &found].map(|lines| lines.get(line).map_or("", String::as_str));
        if expected != found {
            eprintln!("- {expected}\n+ {found}");
        }
    }
    false
}

/// Whether a line is one of the progress of a long run, as it stands in a log, or says that there
/// was memory to load the database.
fn is_progress(line: &str) -> bool {
    let rates = ["positions/s", "nodes/s", "boards/s", "plies/s"];
    let has_rate = rates.iter().any(|rate| line.contains(rate));
    line.starts_with("loading the database")
        || has_rate && line.contains(": ") && !line.starts_with("proof")
}

/// A line with its varying numbers masked: those of a line about threads, and those before a unit
/// of time or a count of nodes.
fn masked(line: &str) -> String {
    const UNITS: [&str; 8] = ["ms", "s", "min", "h", "nodes", "M", "k", "threads"];
    let words: Vec<&str> = line.split(' ').collect();
    let unit = |word: &str| UNITS.contains(&word.trim_end_matches([',', '.', ')']));
    let varies = |at: usize| {
        let next = words.get(at + 1).copied().unwrap_or("");
        words[at].starts_with(|c: char| c.is_ascii_digit())
            && (unit(next) || next.contains("nodes/s") || line.starts_with("threads"))
    };
    let masked: Vec<&str> = (0..words.len())
        .map(|at| {
            let after_number = at > 0 && varies(at - 1);
            if varies(at) {
                "#"
            } else if after_number && unit(words[at]) && !words[at].starts_with("nodes") {
                "<unit>"
            } else {
                words[at]
            }
        })
        .collect();
    masked.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varying_numbers_are_masked_and_no_others() {
        assert_eq!(
            masked("proof    22,015,800 nodes in 4.63 s, 4.76 M nodes/s"),
            "proof    # nodes in # <unit> # <unit> nodes/s"
        );
        assert_eq!(masked("threads  2"), "threads  #");
        assert_eq!(
            masked("value    +8 for South: South wins by 8"),
            "value    +8 for South: South wins by 8"
        );
        assert_eq!(
            masked("0 to 24 seeds, built in 6.89 s, verified at level 3"),
            "0 to 24 seeds, built in # <unit> verified at level 3"
        );
    }

    #[test]
    fn blocks_have_their_language_and_marker() {
        let text = "a\n\n<!-- tests -->\n```sh\nx # why\n\ny\n```\n\n```text\nz\n```\n";
        let blocks = blocks(text);
        assert_eq!(blocks.len(), 2);
        assert_eq!((blocks[0].line, blocks[0].language), (4, "sh"));
        assert!(blocks[0].marker.contains("tests"));
        assert_eq!(commands(&blocks[0]), ["x", "y"]);
        assert_eq!((blocks[1].language, blocks[1].marker), ("text", ""));
    }
}
