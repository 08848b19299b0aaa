//! No request that two parsers could read in two ways is answered, and nothing behind it is.

use super::exchange;
use crate::support::TestServer;

/// What an attacker hopes is answered as a second request.
const SMUGGLED: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
/// The largest head, as the documentation has it.
const HEAD_BYTES_MAX: usize = 32 << 10;

/// How many answers there are: a sentence in one of them may name the protocol, too.
fn answers(text: &str) -> usize {
    text.matches("HTTP/1.1 2").count()
        + text.matches("HTTP/1.1 4").count()
        + text.matches("HTTP/1.1 5").count()
}

fn post(headers: &str, body: &str) -> String {
    format!(
        "POST /v1/sandbox/enrich HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{headers}\r\n\r\n{body}"
    )
}

fn chunked(body: &str) -> String {
    post("Transfer-Encoding: chunked", body)
}

fn lengths() -> Vec<String> {
    let values = [
        "+5",
        "-1",
        "0x5",
        "5, 5",
        "5,6",
        "5 5",
        "",
        " ",
        "5;",
        "5.0",
        "1e1",
        "5_0",
        "five",
        "\"5\"",
        "5\u{b}",
        "\u{b}5",
        "5\u{0}",
        "99999999999999999999",
        "18446744073709551616",
        "0005x",
        "٥",
        "5\t5",
    ];
    let mut all: Vec<String> =
        values.iter().map(|value| post(&format!("Content-Length: {value}"), "{\"a\"")).collect();
    all.push(post("Content-Length: 4\r\nContent-Length: 4", "{\"a\""));
    all.push(post("Content-Length: 4\r\nContent-Length: 0", "{\"a\""));
    all.push(post("Content-Length: 0\r\ncontent-length: 4", "{\"a\""));
    all.push(post("Content-Length : 4", "{\"a\""));
    all.push(post("Content-Length\t: 4", "{\"a\""));
    all
}

fn codings() -> Vec<String> {
    let values = [
        "xchunked",
        "chunked, identity",
        "identity",
        "gzip, chunked",
        "identity, chunked",
        "chunked chunked",
        "\u{b}chunked",
        "chunked\u{b}",
        "\"chunked\"",
        "chunk",
        "chunked;q=1",
        "deflate",
        ",chunked",
        "chunked,",
        "x",
        "",
        "chunked\u{0}",
        "CHUNKED, chunked",
        "cow",
    ];
    let body = "0\r\n\r\n";
    let mut all: Vec<String> =
        values.iter().map(|value| post(&format!("Transfer-Encoding: {value}"), body)).collect();
    for line in [
        "Transfer-Encoding : chunked",
        "Transfer-Encoding\t: chunked",
        " Transfer-Encoding: chunked",
        "\tTransfer-Encoding: chunked",
        "Transfer-Encoding\r\n : chunked",
        "Transfer-Encoding:\r\n chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "content-length: 5\r\nTRANSFER-ENCODING: CHUNKED",
        "X: y\nTransfer-Encoding: chunked",
        "X: y\rTransfer-Encoding: chunked",
        "X: y\r\r\nTransfer-Encoding: chunked",
        "Transfer\u{0}-Encoding: chunked",
        "Transfer-Encoding\u{b}: chunked",
    ] {
        all.push(post(line, body));
    }
    all.push(format!(
        "POST /v1/sandbox/enrich HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n{body}"
    ));
    all
}

fn chunk_lines() -> Vec<String> {
    [
        "2\n{}\r\n0\r\n\r\n",
        "0x2\r\n{}\r\n0\r\n\r\n",
        "+2\r\n{}\r\n0\r\n\r\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "2 \r\n{}\r\n0\r\n\r\n",
        " 2\r\n{}\r\n0\r\n\r\n",
        "2;a\n{}\r\n0\r\n\r\n",
        "2\r\n{}X\r\n0\r\n\r\n",
        "2\r\n{}\n0\r\n\r\n",
        "2\r\n{}0\r\n\r\n",
        "fffffffffffffffff\r\n{}",
        "\r\n{}\r\n0\r\n\r\n",
        "g\r\n{}\r\n0\r\n\r\n",
        "2;a=\u{1}\r\n{}\r\n0\r\n\r\n",
        "2,2\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n",
        "2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n",
        "2\r\n{}\r\n0\r\nX: y\n\r\n",
        "2\r\n{}\r\n0\r\n folded\r\n\r\n",
        "2\r\n{}\r\n0\n\r\n",
        "2\r\n{}\r\n0\r\nHost: y\r\n\r\n",
    ]
    .iter()
    .map(|body| chunked(body))
    .collect()
}

