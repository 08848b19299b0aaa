//! Calls that pages make for the person who has them open.
//!
//! A page does nothing by itself: it calls endpoints of the catalogue, in process, through the pipeline of every call.
//! The session stands in the place of a key, so that rights, rate limits, charges and history are the same.

use std::{
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, header},
};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use records::name::Name;
use serde_json::Value;
use sources::file::{Table, TableLimits};
use store::{Account, Credits, KeyId, KeyOwner, Scope, new_id};

use crate::{
    access::{auth, operator_log, password, session},
    app::App,
    background::imports::folder,
    call::{
        pipeline::{self, Call, Identity},
        problem::{Code, Problem},
        request::max_credits,
        response::with_request_id,
    },
    endpoint::{Endpoint, Entry, Method, Price},
    endpoints::operator::imports::ReceiveImport,
    recipe::person_input::sentence,
};

/// Cookie that ties the forms of a person who is not signed in to their browser.
const VISIT_COOKIE: &str = "brimful_visit";
const VISIT_SECONDS: i64 = 24 * 3_600;
/// Longest cookie value that is looked at.
const COOKIE_MAX: usize = 100;

/// A person who has a page open.
#[derive(Clone)]
pub struct Visitor {
    client: IpAddr,
    /// What the person's forms are tied to: the token of the session, or else of the visit.
    token: String,
    /// Whether the browser does not have the token of the visit yet.
    is_new: bool,
    owner: Option<Arc<KeyOwner>>,
}

impl Visitor {
    /// The account, if the person is signed in.
    pub fn account(&self) -> Option<&Account> {
        self.owner.as_ref().map(|owner| &owner.account)
    }

    /// Id of the key under which the pages of the account make their calls, if the person is signed in.
    pub fn key_id(&self) -> Option<&KeyId> {
        self.owner.as_ref().map(|owner| &owner.key.id)
    }

    /// Whether the person is signed in and the pages of the account have a scope.
    pub fn has_scope(&self, scope: Scope) -> bool {
        self.owner.as_ref().is_some_and(|owner| owner.key.scopes.has(scope))
    }
}

/// A call of an endpoint.
#[derive(Default)]
pub struct PageCall {
    /// Values of the path parameters.
    pub parts: Vec<(String, String)>,
    /// Query parameters, for a GET or DELETE.
    pub query: Vec<(String, String)>,
    /// The request, for a POST or PATCH.
    pub body: Option<Value>,
    /// Whether the sandbox answers.
    pub sandbox: bool,
    /// Whether the call only reads what the page shows; true only for free endpoints that read.
    pub draws: bool,
    /// Makes a form that is sent twice act once.
    pub idempotency_key: Option<String>,
    /// What the call may cost at most: the price that the page has shown.
    pub max_credits: Option<Credits>,
    /// Whether the answer is a stream of events, and after which one it goes on.
    pub events_after: Option<Option<String>>,
}

/// Reads a table that a person sends with a form, or says in a sentence why it is none.
pub async fn table_of_file(bytes: Vec<u8>, limits: TableLimits) -> Result<Table, String> {
    let read = tokio::task::spawn_blocking(move || Table::read(bytes, limits)).await;
    let read = read.map_err(|_| "The file cannot be read.".to_owned())?;
    read.map_err(|error| sentence(&error.to_string()))
}

/// Given and family name of a full name, if it has both.
pub fn split_name(full: &str) -> Option<(String, String)> {
    let name = Name::parse(full)?;
    Some((name.first()?.to_owned(), name.last()?.to_owned()))
}

impl App {
    /// The person who sent a request, by its cookies.
    pub fn visitor(&self, peer: SocketAddr, headers: &HeaderMap) -> Visitor {
        let client = auth::client_address(self, peer, headers);
        let value = |name| session::cookie_of(headers, name).filter(|value| value.len() <= COOKIE_MAX);
        if let Some(token) = value(session::COOKIE)
            && let Some(session) = session::identify(self, token, self.clock.now())
        {
            let owner = Some(Arc::new(session.owner));
            return Visitor { client, token: token.to_owned(), is_new: false, owner };
        }
        let token = value(VISIT_COOKIE).map(str::to_owned);
        let is_new = token.is_none();
        let token = token.unwrap_or_else(|| session::random_token(self));
        Visitor { client, token, is_new, owner: None }
    }

