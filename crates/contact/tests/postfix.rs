//! Verification against a real Postfix with known mailboxes.
//!
//! Postfix runs from a temporary folder on loopback. If it is not installed, or the tests do not run as root, the test
//! prints the reason and is skipped.

#![allow(clippy::unwrap_used)]

mod support;

use std::{
    fs,
    net::{Ipv4Addr, TcpStream},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::{Duration, Instant},
};

use contact::Reason;
use support::{
    Lab, address,
    script::{STAFF, STRANGERS},
};
use tempfile::TempDir;

const ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 0, 71, 200);
const START_LIMIT: Duration = Duration::from_secs(30);

struct Postfix {
    program: PathBuf,
    folder: TempDir,
}

impl Postfix {
    /// Starts a separate Postfix; `None`, with the reason printed, if that is not possible.
    fn start(port: u16) -> Option<Self> {
        let program = ["/usr/sbin/postfix", "/usr/local/sbin/postfix"]
            .map(PathBuf::from)
            .into_iter()
            .find(|path| path.exists());
        let Some(program) = program else {
            println!("skipped: Postfix is not installed; install the package `postfix` to run this test");
            return None;
        };
        let user = Command::new("id").arg("-u").output().unwrap();
        if String::from_utf8_lossy(&user.stdout).trim() != "0" {
            println!("skipped: Postfix can only be started by root");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        configure(folder.path(), port);
        let postfix = Self { program, folder };
        let started = postfix.run("start");
        let begun = Instant::now();
        while TcpStream::connect((ADDRESS, port)).is_err() {
            assert!(begun.elapsed() < START_LIMIT, "Postfix does not answer: {started:?} {}", postfix.log());
            std::thread::sleep(Duration::from_millis(50));
        }
        Some(postfix)
    }

    fn run(&self, command: &str) -> Output {
        Command::new(&self.program)
            .arg("-c")
            .arg(self.folder.path().join("etc"))
            .arg(command)
            .output()
            .unwrap()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("mail.log")).unwrap_or_default()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        self.run("stop");
    }
}

fn configure(folder: &Path, port: u16) {
    let etc = folder.join("etc");
    fs::create_dir(&etc).unwrap();
    fs::create_dir(folder.join("spool")).unwrap();
    let at = folder.display();
    let mut mailboxes = String::from("postmaster@postfix.example x\n@catch-all.example x\n");
    for local in STAFF.iter().chain(&["full", "closed", "grey"]) {
        mailboxes.push_str(&format!("{local}@postfix.example x\n"));
    }
    fs::write(etc.join("mailboxes"), mailboxes).unwrap();
    let access = "full@postfix.example 452 4.2.2 Mailbox full\n\
                  closed@postfix.example 550 5.2.1 Mailbox closed\n\
                  grey@postfix.example 450 4.7.1 Greylisted, try again in 120 seconds\n\
                  blocked.example 554 5.7.1 Your network is blocked here\n";
    fs::write(etc.join("access"), access).unwrap();
    let main = format!(
        "compatibility_level = 3.6\n\
         queue_directory = {at}/spool\n\
         data_directory = {at}/data\n\
         maillog_file_prefixes = {at}\n\
         maillog_file = {at}/mail.log\n\
         inet_interfaces = 127.0.0.1\n\
         inet_protocols = ipv4\n\
         myhostname = mx.postfix.example\n\
         mydestination =\n\
         alias_maps =\n\
         local_recipient_maps =\n\
         virtual_mailbox_domains = postfix.example, catch-all.example, blocked.example\n\
         virtual_mailbox_maps = texthash:{at}/etc/mailboxes\n\
         virtual_mailbox_base = {at}\n\
         smtpd_recipient_restrictions = check_recipient_access texthash:{at}/etc/access, reject_unauth_destination\n"
    );
    fs::write(etc.join("main.cf"), main).unwrap();
    let master = format!(
        "{ADDRESS}:{port} inet n - n - - smtpd\n\
         cleanup unix n - n - 0 cleanup\n\
         qmgr unix n - n 300 1 qmgr\n\
         rewrite unix - - n - - trivial-rewrite\n\
         bounce unix - - n - 0 bounce\n\
         defer unix - - n - 0 bounce\n\
         trace unix - - n - 0 bounce\n\
         anvil unix - - n - 1 anvil\n\
         proxymap unix - - n - - proxymap\n\
         tlsmgr unix - - n 1000 1 tlsmgr\n\
         postlog unix-dgram n - n - 1 postlogd\n"
    );
    fs::write(etc.join("master.cf"), master).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mailboxes_of_a_real_postfix_get_the_right_verdict() {
    let lab = Lab::start().await;
    let Some(postfix) = Postfix::start(lab.port()) else { return };
    lab.address("mx.postfix.example", ADDRESS);
    for domain in ["postfix.example", "catch-all.example", "blocked.example", "elsewhere.example"] {
        lab.mail(domain, &[(10, "mx.postfix.example")]);
    }
    let mut expected: Vec<(String, Reason)> = Vec::new();
    for (known, stranger) in STAFF.iter().zip(STRANGERS) {
        expected.push((format!("{known}@postfix.example"), Reason::MailboxExists));
        expected.push((format!("{stranger}@postfix.example"), Reason::MailboxNotFound));
        expected.push((format!("{known}@catch-all.example"), Reason::CatchAll));
        expected.push((format!("{known}@blocked.example"), Reason::RefusedNetwork));
        expected.push((format!("{known}@elsewhere.example"), Reason::RelayDenied));
    }
    for (local, reason) in
        [("full", Reason::MailboxFull), ("closed", Reason::MailboxDisabled), ("grey", Reason::Greylisted)]
    {
        expected.push((format!("{local}@postfix.example"), reason));
    }
    let addresses: Vec<_> = expected.iter().map(|(text, _)| address(text)).collect();
    let begun = Instant::now();
    let mut options = lab.options();
    options.timeouts = contact::Timeouts::default();
    let verifier = contact::Verifier::new(options).unwrap();
    for ((text, reason), verdict) in expected.iter().zip(verifier.verify_many(&addresses).await) {
        assert_eq!(verdict.reason, *reason, "{text}: {:#?}\n{}", verdict.transcript, postfix.log());
    }
    // Postfix delays clients with many errors by a second each; the probe must stay below that limit.
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert!(!postfix.log().contains("too many errors"), "{}", postfix.log());
}
