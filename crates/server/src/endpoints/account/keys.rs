//! The account's API keys: list, create, cap, revoke, rotate.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, Key, KeyId, NewKey, NewKeyCap, Scope, Scopes};

use super::KeyView;
use crate::{
    access::api_key,
    call::{
        context::Context,
        problem::{Code, Problem},
        request::{fault_code::FaultCode, sent::sent, validate::Faults},
    },
    endpoint::{Endpoint, Method, Outcome, Spec, Written},
    sandbox::sample::Sample,
};

/// Maximum overlap of a rotation: 30 days.
const OVERLAP_SECONDS_MAX: i64 = 30 * 24 * 3600;
/// Default overlap of a rotation: one day.
const OVERLAP_SECONDS_DEFAULT: i64 = 24 * 3600;

/// Highest monthly cap of a key, in credits.
pub const MONTHLY_CAP_MAX: u32 = 1_000_000_000;

/// `GET /v1/me/keys`
pub struct List;

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ListKeysRequest {}

/// The account's keys.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListKeysAnswer {
    /// Oldest first, revoked ones included.
    pub results: Vec<KeyView>,
}

impl Endpoint for List {
    const SPEC: Spec =
        Spec::own("list_keys", Method::Get, "/v1/me/keys", Scope::Manage, "Lists the account's keys");
    type Request = ListKeysRequest;
    type Answer = ListKeysAnswer;

    async fn run(context: Context, _: ListKeysRequest) -> Result<Outcome<ListKeysAnswer>, Problem> {
        let keys = context.store().keys(context.account_id())?.into_iter().filter(|key| !key.for_pages);
        Ok(Outcome::free(ListKeysAnswer { results: keys.map(|key| KeyView::of(key, context.now)).collect() }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}

/// `POST /v1/me/keys`
pub struct Create;

/// The key to create.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CreateKeyRequest {
    /// Your name for it, for display.
    #[schemars(length(min = 1, max = 100))]
    pub name: String,
    /// Scopes of the new key; the scopes of the calling key if omitted.
    #[schemars(length(min = 1, max = 3))]
    pub scopes: Option<Vec<Scope>>,
    /// Expiry of the new key; that of the calling key if omitted, and never later than that.
    pub expires_at: Option<Timestamp>,
    /// Credits that calls with the new key may cost in a month; no cap if omitted. A key with a cap can only make keys that
    /// share it.
    #[schemars(range(min = 0, max = MONTHLY_CAP_MAX))]
    pub monthly_cap: Option<u32>,
}

/// A new key. The secret is shown only in this answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewKeyAnswer {
    /// The secret key. Save it; only a hash is stored.
    pub key: String,
    /// Details of the key, as stored.
    pub details: KeyView,
}

impl Endpoint for Create {
    const SPEC: Spec = Spec {
        status: 201,
        secret: true,
        ..Spec::own("create_key", Method::Post, "/v1/me/keys", Scope::Manage, "Makes a key; it is shown once")
    };
    type Request = CreateKeyRequest;
    type Answer = Written<NewKeyAnswer>;

    async fn run(context: Context, request: CreateKeyRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let held = held_scopes(&context);
        let scopes = request.scopes.map_or(held, Scopes::from_iter);
        if let Some(scope) = scopes.list().into_iter().find(|scope| !held.has(*scope)) {
            return Err(Problem::new(
                Code::ScopeRequired,
                format!("A key cannot give away the scope `{}` that it lacks itself.", scope.as_str()),
            ));
        }
        if request.expires_at.is_some_and(|end| end <= context.now) {
            let mut faults = Faults::default();
            faults.add("/expires_at", FaultCode::InvalidValue, "Must lie in the future.");
            return Err(Problem::of_faults(faults.into_vec()));
        }
        let (now, expires_at) = (context.now, within(&context, request.expires_at));
        let (clock, entropy) = (&context.services.clock, &context.services.entropy);
        let (secret, key) = api_key::generate(&request.name, scopes, expires_at, clock, entropy);
        let own = request.monthly_cap.map(whole_credits);
        let cap = match own_cap(&context) {
            Some(_) if own.is_some() => return Err(capped("set a cap; the new key shares that of this one")),
            Some(shared) => NewKeyCap::Shared(shared.to_owned()),
            None => own.map_or(NewKeyCap::None, NewKeyCap::Own),
        };
        let made = context.store().create_key(context.account_id(), NewKey { cap, ..key }, now);
        Ok(Written::free(made.map(move |key| NewKeyAnswer { key: secret, details: KeyView::of(key, now) })))
    }