    /// The `Set-Cookie` header that a page with a form needs, if any.
    pub fn visit_cookie(&self, visitor: &Visitor) -> Option<String> {
        visitor.is_new.then(|| session::cookie(&self.settings, VISIT_COOKIE, &visitor.token, VISIT_SECONDS))
    }

    /// The token that proves that a form came from a page of this person. It is made from the cookie with the secret of
    /// the installation, so that no other site can know it.
    pub fn form_token(&self, visitor: &Visitor) -> String {
        hex::encode(self.secret.mac("form", visitor.token.as_bytes()))
    }

    /// Whether a form carries its token. A person whose browser has no cookie has been sent no form.
    pub fn is_form_of(&self, visitor: &Visitor, token: &str) -> bool {
        let right = self.form_token(visitor);
        let differing = right.bytes().zip(token.bytes()).fold(0, |bits, (left, right)| bits | (left ^ right));
        !visitor.is_new && token.len() == right.len() && differing == 0
    }

    /// Ends the session, or all sessions of the account; answers the `Set-Cookie` header that removes the cookie.
    pub async fn sign_out(&self, visitor: &Visitor, everywhere: bool) -> Result<String, Problem> {
        if let Some(owner) = &visitor.owner {
            match everywhere {
                true => drop(self.store.end_sessions(&owner.account.id).await?),
                false => self.store.end_session(session::hash(&visitor.token)).await?,
            }
        }
        Ok(session::cookie(&self.settings, session::COOKIE, "", 0))
    }

    /// Sets another password for the account, which ends all its sessions; answers the `Set-Cookie` header that removes
    /// the cookie.
    pub async fn change_password(
        &self,
        visitor: &Visitor,
        old: String,
        new: String,
    ) -> Result<String, Problem> {
        let refused =
            || Problem::new(Code::InvalidCredentials, "The password now is not the one that was typed.");
        let account = visitor.account().ok_or_else(refused)?;
        auth::throttle_client(self, "password", visitor.client, self.clock.now())?;
        if let Some(weakness) = password::refused(&new, &account.email) {
            return Err(Problem::new(Code::InvalidRequest, weakness));
        }
        let known = self.store.password_of(&account.email)?.map(|(_, hash)| hash);
        if !self.passwords.fits(old, known).await? {
            return Err(refused());
        }
        let hash = self.passwords.hash(new, &self.entropy).await?;
        self.store.set_password(&account.id, hash).await?;
        Ok(session::cookie(&self.settings, session::COOKIE, "", 0))
    }

    /// Receives a file that an operator sends for an import, and answers the id of the import. The file lies in the data folder
    /// until an endpoint starts the import or removes it. In the audit log it is an entry like that of the endpoint that takes
    /// smaller files, begun before the first byte is kept.
    pub async fn receive_import<E>(
        &self,
        visitor: &Visitor,
        name: &str,
        file: impl Stream<Item = Result<Bytes, E>>,
    ) -> Result<String, Problem> {
        if !visitor.has_scope(Scope::Operate) {
            return Err(Problem::new(Code::ScopeRequired, "Only operators send files for an import."));
        }
        let id = new_id(folder::ID_PREFIX, &self.clock, &self.entropy);
        let call = (new_id("req", &self.clock, &self.entropy), self.clock.now());
        let (caller, spec) = (visitor.owner.as_deref(), &ReceiveImport::SPEC);
        let act = operator_log::begin(self, caller, spec, (&call.0, call.1), Some(id.clone())).await?;
        let received = self.keep_import(&id, name, file).await;
        operator_log::end(self, act, received.as_ref().map(drop).map_err(|problem| problem.code)).await;
        received.map(|()| id)
    }

