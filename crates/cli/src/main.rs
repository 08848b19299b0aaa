//! The `brimful` command. Data goes to standard output, messages to standard error.

mod config;
mod data;
mod demo;
mod external;
mod folder_lock;
mod operate;
mod output;
mod probe;
mod sandbox_world;
mod serve;
mod storage;

use data::{enrich, export, import};
use operate::{
    accounts, backup, calibrate, completions, credits, doctor, erase, openapi, privacy, restore, review,
};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use crate::output::Output;

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

fn main() -> ExitCode {
    // Whatever is written holds personal data or secrets: files are for their owner alone.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let cli = Cli::parse();
    let output = Output { json: cli.json };
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
            Command::Export(command) => command.run(),
            Command::Erase(command) => command.run(output).await,
            Command::Privacy(command) => command.run(output).await,
            Command::Suppression(command) => command.run(output).await,
            Command::Review(command) => command.run(output).await,
            Command::Account(command) => command.run(output).await,
            Command::Keys(command) => command.run(output).await,
            Command::Credits(command) => command.run(output).await,
            Command::Backup(command) => command.run(output).await,
            Command::Restore(command) => command.run(output),
            Command::Migrate(command) => command.run(output).await,
            Command::Doctor(command) => command.run(output).await,
            Command::Calibrate(command) => command.run(output),
            Command::Index(command) => command.run(output),
            Command::Openapi(command) => command.run(),
            Command::Config(command) => command.run(output),
            Command::Completions(command) => command.run(Cli::command()),
        }
    });
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {}", output::one_line(&error));
            ExitCode::FAILURE
        }
    }
}