    fn example(_: &Sample) -> Value {
        json!({ "name": "crm sync", "scopes": ["read", "spend"], "monthly_cap": 500 })
    }
}

/// `PATCH /v1/me/keys/{id}`
pub struct Change;

/// What to change of a key.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ChangeKeyRequest {
    /// Key id.
    #[schemars(length(min = 1, max = 64))]
    pub id: KeyId,
    /// Credits that calls with the key may cost in a month; null takes the cap away. What it has cost in this month counts.
    #[serde(default, deserialize_with = "sent")]
    #[schemars(with = "Option<u32>", range(min = 0, max = MONTHLY_CAP_MAX))]
    pub monthly_cap: Option<Option<u32>>,
}

impl Endpoint for Change {
    const SPEC: Spec = Spec::own(
        "change_key",
        Method::Patch,
        "/v1/me/keys/{id}",
        Scope::Manage,
        "Gives a key a monthly cap of credits, or takes it away",
    );
    type Request = ChangeKeyRequest;
    type Answer = Written<KeyView>;

    fn check(request: &ChangeKeyRequest, faults: &mut Faults) {
        if request.monthly_cap.is_none() {
            faults.add("/monthly_cap", FaultCode::Required, "Send a number of credits, or null for no cap.");
        }
    }

    async fn run(context: Context, request: ChangeKeyRequest) -> Result<Outcome<Self::Answer>, Problem> {
        weaker_key(&context, &request.id, "change")?;
        if own_cap(&context).is_some() {
            return Err(capped("change caps"));
        }
        let (now, monthly) = (context.now, request.monthly_cap.flatten().map(whole_credits));
        let changed = context.store().set_key_cap(context.account_id(), &request.id, monthly, now);
        Ok(Written::free(changed.map(move |key| KeyView::of(key, now))))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "key_01hx3v5k2m8q9r7t6w4y1z0abc", "monthly_cap": 250 })
    }
}

/// `DELETE /v1/me/keys/{id}`
pub struct Revoke;

/// Id of a key.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RevokeKeyRequest {
    /// Key id.
    #[schemars(length(min = 1, max = 64))]
    pub id: KeyId,
}

impl Endpoint for Revoke {
    const SPEC: Spec =
        Spec::own("revoke_key", Method::Delete, "/v1/me/keys/{id}", Scope::Manage, "Revokes a key at once");
    type Request = RevokeKeyRequest;
    type Answer = KeyView;

    async fn run(context: Context, request: RevokeKeyRequest) -> Result<Outcome<KeyView>, Problem> {
        weaker_key(&context, &request.id, "revoke")?;
        let key = context.store().revoke_key(context.account_id(), &request.id, context.now).await?;
        Ok(Outcome::free(KeyView::of(key, context.now)))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "key_01hx3v5k2m8q9r7t6w4y1z0abc" })
    }
}

/// `POST /v1/me/keys/{id}/rotate`
pub struct Rotate;

/// The key to rotate.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RotateKeyRequest {
    /// Key id.
    #[schemars(length(min = 1, max = 64))]
    pub id: KeyId,
    /// Seconds for which the old key stays valid; one day (86,400) if omitted.
    #[schemars(range(min = 0, max = OVERLAP_SECONDS_MAX))]
    pub overlap_seconds: Option<i64>,
}

/// The new key, and the old key with its expiry.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RotateKeyAnswer {
    /// The new secret key. Save it; only a hash is stored.
    pub key: String,
    /// Details of the key, as stored.
    pub details: KeyView,
    /// The replaced key.
    pub replaced: KeyView,
}

