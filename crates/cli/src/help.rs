//! The help of the program, with its commands in groups. clap has no groups of commands, so the
//! list is written into the help template from the names and descriptions of the commands.

use clap::Command;
use clap::builder::StyledStr;
use std::fmt::Write;

/// The groups in the order of the help. Every command is in exactly one.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Solve and query", &["solve", "query"]),
    (
        "Databases",
        &[
            "plan", "build", "verify", "stats", "export", "pack", "unpack",
        ],
    ),
    (
        "Analysis and play",
        &["analyze", "play", "engine", "match", "kgp", "bench"],
    ),
    (
        "Records and studies",
        &[
            "record",
            "results",
            "check-results",
            "replay",
            "etudes",
            "fair",
            "shortest",
            "perft",
        ],
    ),
    ("Shell", &["completions", "man", "help"]),
];

/// The program with a help that groups its commands.
pub(crate) fn grouped(program: Command) -> Command {
    // A copy with the `help` command, which clap adds when it builds.
    let mut built = program.clone();
    built.build();
    program.help_template(template(&built))
}

/// clap's own template with groups instead of the list of commands.
fn template(program: &Command) -> StyledStr {
    let header = program.get_styles().get_header();
    let literal = program.get_styles().get_literal();
    let names = GROUPS.iter().flat_map(|(_, names)| names.iter());
    let width = names.map(|name| name.len()).max().unwrap_or(0);
    let mut text = StyledStr::from("{before-help}{about-with-newline}\n{usage-heading} {usage}\n");
    // Writing to a string cannot fail.
    for (title, names) in GROUPS {
        let _ = write!(text, "\n{header}{title}:{header:#}\n");
        for name in names {
            let about = program
                .find_subcommand(name)
                .and_then(Command::get_about)
                .map_or_else(String::new, StyledStr::to_string);
            let padding = width - name.len();
            let _ = writeln!(text, "  {literal}{name}{literal:#}{:padding$}  {about}", "");
        }
    }
    let _ = write!(
        text,
        "\n{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_exactly_one_group() {
        let mut program = Cli::command();
        program.build();
        let mut commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        commands.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, commands);
    }

    #[test]
    fn the_help_has_the_groups_and_all_lines_of_claps_own() {
        let own = grouped(Cli::command()).render_long_help().to_string();
        let claps = Cli::command().render_long_help().to_string();
        for (title, _) in GROUPS {
            assert!(own.contains(&format!("\n\n{title}:\n")), "{own}");
        }
        assert!(!own.contains("Commands:"), "{own}");
        // All other lines are clap's own, and the columns are equally wide.
        for line in claps.lines().filter(|line| *line != "Commands:") {
            assert!(own.lines().any(|other| other == line), "{line}\n{own}");
        }
    }
}
