//! The `brimful` command. Data goes to standard output, messages to standard error.

mod ask;
mod config;
mod data;
mod demo;
mod examples;
mod external;
mod folder_lock;
mod operate;
mod output;
mod probe;
mod sandbox_world;
mod serve;
mod storage;

use data::{enrich, export, history, import};
use operate::{
    accounts, backup, calibrate, completions, credits, doctor, erase, openapi, privacy, restore, review,
};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::{
    ask::exit::Refused,
    output::{Output, Waiting},
};

/// Records are many small strings: filing and indexing them spends a third of its time in the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A self-hosted engine and HTTP API for sales and recruiting data.
#[derive(Parser)]
#[command(name = "brimful", version, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    /// Print machine-readable JSON on standard output
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the API
    Serve(serve::Serve),
    /// Generate synthetic data and serve it with a demo key
    Demo(demo::Demo),
    /// Ask mail servers for an installation whose own SMTP port is closed
    Probe(probe::Probe),
    /// Import people, companies or signals from files
    Import(import::Import),
    /// Enrich a table of people through the API
    Enrich(enrich::EnrichCommand),
    /// Look up a person through the API
    Person(ask::person::Person),
    /// Look up a company through the API
    Company(ask::company::Company),
    /// Search people or companies through the API
    #[command(subcommand)]
    Search(ask::search::Search),
    /// Ask the API whether mail to addresses arrives
    Verify(ask::verify::Verify),
    /// Read funding, hiring, job changes and other signals through the API
    Signals(ask::signals::Signals),
    /// Show the account's calls of the API
    Logs(ask::logs::Logs),
    /// Forward the account's webhook events to an address of this machine
    Listen(ask::listen::Listen),
    /// Make any call of the API
    Api(ask::api::Api),
    /// Serve the API's tools to an agent over standard input and output (MCP)
    Mcp(ask::mcp::Mcp),
    /// Export records as jsonl with the source and row of every claim
    Export(export::ExportCommand),
    /// Erase a person or company, and scan the data folder for remains
    Erase(erase::EraseCommand),
    /// List and decide privacy requests
    #[command(subcommand)]
    Privacy(privacy::PrivacyCommand),
    /// Add, list and remove entries of the suppression list
    #[command(subcommand)]
    Suppression(privacy::SuppressionCommand),
    /// Review possible duplicates: merge, separate or split records
    #[command(subcommand)]
    Review(review::ReviewCommand),
    /// Create, list, close and reopen accounts, and set their plan
    #[command(subcommand)]
    Account(accounts::AccountCommand),
    /// Create, list, rotate and revoke API keys
    #[command(subcommand)]
    Keys(accounts::KeysCommand),
    /// Grant and refund credits, and show an account's statement
    #[command(subcommand)]
    Credits(credits::CreditsCommand),
    /// Export and drop calls of past months
    #[command(subcommand)]
    History(history::HistoryCommand),
    /// Write a verified backup, also while the server runs
    Backup(backup::Backup),
    /// Restore a data folder from a backup
    Restore(restore::Restore),
    /// Copy a data folder into a PostgreSQL database
    Migrate(operate::migrate::Migrate),
    /// Check the data and the environment; exit 0 only if all checks pass
    Doctor(doctor::Doctor),
    /// Measure on the stored data whether stated confidences are true
    Calibrate(calibrate::Calibrate),
    /// Maintain the search index
    #[command(subcommand)]
    Index(operate::index::IndexCommand),
    /// Print the OpenAPI document
    Openapi(openapi::Openapi),
    /// Show the configuration and where each value comes from
    #[command(subcommand)]
    Config(operate::config::ConfigCommand),
    /// Print a completion script for a shell
    Completions(completions::Completions),
}

impl Command {
    /// Whether it shows no progress of its own while it works.
    fn is_quiet(&self) -> bool {
        !matches!(
            self,
            Self::Serve(_)
                | Self::Demo(_)
                | Self::Probe(_)
                | Self::Import(_)
                | Self::Enrich(_)
                | Self::Person(_)
                | Self::Company(_)
                | Self::Search(_)
                | Self::Verify(_)
                | Self::Signals(_)
                | Self::Logs(_)
                | Self::Listen(_)
                | Self::Api(_)
                | Self::Mcp(_)
        )
    }

    /// Whether it works through much data, mostly beside a server whose calls come first.
    fn yields(&self) -> bool {
        matches!(
            self,
            Self::Import(_) | Self::Export(_) | Self::Backup(_) | Self::Calibrate(_) | Self::Index(_)
        )
    }
}

/// How much a command that yields adds to its niceness: a server beside it gets nine tenths of a core that both want.
const NICER_BY: i32 = 10;

fn main() -> ExitCode {
    // Whatever is written holds personal data or secrets: files are for their owner alone.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let command = examples::added_to(Cli::command());
    let cli = Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    let output = Output { json: cli.json };
    let waiting = cli.command.is_quiet().then(|| Waiting::new("working"));
    if cli.command.yields() {
        // Before any other thread is started: each inherits the priority of the one that starts it.
        let _ = rustix::process::nice(NICER_BY);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(async {
        match cli.command {
            Command::Serve(command) => command.run().await,
            Command::Demo(command) => command.run().await,
            Command::Probe(command) => command.run().await,
            Command::Import(command) => command.run(output).await,
            Command::Enrich(command) => command.run().await,
            Command::Person(command) => command.run(output).await,
            Command::Company(command) => command.run(output).await,
            Command::Search(command) => command.run(output).await,
            Command::Verify(command) => command.run(output).await,
            Command::Signals(command) => command.run(output).await,
            Command::Logs(command) => command.run(output).await,
            Command::Listen(command) => command.run(output).await,
            Command::Api(command) => command.run().await,
            Command::Mcp(command) => command.run().await,
            Command::Export(command) => command.run(),
            Command::Erase(command) => command.run(output).await,
            Command::Privacy(command) => command.run(output).await,
            Command::Suppression(command) => command.run(output).await,
            Command::Review(command) => command.run(output).await,
            Command::Account(command) => command.run(output).await,
            Command::Keys(command) => command.run(output).await,
            Command::Credits(command) => command.run(output).await,
            Command::History(command) => command.run(output).await,
            Command::Backup(command) => command.run(output).await,
            Command::Restore(command) => command.run(output),
            Command::Migrate(command) => command.run(output).await,
            Command::Doctor(command) => command.run(output).await,
            Command::Calibrate(command) => command.run(output).await,
            Command::Index(command) => command.run(output),
            Command::Openapi(command) => command.run(),
            Command::Config(command) => command.run(output),
            Command::Completions(command) => command.run(Cli::command()),
        }
    });
    drop(waiting);
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {}", output::one_line(&error));
            error.downcast_ref::<Refused>().map_or(ExitCode::FAILURE, Refused::code)
        }
    }
}