impl Endpoint for Rotate {
    const SPEC: Spec = Spec {
        status: 201,
        secret: true,
        ..Spec::own(
            "rotate_key",
            Method::Post,
            "/v1/me/keys/{id}/rotate",
            Scope::Manage,
            "Replaces a key; the old one works on for a while",
        )
    };
    type Request = RotateKeyRequest;
    type Answer = Written<RotateKeyAnswer>;

    async fn run(context: Context, request: RotateKeyRequest) -> Result<Outcome<Self::Answer>, Problem> {
        let old = weaker_key(&context, &request.id, "rotate")?;
        let overlap = SignedDuration::from_secs(request.overlap_seconds.unwrap_or(OVERLAP_SECONDS_DEFAULT));
        let (clock, entropy) = (&context.services.clock, &context.services.entropy);
        let expires_at = within(&context, old.expires_at);
        let (secret, new) = api_key::generate(&old.name, old.scopes, expires_at, clock, entropy);
        let (now, ends) = (context.now, context.now + overlap);
        let rotated = context.store().rotate_key(context.account_id(), &request.id, new, ends, now);
        Ok(Written::free(rotated.map(move |(new, old)| RotateKeyAnswer {
            key: secret,
            details: KeyView::of(new, now),
            replaced: KeyView::of(old, now),
        })))
    }

    fn example(_: &Sample) -> Value {
        json!({ "id": "key_01hx3v5k2m8q9r7t6w4y1z0abc", "overlap_seconds": 3600 })
    }
}

/// Returns the account's key if it has no more scopes than the calling key, does not outlive it and spends from no other
/// cap. Otherwise a limited
/// key given to a third party could revoke the owner's key.
fn weaker_key(context: &Context, id: &KeyId, verb: &str) -> Result<Key, Problem> {
    let gone = || Problem::new(Code::NotFound, "There is no such key.");
    let keys = context.store().keys(context.account_id())?;
    let key = keys.into_iter().find(|key| key.id == *id && !key.for_pages).ok_or_else(gone)?;
    let held = held_scopes(context);
    let own_end = context.caller.as_ref().and_then(|caller| caller.key.expires_at);
    if own_end.is_some_and(|own| key.expires_at.is_none_or(|end| end > own)) {
        let detail =
            format!("The key to {verb} lives longer than this key. Use one that does not expire before it.");
        return Err(Problem::new(Code::ScopeRequired, detail));
    }
    if own_cap(context).is_some_and(|own| key.cap.as_ref().is_none_or(|cap| cap.id != own)) {
        return Err(capped(&format!("{verb} keys that do not share it")));
    }
    match key.scopes.list().into_iter().find(|scope| !held.has(*scope)) {
        None => Ok(key),
        Some(scope) => Err(Problem::new(
            Code::ScopeRequired,
            format!("The key to {verb} has the scope `{}`, which this key lacks.", scope.as_str()),
        )
        .with("required_scope", scope.as_str())),
    }
}

/// Expiry of a new key: never later than that of the calling key.
fn within(context: &Context, wanted: Option<Timestamp>) -> Option<Timestamp> {
    let own = context.caller.as_ref().and_then(|caller| caller.key.expires_at);
    [wanted, own].into_iter().flatten().min()
}

/// Id of the cap that the calling key spends from.
fn own_cap(context: &Context) -> Option<&str> {
    context.caller.as_ref()?.key.cap.as_ref().map(|cap| cap.id.as_str())
}

/// The problem of a key with a cap that would get around it.
fn capped(what: &str) -> Problem {
    Problem::new(
        Code::ScopeRequired,
        format!("This key has a monthly cap and cannot {what}. Use a key without one."),
    )
}

fn whole_credits(credits: u32) -> Credits {
    Credits::whole(i64::from(credits))
}

/// The scopes that the caller may pass on to keys. A session passes on no `operate`: taking that from an account on the
/// command line would leave the keys that its pages had made.
fn held_scopes(context: &Context) -> Scopes {
    let Some(caller) = &context.caller else { return Scopes::from_iter([]) };
    let stays = |scope: &Scope| *scope == Scope::Operate && caller.key.for_pages;
    caller.key.scopes.list().into_iter().filter(|scope| !stays(scope)).collect()
}
