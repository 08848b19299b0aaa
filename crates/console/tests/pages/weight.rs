//! What a page weighs.

use crate::support::TestServer;

const STYLE_BYTES_MAX: usize = 16_000;
const DOCS_STYLE_BYTES_MAX: usize = 5_000;
const SCRIPT_BYTES_MAX: usize = 15_000;

#[tokio::test]
async fn style_and_script_are_small_and_kept() {
    let server = TestServer::start().await;
    let browser = server.browser();
    let page = browser.get("/docs").await.text;
    for (name, max) in [
        ("/assets/brimful.css", STYLE_BYTES_MAX),
        ("/assets/docs.css", DOCS_STYLE_BYTES_MAX),
        ("/assets/brimful.js", SCRIPT_BYTES_MAX),
    ] {
        let path = page.split('"').find(|part| part.starts_with(name)).unwrap();
        let asset = browser.get(path).await;
        assert_eq!(asset.status, 200);
        assert!(asset.text.len() <= max, "{name} has {} bytes", asset.text.len());
        assert!(asset.header("cache-control").contains("immutable"));
    }
}
