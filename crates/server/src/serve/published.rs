//! Texts that are the same for every client: compressed once, with an ETag.

use std::io::Write;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

/// Bytes of the hash that an ETag shows.
const ETAG_BYTES: usize = 12;
/// Clients may keep it, and ask whether it has changed.
const CACHE: &str = "no-cache";

/// A text with its compressed form.
pub struct Published {
    media: &'static str,
    plain: Bytes,
    /// None where compressing saves nothing.
    gzip: Option<Bytes>,
    etag: String,
}

impl Published {
    /// Compresses a text.
    pub fn new(media: &'static str, text: String) -> Self {
        let etag = format!("\"{}\"", hex::encode(&Sha256::digest(text.as_bytes())[..ETAG_BYTES]));
        let gzip = gzip(text.as_bytes()).filter(|short| short.len() < text.len()).map(Bytes::from);
        Self { media, plain: text.into(), gzip, etag }
    }

    /// The text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.plain).unwrap_or_default()
    }

    /// The answer to a request with these headers: 304 if the client has the text, else compressed if it accepts that.
    pub fn respond(&self, headers: &HeaderMap) -> Response<Body> {
        let zipped = self.gzip.as_ref().filter(|_| accepts_gzip(headers));
        // The two forms differ in their bytes, so that a strong ETag has to differ as well.
        let etag = match zipped {
            Some(_) => format!("{}-gzip\"", self.etag.trim_end_matches('"')),
            None => self.etag.clone(),
        };
        let is_kept = values(headers, header::IF_NONE_MATCH)
            .any(|known| known == "*" || known.trim_start_matches("W/") == etag);
        let body = match zipped {
            _ if is_kept => Body::empty(),
            Some(zipped) => Body::from(zipped.clone()),
            None => Body::from(self.plain.clone()),
        };
        let mut response = Response::new(body);
        let told = response.headers_mut();
        told.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHE));
        told.insert(header::VARY, HeaderValue::from_static("Accept-Encoding, Accept"));
        if let Ok(etag) = HeaderValue::from_str(&etag) {
            told.insert(header::ETAG, etag);
        }
        if is_kept {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        told.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media));
        if zipped.is_some() {
            told.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// The comma-separated values of a header.
fn values(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Whether a client takes gzip: named, or covered by `*`, and not with a weight of zero.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let weight = |wanted: &str| {
        values(headers, header::ACCEPT_ENCODING).find_map(|value| {
            let mut parts = value.split(';').map(str::trim);
            let is_it = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(wanted));
            let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
            is_it.then(|| weight.unwrap_or(1.0))
        })
    };
    weight("gzip").or_else(|| weight("*")).is_some_and(|weight| weight > 0.0)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn asked(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    async fn body(response: Response<Body>) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
    }

    #[tokio::test]
    async fn a_client_gets_what_it_accepts() {
        let text = "words ".repeat(1_000);
        let published = Published::new("text/plain", text.clone());
        for (accepted, zipped) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("*", true),
            ("gzip;q=0", false),
            ("gzip;q=0, *", false),
            ("identity", false),
            ("", false),
        ] {
            let response = published.respond(&asked(&[("accept-encoding", accepted)]));
            assert_eq!(response.headers().contains_key("content-encoding"), zipped, "{accepted}");
            let bytes = body(response).await;
            let mut plain = Vec::new();
            if zipped {
                flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
            } else {
                plain = bytes;
            }
            assert_eq!(plain, text.as_bytes(), "{accepted}");
        }
    }

    #[tokio::test]
    async fn what_a_client_has_is_not_sent_again() {
        let published = Published::new("text/plain", "words ".repeat(1_000));
        for encoding in ["gzip", "identity"] {
            let first = published.respond(&asked(&[("accept-encoding", encoding)]));
            let etag = first.headers()["etag"].to_str().unwrap().to_owned();
            for known in [etag.clone(), format!("\"other\", W/{etag}"), "*".to_owned()] {
                let again =
                    published.respond(&asked(&[("accept-encoding", encoding), ("if-none-match", &known)]));
                assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
                assert_eq!(again.headers()["etag"].to_str().unwrap(), etag);
                assert!(body(again).await.is_empty());
            }
            let other =
                published.respond(&asked(&[("accept-encoding", encoding), ("if-none-match", "\"x\"")]));
            assert_eq!(other.status(), StatusCode::OK);
        }
    }
}
