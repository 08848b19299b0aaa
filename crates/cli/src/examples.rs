//! Examples in the help of every command. A test parses each, and finds commands without one.

use clap::Command;

/// A command by its words, and lines that use it.
type Examples = (&'static str, &'static [&'static str]);

const EXAMPLES: &[Examples] = &[
    (
        "serve",
        &[
            "brimful serve --data /var/lib/brimful",
            "brimful serve --listen 0.0.0.0:8080 --config brimful.toml",
        ],
    ),
    ("demo", &["brimful demo", "brimful demo --people 100000 --pace 100"]),
    ("probe", &["brimful probe --listen 0.0.0.0:8443 --config probe.toml"]),
    (
        "import",
        &[
            "brimful import people contacts.csv --source crm --data /var/lib/brimful --dry-run",
            "brimful import companies accounts.parquet --source registry --data /var/lib/brimful",
        ],
    ),
    (
        "enrich",
        &[
            "brimful enrich contacts.csv --max-credits 1000 > enriched.csv",
            "brimful enrich enriched.csv --with verify-email > verified.csv",
            "brimful enrich contacts.xlsx --max-credits 1000 --out enriched.xlsx",
        ],
    ),
    (
        "person",
        &[
            "brimful person ada@acme.example",
            "brimful person 'Marta Quist' --company tidewater.example --max-credits 1 --json",
            "brimful person 'Marta Quist' --company tidewater.example --sandbox",
        ],
    ),
    ("company", &["brimful company acme.example", "brimful company 'Harbor Robotics' --country US --json"]),
    (
        "search people",
        &[
            "brimful search people --title CTO --country DE --limit 5",
            "brimful search people --seniority c_suite --filters '{\"near\": {\"city\": \"Munich\", \"country\": \"DE\"}}' --quote",
        ],
    ),
    ("search companies", &["brimful search companies --technology Kubernetes --size 51-200 --max-credits 6"]),
    (
        "verify",
        &["brimful verify ada@acme.example", "brimful verify ada@acme.example bob@acme.example --json"],
    ),
    (
        "signals",
        &["brimful signals --kind funding --country DE", "brimful signals --kind job-change --follow --json"],
    ),
    ("logs", &["brimful logs --status 402", "brimful logs --follow --endpoint find-email"]),
    (
        "listen",
        &[
            "brimful listen --forward-to http://localhost:3000/hook",
            "brimful listen --forward-to http://localhost:3000/hook --event bulk.completed",
        ],
    ),
    (
        "api",
        &[
            "brimful api GET /v1/me",
            "brimful api POST /v1/find-email '{\"kind\": \"name\", \"fullName\": \"Marta Quist\", \"domain\": \"tidewater.example\"}'",
            "brimful api POST /v1/bulk/enrich @items.json --idempotency-key monday",
        ],
    ),
    ("mcp", &["brimful mcp", "brimful mcp --server https://brimful.example"]),
    ("export", &["brimful export people --data /var/lib/brimful > people.jsonl"]),
    ("erase", &["brimful erase --email ada@acme.example --keep-out --data /var/lib/brimful"]),
    ("privacy list", &["brimful privacy list --data /var/lib/brimful"]),
    ("privacy approve", &["brimful privacy approve prq_01hx3v5k2m --data /var/lib/brimful"]),
    ("privacy refuse", &["brimful privacy refuse prq_01hx3v5k2m --data /var/lib/brimful"]),
    ("suppression add", &["brimful suppression add --domain acme.example --data /var/lib/brimful"]),
    ("suppression list", &["brimful suppression list --data /var/lib/brimful"]),
    ("suppression remove", &["brimful suppression remove sup_01hx3v5k2m --data /var/lib/brimful"]),
    ("review list", &["brimful review list --limit 10 --data /var/lib/brimful"]),
    ("review explain", &["brimful review explain per_01hx3v5k2m crm:17 --data /var/lib/brimful"]),
    ("review merge", &["brimful review merge per_01hx3v5k2m per_02jy4w6l3n --data /var/lib/brimful"]),
    ("review apart", &["brimful review apart per_01hx3v5k2m per_02jy4w6l3n --data /var/lib/brimful"]),
    ("review split", &["brimful review split per_01hx3v5k2m crm:17 crm:40 --data /var/lib/brimful"]),
    (
        "account create",
        &[
            "brimful account create --email you@company.example --plan pro --credits 1000 --data /var/lib/brimful",
        ],
    ),
    ("account list", &["brimful account list --data /var/lib/brimful --json"]),
    ("account set-plan", &["brimful account set-plan you@company.example scale --data /var/lib/brimful"]),
    ("account close", &["brimful account close you@company.example --data /var/lib/brimful"]),
    (
        "account reset-password",
        &["brimful account reset-password you@company.example --data /var/lib/brimful"],
    ),
    ("account operator", &["brimful account operator you@company.example --data /var/lib/brimful"]),
    ("account reopen", &["brimful account reopen you@company.example --data /var/lib/brimful"]),
    (
        "keys create",
        &[
            "brimful keys create you@company.example --name agent --scopes read,spend --monthly-cap 100 --data /var/lib/brimful",
        ],
    ),
    ("keys cap", &["brimful keys cap you@company.example key_01hx3v5k2m 500 --data /var/lib/brimful"]),
    ("keys list", &["brimful keys list you@company.example --data /var/lib/brimful"]),
    ("keys rotate", &["brimful keys rotate you@company.example key_01hx3v5k2m --data /var/lib/brimful"]),
    ("keys revoke", &["brimful keys revoke you@company.example key_01hx3v5k2m --data /var/lib/brimful"]),
    (
        "credits grant",
        &["brimful credits grant you@company.example 500 --id invoice-17 --data /var/lib/brimful"],
    ),
    ("credits refund", &["brimful credits refund req_01hx3v5k2m --id ticket-4 --data /var/lib/brimful"]),
    ("credits statement", &["brimful credits statement you@company.example --csv --data /var/lib/brimful"]),
    (
        "history export",
        &[
            "brimful history export --month 2026-09 --data /var/lib/brimful > calls-2026-09.jsonl",
            "brimful history export --month 2026-09 --account you@company.example --csv --data /var/lib/brimful",
        ],
    ),
    ("history drop", &["brimful history drop --before 2026-09 --data /var/lib/brimful"]),
    ("backup", &["brimful backup /backups --data /var/lib/brimful"]),
    ("restore", &["brimful restore /backups/brimful-2026-01-31.db --data /var/lib/restored"]),
    ("migrate", &["brimful migrate --from /var/lib/brimful --to postgres://brimful@db1/brimful"]),
    ("doctor", &["brimful doctor --data /var/lib/brimful --json"]),
    ("calibrate", &["brimful calibrate --data /var/lib/brimful"]),
    ("index rebuild", &["brimful index rebuild --data /var/lib/brimful"]),
    ("openapi", &["brimful openapi > openapi.json"]),
    ("config show", &["brimful config show --config brimful.toml"]),
    ("config init", &["brimful config init", "brimful config init - | less"]),
    ("completions", &["brimful completions bash > /etc/bash_completion.d/brimful"]),
];

/// Adds the examples to the help of each command.
pub(crate) fn added_to(command: Command) -> Command {
    EXAMPLES.iter().fold(command, |command, (words, lines)| {
        let words: Vec<&str> = words.split(' ').collect();
        added(command, &words, &format!("Examples:\n  {}", lines.join("\n  ")))
    })
}

fn added(command: Command, words: &[&str], text: &str) -> Command {
    let Some((first, rest)) = words.split_first() else { return command.after_help(text.to_owned()) };
    // A name that is no command would panic; the test below finds it instead.
    if command.find_subcommand(first).is_none() {
        return command;
    }
    command.mut_subcommand(*first, |inner| added(inner, rest, text))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::Cli;

    /// The commands that do something, by their words.
    fn leaves(command: &Command, before: &str) -> Vec<String> {
        let inner: Vec<&Command> = command.get_subcommands().filter(|one| one.get_name() != "help").collect();
        if inner.is_empty() {
            return vec![before.to_owned()];
        }
        inner.into_iter().flat_map(|one| leaves(one, format!("{before} {}", one.get_name()).trim())).collect()
    }

    /// The words of a line as a shell reads them, up to a redirection.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
        for letter in line.chars() {
            match letter {
                '\'' => is_quoted = !is_quoted,
                ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
                letter => word.push(letter),
            }
        }
        words.push(word);
        words.into_iter().take_while(|word| word != ">" && word != "|").collect()
    }

    #[test]
    fn every_command_has_an_example_and_every_example_is_of_a_command() {
        let mut all = leaves(&Cli::command(), "");
        let mut known: Vec<String> = EXAMPLES.iter().map(|(words, _)| (*words).to_owned()).collect();
        all.sort();
        known.sort();
        assert_eq!(known, all);
    }

    #[test]
    fn every_example_can_be_typed() {
        for line in EXAMPLES.iter().flat_map(|(_, lines)| *lines) {
            let parsed = Cli::command().try_get_matches_from(words(line));
            assert!(parsed.is_ok(), "{line}: {}", parsed.err().unwrap());
        }
    }

    fn words_of(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_help_shows_the_examples() {
        let mut command = added_to(Cli::command());
        command.build();
        for (path, lines) in EXAMPLES {
            let inner = path.split(' ').try_fold(&mut command, |at, word| at.find_subcommand_mut(word));
            // Long lines are wrapped.
            let help = words_of(&inner.unwrap().render_help().to_string());
            assert!(help.contains("Examples:") && help.contains(&words_of(lines[0])), "{path}: {help}");
        }
    }
}
