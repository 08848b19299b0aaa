//! `brimful account`, `brimful keys`: what an operator does for customers.

use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Subcommand;
use jiff::{SignedDuration, Timestamp};
use records::email::EmailAddress;
use serde_json::{Value, json};
use store::{
    Account, AccountId, Clock, Credits, Entropy, Key, KeyCap, KeyId, NewAccount, NewKey, NewKeyCap, Plan,
    Scope, Scopes, Store,
};

use crate::{
    operate::log::logged,
    output::{Output, table},
    storage::DataOption,
};

#[derive(Subcommand)]
pub(crate) enum AccountCommand {
    /// Create an account and print its first key, shown only once
    Create {
        /// Sign-in address
        #[arg(long)]
        email: String,
        /// free, indie, starter, pro or scale
        #[arg(long, default_value = "free", value_parser = plan)]
        plan: Plan,
        /// Credits to start with
        #[arg(long, default_value = "0", value_parser = start_credits)]
        credits: Credits,
        #[command(flatten)]
        data: DataOption,
    },
    /// List accounts with plan and balance
    List {
        #[command(flatten)]
        data: DataOption,
    },
    /// Set the plan of an account; ends a trial
    SetPlan {
        /// Account id or email
        account: String,
        /// free, indie, starter, pro or scale
        #[arg(value_parser = plan)]
        plan: Plan,
        #[command(flatten)]
        data: DataOption,
    },
    /// Close an account: its keys are refused, its balance and history stay
    Close {
        /// Account id or email
        account: String,
        #[command(flatten)]
        data: DataOption,
    },
    /// Set a new password and print it, shown only once; ends every session of the account
    ResetPassword {
        /// Account id or email
        account: String,
        #[command(flatten)]
        data: DataOption,
    },
    /// Let an account use the operators' pages under /operator
    Operator {
        /// Account id or email
        account: String,
        /// Take that away again
        #[arg(long)]
        off: bool,
        #[command(flatten)]
        data: DataOption,
    },
    /// Reopen a closed account
    Reopen {
        /// Account id or email
        account: String,
        #[command(flatten)]
        data: DataOption,
    },
}

#[derive(Subcommand)]
pub(crate) enum KeysCommand {
    /// Create a key and print it, shown only once
    Create {
        /// Account id or email
        account: String,
        /// A name to tell keys apart
        #[arg(long, default_value = "made by the operator")]
        name: String,
        /// Scopes: read, spend, manage, operate [default: read, spend, manage]
        #[arg(long, value_delimiter = ',', value_parser = scope)]
        scopes: Vec<Scope>,
        /// When it stops working, such as 2027-01-31T00:00:00Z
        #[arg(long)]
        expires_at: Option<Timestamp>,
        /// Credits that its calls may cost in a month [default: no cap]
        #[arg(long, value_parser = cap)]
        monthly_cap: Option<Credits>,
        #[command(flatten)]
        data: DataOption,
    },
    /// Set what the calls of a key may cost in a month
    Cap {
        /// Account id or email
        account: String,
        /// Key id
        key: KeyId,
        /// Credits a month
        #[arg(value_parser = cap, required_unless_present = "none")]
        credits: Option<Credits>,
        /// Take the cap away
        #[arg(long, conflicts_with = "credits")]
        none: bool,
        #[command(flatten)]
        data: DataOption,
    },
    /// List an account's keys
    List {
        /// Account id or email
        account: String,
        #[command(flatten)]
        data: DataOption,
    },
    /// Rotate a key; the old one stays valid for a grace period
    Rotate {
        /// Account id or email
        account: String,
        /// Key id
        key: KeyId,
        /// Grace period of the old key
        #[arg(long, default_value_t = 86_400, value_parser = clap::value_parser!(i64).range(0..=2_592_000))]
        overlap_seconds: i64,
        #[command(flatten)]
        data: DataOption,
    },
    /// Revoke a key; running servers refuse it within a second
    Revoke {
        /// Account id or email
        account: String,
        /// Key id
        key: KeyId,
        #[command(flatten)]
        data: DataOption,
    },
}

fn plan(word: &str) -> Result<Plan, String> {
    word.parse().map_err(|_| "choose free, indie, starter, pro or scale".into())
}

fn scope(word: &str) -> Result<Scope, String> {
    word.parse().map_err(|_| "choose among read, spend, manage and operate".into())
}

pub(crate) fn credits(text: &str) -> Result<Credits, String> {
    text.parse::<Credits>().map_err(|error| error.to_string())
}

fn start_credits(text: &str) -> Result<Credits, String> {
    let credits = credits(text)?;
    if credits < Credits::ZERO { Err("an account does not start below 0".into()) } else { Ok(credits) }
}