fn heads() -> Vec<String> {
    let mut all: Vec<String> = [
        "GET  /healthz HTTP/1.1",
        "GET /healthz  HTTP/1.1",
        "GET\t/healthz HTTP/1.1",
        "GET /healthz\tHTTP/1.1",
        "GET /healthz HTTP/1.1 ",
        " GET /healthz HTTP/1.1",
        "GET /healthz HTTP/2.0",
        "GET /healthz HTTP/1.2",
        "GET /healthz http/1.1",
        "GET /healthz HTTP/1.1.1",
        "GET /healthz",
        "G@T /healthz HTTP/1.1",
        "GET /\u{0}healthz HTTP/1.1",
        "GET /\u{7f} HTTP/1.1",
        "GET / healthz HTTP/1.1",
        "GET /healthz HTTP/11",
        "PRI * HTTP/2.0",
        "(GET) /healthz HTTP/1.1",
    ]
    .iter()
    .map(|line| format!("{line}\r\nHost: x\r\n\r\n"))
    .collect();
    for fields in [
        "",
        "Host: x\r\nHost: x",
        "Host: x\r\nHost: y",
        "Host: x\r\nno colon",
        "Host: x\r\n: empty",
        "Host: x\r\na b: c",
        "Host: x\r\n(a): b",
        "Host: x\r\nA: \u{0}",
        "Host: x\r\nA: \u{1}",
        "Host: x\r\nA: \u{7f}",
        "Host: x\r\nA: b\r\n c",
        "Host: x\r\nA: b\r\n\tc",
        "Host : x",
        "Host: x\nA: b",
        "Host: x\rA: b",
    ] {
        let end = if fields.is_empty() { "\r\n" } else { "\r\n\r\n" };
        all.push(format!("GET /healthz HTTP/1.1\r\n{fields}{end}"));
    }
    all.push("GET /healthz HTTP/1.1\nHost: x\n\n".into());
    all.push("GET /healthz HTTP/1.1\r\nHost: x\n\r\n".into());
    all
}

#[tokio::test]
async fn each_ambiguous_request_is_answered_400_and_nothing_behind_it_is_answered() {
    let server = TestServer::with(|setup| setup.settings.limits.sandbox_calls_per_day = 10_000).await;
    let corpus: Vec<String> = [lengths(), codings(), chunk_lines(), heads()].concat();
    assert!(corpus.len() >= 100, "{}", corpus.len());
    for request in corpus {
        let answer = exchange(server.address, format!("{request}{SMUGGLED}").as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{request:?} was answered {answer:?}");
        assert_eq!(answers(&answer), 1, "{request:?} was answered {answer:?}");
    }
}

#[tokio::test]
async fn a_call_before_an_ambiguous_request_is_answered_whole() {
    let server = TestServer::start().await;
    let bad = "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n";
    let answer = exchange(server.address, format!("{SMUGGLED}{bad}{SMUGGLED}").as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(answer.contains("HTTP/1.1 400 "), "{answer}");
    assert_eq!(answers(&answer), 2, "{answer}");
}

#[tokio::test]
async fn requests_as_the_standard_has_them_are_answered_also_one_behind_the_other() {
    let server = TestServer::with(|setup| setup.settings.limits.sandbox_calls_per_day = 10_000).await;
    let question = "{\"email\":\"nobody@client.example\"}";
    let length = question.len();
    let several = [
        post(&format!("Content-Length: {length}"), question),
        post(
            "TRANSFER-ENCODING: Chunked",
            &format!("{length:x};a=b\r\n{question}\r\n0\r\nX-Trailer: y\r\n\r\n"),
        ),
        "\r\nGET /healthz HTTP/1.1\r\nhost:x\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
    ];
    let answer = exchange(server.address, several.concat().as_bytes()).await;
    assert_eq!(answer.matches("HTTP/1.1 200 OK").count(), 4, "{answer}");
}

#[tokio::test]
async fn the_limit_of_a_head_holds_to_the_byte() {
    let server = TestServer::start().await;
    let head = |filler: usize| {
        format!(
            "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-A: {}\r\n\r\n",
            "a".repeat(filler)
        )
    };
    let around = head(0).len();
    let fits = exchange(server.address, head(HEAD_BYTES_MAX - around).as_bytes()).await;
    assert!(fits.starts_with("HTTP/1.1 200 "), "{fits}");
    let over = exchange(server.address, head(HEAD_BYTES_MAX - around + 1).as_bytes()).await;
    assert!(over.starts_with("HTTP/1.1 431 "), "{over}");
    for size in [HEAD_BYTES_MAX * 2, 500_000, 5_000_000] {
        let far_over = exchange(server.address, head(size).as_bytes()).await;
        assert!(far_over.starts_with("HTTP/1.1 431 "), "{size}: {far_over}");
    }
    let many = format!("GET /healthz HTTP/1.1\r\nHost: x\r\n{}\r\n", "A: b\r\n".repeat(200));
    let many = exchange(server.address, many.as_bytes()).await;
    assert!(many.starts_with("HTTP/1.1 431 "), "{many}");
}
