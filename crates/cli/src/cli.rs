//! The command line: the options that all commands have, and the list of commands.

use crate::commands::{
    analyze, bench, build, check_results, completions, engine, etudes, export, fair, kgp, man,
    matches, pack, perft, plan, play, query, record, replay, results, shortest, solve, stats,
    unpack, verify,
};
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;
use clap::{CommandFactory, Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  mancala solve kalah:6,4                      prove the value of a start and of its first turns
  mancala solve kalah:6,4,capture=empty        the same under another rule
  mancala build kalah:6 --seeds 16             build the endgame database to 16 seeds
  mancala query kalah:6 '0,1,0,2,0,1/2,0,0,1,0,0 0,0 s'
  mancala replay games.tgk                     check a file of Toguz Kumalak games
  mancala analyze toguz --time 10s             the best move of a position, by deep search
  mancala perft toguz --depth 7 --json | jq .nodes
  mancala play toguz                           play against the engine
  mancala match toguz --a time=0.1s --b plain:8

A GAME is kalah:PITS or kalah:PITS,SEEDS, toguz, bestemshe or qozdatu, with options behind it, each after a comma:
  kalah    capture=standard|empty|opponent|never  end=at-once|on-turn  leftover=owner|nobody|emptied
           lap=plain|skip-origin|relay  extra-turn=on|off  pie=off|on
  others   stop-at-majority=on|off  atsyz=rest-to-opponent|extra-move  tuzdik=standard|allow-ninth|none
           origin=first-ball|skipped  capture=even|two

Exit codes: 0 done, 1 the answer is no, 2 an error, 130 or 143 interrupted after saving.";

/// Exact endgame databases, proofs and benchmarks of sowing games: Kalah(m, n) and the Toguz
/// family.
#[derive(Parser)]
#[command(name = "mancala", version = env!("MANCALA_VERSION"), arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// Answer with one JSON object on stdout, errors included
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No progress and no remarks on stderr
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands, each in a module of its own. `help.rs` groups them for the help.
#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(solve::Arguments),
    Build(build::Arguments),
    Plan(plan::Arguments),
    Verify(verify::Arguments),
    Query(query::Arguments),
    Stats(stats::Arguments),
    Export(export::Arguments),
    Fair(fair::Arguments),
    Record(record::Arguments),
    Results(results::Arguments),
    CheckResults(check_results::Arguments),
    Pack(pack::Arguments),
    Unpack(unpack::Arguments),
    Replay(replay::Arguments),
    Analyze(analyze::Arguments),
    Perft(perft::Arguments),
    Shortest(shortest::Arguments),
    Play(play::Arguments),
    Engine(engine::Arguments),
    Match(Box<matches::Arguments>),
    Kgp(Box<kgp::Arguments>),
    Etudes(etudes::Arguments),
    Bench(bench::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Command {
    pub(crate) fn run(self, output: &Output) -> Result<Status, Failure> {
        match self {
            Self::Solve(arguments) => solve::run(&arguments, output),
            Self::Build(arguments) => build::run(&arguments, output),
            Self::Plan(arguments) => plan::run(&arguments, output),
            Self::Verify(arguments) => verify::run(&arguments, output),
            Self::Query(arguments) => query::run(&arguments, output),
            Self::Stats(arguments) => stats::run(&arguments, output),
            Self::Export(arguments) => export::run(&arguments, output),
            Self::Fair(arguments) => fair::run(&arguments, output),
            Self::Record(arguments) => record::run(&arguments, output),
            Self::Results(arguments) => results::run(&arguments, output),
            Self::CheckResults(arguments) => check_results::run(&arguments, output),
            Self::Pack(arguments) => pack::run(&arguments, output),
            Self::Unpack(arguments) => unpack::run(&arguments, output),
            Self::Replay(arguments) => replay::run(&arguments, output),
            Self::Analyze(arguments) => analyze::run(&arguments, output),
            Self::Perft(arguments) => perft::run(&arguments, output),
            Self::Shortest(arguments) => shortest::run(&arguments, output),
            Self::Play(arguments) => play::run(&arguments, output),
            Self::Engine(arguments) => engine::run(&arguments, output),
            Self::Match(arguments) => matches::run(&arguments, output),
            Self::Kgp(arguments) => kgp::run(&arguments, output),
            Self::Etudes(arguments) => etudes::run(&arguments, output),
            Self::Bench(arguments) => bench::run(&arguments, output),
            Self::Completions(arguments) => completions::run(&arguments, Cli::command(), output),
            Self::Man(arguments) => man::run(&arguments, Cli::command(), output),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::{GameSpec, GameState};

    /// The words of a shell command up to a pipe, a redirection or a comment.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quoted = false;
        for character in line.chars() {
            let ends = words.last().is_some_and(String::is_empty) && "|<>#;&".contains(character);
            match character {
                '\'' => quoted = !quoted,
                _ if !quoted && ends => break,
                ' ' if !quoted => words.push(String::new()),
                _ => words.last_mut().expect("a word").push(character),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    /// The commands in the examples of a help text, with the name of the program first.
    fn examples(help: &str) -> Vec<Vec<String>> {
        let lines = help.lines().filter(|line| line.starts_with("  "));
        let commands = lines.flat_map(|line| line.split(" | ")).map(str::trim);
        let commands = commands.filter(|command| command.starts_with("mancala "));
        commands
            .map(|command| {
                // Two blanks begin an explanation.
                let command = command.split("   ").next().unwrap_or(command);
                words(command)
            })
            .collect()
    }

    fn all_examples() -> Vec<Vec<String>> {
        let program = Cli::command();
        let helps = program
            .get_subcommands()
            .filter_map(|command| command.get_after_help());
        let texts = program.get_after_help().into_iter().chain(helps);
        texts.flat_map(|text| examples(&text.to_string())).collect()
    }

    #[test]
    fn every_example_of_the_help_is_a_command_that_parses() {
        let examples = all_examples();
        assert!(examples.len() > 80, "{}", examples.len());
        for example in examples {
            if let Err(error) = Cli::try_parse_from(&example) {
                panic!("{example:?}: {error}");
            }
        }
    }

    /// A position in an example is one of its game.
    #[test]
    fn every_position_of_the_help_is_one_of_its_game() {
        let mut checked = 0;
        for example in all_examples() {
            let mut specs = example
                .iter()
                .filter_map(|word| word.parse::<GameSpec>().ok());
            let Some(spec) = specs.next_back() else {
                continue;
            };
            for position in example
                .iter()
                .filter(|word| word.contains('/') && word.contains(' '))
            {
                GameState::from_text(&spec, position)
                    .unwrap_or_else(|error| panic!("{example:?}: {error}"));
                checked += 1;
            }
        }
        assert!(checked >= 8, "{checked}");
    }
}