/// A cap within the bounds that the API has.
fn cap(text: &str) -> Result<Credits, String> {
    let (credits, most) = (credits(text)?, Credits::whole(i64::from(server::MONTHLY_CAP_MAX)));
    match credits {
        credits if credits < Credits::ZERO => Err("a cap is not below 0".into()),
        credits if credits > most => {
            Err(format!("a cap is at most {most}; --none or no cap at all bounds nothing"))
        }
        credits => Ok(credits),
    }
}

pub(crate) fn find_account(store: &Store, account: &str) -> anyhow::Result<Account> {
    let found = match store.account(&account.into())? {
        Some(found) => Some(found),
        None => store.account_by_email(&account.to_lowercase())?,
    };
    found.ok_or_else(|| anyhow!("there is no account {account}; `brimful account list` shows them"))
}

fn key_json(key: &Key) -> Value {
    json!({
        "id": key.id, "name": key.name, "hint": key.hint,
        "scopes": key.scopes.list().into_iter().map(Scope::as_str).collect::<Vec<_>>(),
        "created_at": key.created_at, "expires_at": key.expires_at, "revoked_at": key.revoked_at,
        "last_used_at": key.last_used_at,
        "monthly_cap": key.cap.as_ref().map(|cap| cap.monthly),
        "used_this_month": key.cap.as_ref().map(|cap| cap.spent(Clock::System.now())),
    })
}

