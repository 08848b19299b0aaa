//! Receives a file for an import: written to the data folder while it arrives, so that its size costs no memory.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    extract::{
        FromRequest, FromRequestParts, Multipart, Request, State,
        multipart::{Field, MultipartError},
    },
    http::{Response, StatusCode, header},
    response::{IntoResponse, Redirect},
};
use server::{App, Code};

use super::draw_list;
use crate::{
    form,
    here::{Here, TOKEN},
    pages::operator::guard::{Operator, OperatorForm},
    parts::{
        layout::{self, Nav},
        note, words,
    },
};

/// Bytes of the form besides the file, and of the part of a file beyond its limit that shows it to be too large.
const FORM_BYTES_MAX: u64 = 1 << 20;
/// Bytes of a field that is no file.
const VALUE_BYTES_MAX: usize = 4 << 10;
/// Time limit for receiving the form.
const UPLOAD_WAIT_MAX: Duration = Duration::from_secs(30 * 60);

/// What was received.
struct Received {
    /// What the rows are about.
    subject: String,
    /// Id of the import; none without a file.
    id: Option<String>,
}

/// Why nothing was received.
enum Refused {
    /// The form is not from a page of this person.
    Token,
    /// It could not be read.
    Broken,
    /// The file is larger than allowed.
    TooLarge,
    /// It could not be kept.
    Storage(String),
}

impl From<MultipartError> for Refused {
    fn from(_: MultipartError) -> Self {
        Self::Broken
    }
}

pub(crate) async fn send(State(app): State<Arc<App>>, request: Request) -> Response<Body> {
    let media = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !media.is_some_and(|media| media.starts_with("multipart/form-data")) {
        // A form without a file.
        return match OperatorForm::from_request(request, &app).await {
            Ok(OperatorForm(sent)) => {
                told(&sent.here, sent.get("subject"), "Choose a csv or xlsx file.").await
            }
            Err(refused) => refused,
        };
    }
    let (mut head, body) = request.into_parts();
    let here = match Operator::from_request_parts(&mut head, &app).await {
        Ok(Operator(here)) => here,
        Err(refused) => return refused,
    };
    if let Some(refused) = form::encoded(&here, &head.headers) {
        return refused;
    }
    let most = app.settings.limits.import_bytes;
    let limit = usize::try_from(most.saturating_add(FORM_BYTES_MAX)).unwrap_or(usize::MAX);
    let body = Body::new(http_body_util::Limited::new(body, limit));
    let Ok(parts) = Multipart::from_request(Request::from_parts(head, body), &app).await else {
        return told(&here, "", "The form could not be read. Send it again.").await;
    };
    let received = tokio::time::timeout(UPLOAD_WAIT_MAX, receive(&here, parts)).await;
    let too_large = || {
        let most = words::number((most >> 20) as f64);
        format!("The file is larger than {most} MB. Split it, or use brimful import on the server.")
    };
    let why = match received.unwrap_or(Err(Refused::Broken)) {
        Ok(Received { subject, id: Some(id) }) => {
            let subject = if subject == "companies" { "companies" } else { "people" };
            return Redirect::to(&format!("/operator/imports/{id}?subject={subject}")).into_response();
        }
        Ok(Received { id: None, .. }) => "Choose a csv or xlsx file.".to_owned(),
        Err(Refused::Token) => {
            let why = "The form is from another session, or too old. Open its page again, then send it.";
            return layout::notice(&here, StatusCode::FORBIDDEN, Nav::Imports, "Not done", why);
        }
        Err(Refused::Broken) => "The file did not arrive whole. Send it again.".to_owned(),
        Err(Refused::TooLarge) => too_large(),
        Err(Refused::Storage(why)) => why,
    };
    told(&here, "", &why).await
}

async fn told(here: &Here, subject: &str, why: &str) -> Response<Body> {
    draw_list(here, StatusCode::UNPROCESSABLE_ENTITY, note::warning(why), subject).await
}

/// Reads the fields in their order. The token comes before the file, which is not received without it.
async fn receive(here: &Here, mut parts: Multipart) -> Result<Received, Refused> {
    let (mut is_ours, mut received) = (false, Received { subject: String::new(), id: None });
    while let Some(field) = parts.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        match (field.file_name().map(str::to_owned), name.as_str()) {
            (Some(_), _) if !is_ours => return Err(Refused::Token),
            (Some(file), _) if !file.is_empty() => received.id = Some(keep(here, &file, field).await?),
            (None, TOKEN) => is_ours = here.app.is_form_of(&here.visitor, &short(field).await?),
            (None, "subject") => received.subject = short(field).await?,
            _ => {}
        }
    }
    if is_ours { Ok(received) } else { Err(Refused::Token) }
}

/// The value of a field that is no file.
async fn short(mut field: Field<'_>) -> Result<String, Refused> {
    let mut value = Vec::new();
    while let Some(bytes) = field.chunk().await? {
        value.extend_from_slice(&bytes);
        if value.len() > VALUE_BYTES_MAX {
            return Err(Refused::Broken);
        }
    }
    Ok(String::from_utf8_lossy(&value).into_owned())
}

/// Keeps the file while it arrives; answers the id of the import.
async fn keep(here: &Here, name: &str, field: Field<'_>) -> Result<String, Refused> {
    let received = here.app.receive_import(&here.visitor, name, field).await;
    received.map_err(|problem| match problem.code {
        Code::BodyTooLarge => Refused::TooLarge,
        Code::InvalidRequest => Refused::Broken,
        _ => Refused::Storage(problem.detail),
    })
}