    async fn keep_import<E>(
        &self,
        id: &str,
        name: &str,
        file: impl Stream<Item = Result<Bytes, E>>,
    ) -> Result<(), Problem> {
        let failed = |error: std::io::Error| {
            Problem::new(Code::StorageUnavailable, format!("The file cannot be kept: {error}."))
        };
        let most = self.settings.limits.import_bytes;
        let mut upload = self.imports.receive(id.to_owned(), name, most).map_err(failed)?;
        let mut file = pin!(file);
        while let Some(bytes) = file.next().await {
            let broken =
                |_| Problem::new(Code::InvalidRequest, "The file did not arrive whole. Send it again.");
            if !upload.take(&bytes.map_err(broken)?).map_err(failed)? {
                return Err(Problem::new(Code::BodyTooLarge, "The file is larger than allowed."));
            }
        }
        upload.finish(self.clock.now()).map_err(failed)?;
        Ok(())
    }

    /// Counts a page that this person opens. Refused with the seconds to wait if an account opens too many.
    pub fn open_page(&self, visitor: &Visitor) -> Result<(), u64> {
        let Some(owner) = &visitor.owner else { return Ok(()) };
        let taken = auth::throttle_page(self, owner, self.clock.now());
        if taken.allowed { Ok(()) } else { Err(taken.retry_seconds) }
    }

    /// Calls an endpoint for this person.
    pub async fn call_for(
        self: &Arc<Self>,
        visitor: &Visitor,
        endpoint: &str,
        call: PageCall,
    ) -> Response<Body> {
        let Some(entry) = self.catalogue.iter().find(|entry| entry.spec.id == endpoint) else {
            let request_id = store::new_id("req", &self.clock, &self.entropy);
            let problem = Problem::new(Code::NotFound, "There is no such endpoint.");
            return with_request_id(problem.into_response(&request_id), &request_id);
        };
        let mut headers = HeaderMap::new();
        let body = match (&call.body, entry.spec.method.has_body()) {
            (Some(body), true) => {
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
                Body::from(body.to_string())
            }
            _ => Body::empty(),
        };
        let max_credits = call.max_credits.map(|credits| credits.to_string());
        for (name, value) in [("idempotency-key", &call.idempotency_key), (max_credits::HEADER, &max_credits)]
        {
            if let Some(Ok(value)) = value.as_deref().map(HeaderValue::from_str) {
                headers.insert(name, value);
            }
        }
        if let Some(after) = &call.events_after {
            headers.insert(header::ACCEPT, HeaderValue::from_static("text/event-stream"));
            if let Some(Ok(id)) = after.as_deref().map(HeaderValue::from_str) {
                headers.insert("last-event-id", id);
            }
        }
        let draws = call.draws && entry.spec.method == Method::Get && entry.spec.price == Price::Free;
        let identity = match &visitor.owner {
            Some(owner) => Identity::Session { owner: owner.clone(), token: visitor.token.clone(), draws },
            None => Identity::Key,
        };
        let PageCall { parts, query, sandbox, .. } = call;
        let call = Call { identity, headers, client: visitor.client, parts, query, sandbox };
        pipeline::answer(self.clone(), entry, call, body).await
    }

    /// The endpoints.
    pub fn catalogue(&self) -> &'static [Entry] {
        self.catalogue
    }

    /// The most that a call with this request costs, which is what `Max-Credits` is compared with. None if the endpoint refuses
    /// the request, or if there is no such endpoint.
    pub fn highest_price(&self, endpoint: &str, request: &Value) -> Option<Credits> {
        let entry = self.catalogue.iter().find(|entry| entry.spec.id == endpoint)?;
        let prepared = (entry.prepare)(request.clone()).ok()?;
        Some(entry.spec.price.due(prepared.units()))
    }

    /// The JSON Schema of an endpoint's requests.
    pub fn request_schema(&self, endpoint: &str) -> &Value {
        self.schemas.request(endpoint)
    }

    /// An example request, which the sandbox answers.
    pub fn example(&self, entry: &Entry) -> Value {
        (entry.example)(&self.sample)
    }
}