impl AccountCommand {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let (clock, entropy) = (Clock::System, Entropy::System);
        match self {
            Self::Create { email, plan, credits, data } => {
                let email = EmailAddress::parse(&email).context("--email is no email address")?;
                let (secret, key) =
                    server::generate_key("first key", Scopes::CUSTOMER, None, &clock, &entropy);
                let account = NewAccount {
                    id: AccountId::generate(&clock, &entropy),
                    email: email.address().to_owned(),
                    password_hash: None,
                    plan,
                    trial_ends_at: None,
                    credits,
                };
                let (store, id) = (data.open()?, Some(account.id.to_string()));
                let creating = store.create_account(account, Some(key), clock.now());
                let account = logged(&store, "create_account", id, creating.into_future()).await?;
                output.print(&json!({ "account_id": account.id, "key": secret }), || {
                    format!("account {}\nkey     {secret}", account.id)
                })?;
            }
            Self::List { data } => {
                let accounts = data.open_existing()?.accounts()?;
                output.print(&accounts, || {
                    let rows: Vec<Vec<String>> = accounts
                        .iter()
                        .map(|a| {
                            let in_effect = a.effective_plan(clock.now());
                            let plan = match a.closed_at {
                                Some(_) => "closed".to_owned(),
                                None if in_effect != a.plan => format!("{in_effect} (trial)"),
                                None => in_effect.to_string(),
                            };
                            vec![a.id.to_string(), a.email.clone(), plan, a.balance.to_string()]
                        })
                        .collect();
                    table(&["ACCOUNT", "EMAIL", "PLAN", "CREDITS"], &rows)
                })?;
            }
            Self::SetPlan { account, plan, data } => {
                let store = data.open_existing()?;
                let id = find_account(&store, &account)?.id;
                let setting = store.set_plan(&id, plan);
                let account = logged(&store, "operator_set_plan", Some(id.to_string()), setting).await?;
                output.print(&account, || format!("{} is on the plan {}", account.id, account.plan))?;
            }
            Self::Close { account, data } => {
                let store = data.open_existing()?;
                let id = find_account(&store, &account)?.id;
                let closing = store.close_account(&id, true, clock.now());
                let account = logged(&store, "operator_close_account", Some(id.to_string()), closing).await?;
                output.print(&account, || format!("{} is closed", account.id))?;
            }
            Self::ResetPassword { account, data } => {
                let store = data.open_existing()?;
                let id = find_account(&store, &account)?.id;
                let (password, hash) =
                    server::generate_password(&entropy).map_err(|problem| anyhow!(problem.detail))?;
                let setting = store.set_password(&id, hash);
                let account = logged(&store, "reset_password", Some(id.to_string()), setting).await?;
                let shown = json!({ "account_id": account.id, "email": account.email, "password": password });
                output.print(&shown, || format!("email    {}\npassword {password}", account.email))?;
            }
            Self::Operator { account, off, data } => {
                let store = data.open_existing()?;
                let id = find_account(&store, &account)?.id;
                let key = server::generate_pages_key(&clock, &entropy);
                let setting = store.set_operator(&id, !off, key, clock.now());
                let action = if off { "remove_operator" } else { "make_operator" };
                let account = logged(&store, action, Some(id.to_string()), setting).await?;
                let shown = json!({ "account_id": account.id, "email": account.email, "operator": !off });
                output.print(&shown, || {
                    let is = if off { "is no operator any more" } else { "is an operator" };
                    format!("{} {is}", account.email)
                })?;
            }
            Self::Reopen { account, data } => {
                let store = data.open_existing()?;
                let id = find_account(&store, &account)?.id;
                let opening = store.close_account(&id, false, clock.now());
                let account =
                    logged(&store, "operator_reopen_account", Some(id.to_string()), opening).await?;
                output.print(&account, || format!("{} is open", account.id))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl KeysCommand {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let (clock, entropy) = (Clock::System, Entropy::System);
        match self {
            Self::Create { account, name, scopes, expires_at, monthly_cap, data } => {
                let store = data.open_existing()?;
                let account = find_account(&store, &account)?;
                let scopes = if scopes.is_empty() { Scopes::CUSTOMER } else { scopes.into_iter().collect() };
                let (secret, key) = server::generate_key(&name, scopes, expires_at, &clock, &entropy);
                let cap = monthly_cap.map_or(NewKeyCap::None, NewKeyCap::Own);
                let subject = Some(format!("{} {}", account.id, key.id));
                let creating = store.create_key(&account.id, NewKey { cap, ..key }, clock.now());
                let key = logged(&store, "create_key", subject, creating.into_future()).await?;
                output.print(&json!({ "key": secret, "details": key_json(&key) }), || secret.clone())?;
            }
            Self::Cap { account, key, credits, none: _, data } => {
                let store = data.open_existing()?;
                let account = find_account(&store, &account)?;
                let subject = Some(format!("{} {key}", account.id));
                let setting = store.set_key_cap(&account.id, &key, credits, clock.now());
                let key = logged(&store, "change_key", subject, setting.into_future()).await?;
                output.print(&key_json(&key), || match &key.cap {
                    Some(cap) => format!("{} may spend {} credits a month", key.id, cap.monthly),
                    None => format!("{} has no cap", key.id),
                })?;
            }
            Self::List { account, data } => {
                let store = data.open_existing()?;
                let keys = store.keys(&find_account(&store, &account)?.id)?;
                output.print(&keys.iter().map(key_json).collect::<Vec<_>>(), || {
                    let now = clock.now();
                    let state = |key: &Key| match (key.revoked_at, key.expires_at) {
                        (Some(_), _) => "revoked".to_owned(),
                        (None, Some(end)) if end <= now => "expired".to_owned(),
                        (None, Some(end)) => format!("until {end}"),
                        (None, None) => "active".to_owned(),
                    };
                    let cap = |key: &Key| {
                        let used = |cap: &KeyCap| format!("{} of {}", cap.spent(now), cap.monthly);
                        key.cap.as_ref().map_or_else(String::new, used)
                    };
                    let row = |key: &Key| {
                        let hint = format!("…{}", key.hint);
                        vec![key.id.to_string(), key.name.clone(), hint, state(key), cap(key)]
                    };
                    let rows: Vec<Vec<String>> = keys.iter().map(row).collect();
                    table(&["KEY", "NAME", "ENDS WITH", "STATE", "SPENT THIS MONTH"], &rows)
                })?;
            }
            Self::Rotate { account, key, overlap_seconds, data } => {
                let store = data.open_existing()?;
                let account = find_account(&store, &account)?;
                let keys = store.keys(&account.id)?;
                let old = keys.iter().find(|candidate| candidate.id == key);
                let old = old.ok_or_else(|| anyhow!("the account has no key {key}"))?;
                let (secret, new) =
                    server::generate_key(&old.name, old.scopes, old.expires_at, &clock, &entropy);
                let ends = clock.now() + SignedDuration::from_secs(overlap_seconds);
                let subject = Some(format!("{} {key}", account.id));
                let rotating = store.rotate_key(&account.id, &key, new, ends, clock.now());
                let (new, old) = logged(&store, "rotate_key", subject, rotating.into_future()).await?;
                let shown = json!({ "key": secret, "details": key_json(&new), "replaced": key_json(&old) });
                output.print(&shown, || secret.clone())?;
            }
            Self::Revoke { account, key, data } => {
                let store = data.open_existing()?;
                let account = find_account(&store, &account)?;
                let subject = Some(format!("{} {key}", account.id));
                let revoking = store.revoke_key(&account.id, &key, clock.now());
                let key = logged(&store, "revoke_key", subject, revoking).await?;
                output.print(&key_json(&key), || format!("{} is revoked", key.id))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
