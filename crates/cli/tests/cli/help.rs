//! Help, version, completions and manual pages.

use crate::support::{data, finish, program, run};

/// The commands with the group that each is listed in.
fn grouped_commands() -> Vec<(String, String)> {
    let help = run(&["--help"]);
    assert_eq!(help.code, 0);
    let (_, listed) = help.stdout.split_once("\n\n").unwrap();
    let (listed, _) = listed.split_once("\nOptions:\n").unwrap();
    let (_, listed) = listed.split_once("\n\n").unwrap();
    let mut group = String::new();
    let mut commands = Vec::new();
    for line in listed.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("  ") {
            Some(command) => {
                let (name, about) = command.split_once("  ").unwrap();
                assert!(!about.trim().is_empty(), "{line}");
                commands.push((group.clone(), name.to_owned()));
            }
            None => group = line.trim_end_matches(':').to_owned(),
        }
    }
    commands
}

fn commands() -> Vec<String> {
    let commands = grouped_commands().into_iter();
    let names: Vec<_> = commands
        .map(|(_, name)| name)
        .filter(|name| name != "help")
        .collect();
    assert_eq!(names.len(), 25, "{names:?}");
    names
}

#[test]
fn the_help_lists_the_commands_in_groups() {
    let commands = grouped_commands();
    let mut groups: Vec<&str> = commands.iter().map(|(group, _)| group.as_str()).collect();
    groups.dedup();
    assert_eq!(
        groups,
        [
            "Solve and query",
            "Databases",
            "Analysis and play",
            "Records and studies",
            "Shell"
        ]
    );
    for (command, group) in [
        ("solve", "Solve and query"),
        ("build", "Databases"),
        ("match", "Analysis and play"),
        ("kgp", "Analysis and play"),
        ("etudes", "Records and studies"),
        ("help", "Shell"),
    ] {
        assert!(commands.contains(&(group.to_owned(), command.to_owned())));
    }
    assert_eq!(run(&["help"]).stdout, run(&["--help"]).stdout);
    assert_eq!(run(&["-h"]).stdout, run(&["--help"]).stdout);
}

#[test]
fn every_command_has_help_with_examples() {
    for command in commands() {
        let help = run(&[&command, "--help"]);
        assert_eq!((help.code, help.stderr.as_str()), (0, ""), "{command}");
        let (_, examples) = help
            .stdout
            .split_once("\nExamples:\n")
            .unwrap_or_else(|| panic!("{command} has no examples"));
        let shown = format!("mancala {command} ");
        assert!(
            examples
                .lines()
                .filter(|line| line.contains(shown.trim_end()))
                .count()
                >= 2,
            "{command}: {examples}"
        );
    }
}

#[test]
fn the_version_names_the_program() {
    let version = run(&["--version"]);
    assert_eq!(version.code, 0);
    assert!(
        version.stdout.starts_with("mancala 0."),
        "{}",
        version.stdout
    );
}

#[test]
fn no_argument_at_all_shows_the_help_and_fails() {
    let nothing = run(&[]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.stderr.contains("Usage: mancala"));
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.code, 0, "{shell}");
        for word in ["perft", "depth", "mancala"] {
            assert!(script.stdout.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(run(&["completions", "cmd"]).code, 2);
}

#[test]
fn manual_pages_are_printed_and_written_for_all_commands() {
    let page = run(&["man"]);
    assert_eq!(page.code, 0);
    assert!(page.stdout.contains(".TH mancala 1"), "{}", page.stdout);
    let page = run(&["man", "perft"]);
    assert!(
        page.stdout.contains(".TH mancala-perft 1"),
        "{}",
        page.stdout
    );
    assert!(page.stdout.contains("depth"));
    assert_eq!(run(&["man", "nothing"]).code, 2);

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("man1");
    let written = finish(program().args(["man", "--out"]).arg(&out));
    assert_eq!(written.code, 0, "{}", written.stderr);
    assert!(out.join("mancala.1").exists());
    for command in commands() {
        assert!(
            out.join(format!("mancala-{command}.1")).exists(),
            "{command}"
        );
    }
}

#[test]
fn the_documentation_names_every_command_and_option() {
    let text = std::fs::read_to_string(data("../docs/cli.md")).unwrap();
    for command in commands() {
        assert!(text.contains(&format!("## {command}")), "{command}");
        let help = run(&[&command, "--help"]).stdout;
        let options = help
            .split_whitespace()
            .filter(|word| word.starts_with("--") && word.len() > 2)
            .map(|word| word.trim_end_matches([',', '.', ';', ']']));
        for option in options {
            assert!(text.contains(option), "{command}: {option}");
        }
    }
}
