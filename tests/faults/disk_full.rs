//! A disk that fills up: writes are refused with the reason, reads go on, and it recovers by itself.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use crate::{
    http::{Caller, send},
    process::Place,
    setting::{audit, fill, question},
    tracing::skipped,
};

const DISK: &str = "size=48m";
const CALLS_MAX: usize = 3_000;
const RECOVERY_MAX: Duration = Duration::from_secs(20);

/// A small disk, gone when dropped.
struct Disk(PathBuf);

impl Disk {
    fn mount(at: &Path) -> Option<Self> {
        std::fs::create_dir_all(at).unwrap();
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", DISK, "tmpfs"]).arg(at).output();
        match mounted {
            Ok(output) if output.status.success() => Some(Self(at.to_owned())),
            other => {
                skipped(&format!("a small disk cannot be mounted ({other:?})"));
                None
            }
        }
    }

    /// Writes until nothing more fits.
    fn fill_up(&self) {
        let mut filler = File::create(self.0.join("filler")).unwrap();
        for size in [1 << 20, 1 << 12] {
            while filler.write_all(&vec![0; size]).is_ok() {}
        }
    }

    fn make_room(&self) {
        std::fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_refuses_writes_says_so_and_recovers_by_itself() {
    let place = Place::new();
    let Some(disk) = Disk::mount(&place.path("data")) else { return };
    let key = fill(&place);
    let mut server = place.serve();
    let caller = Caller::new(&server.address, &key);
    let ready = || send(&server.address, "GET", "/readyz", &[], "").unwrap();
    let mut charged = 0;
    disk.fill_up();
    let mut refused = None;
    for number in 0..CALLS_MAX {
        let answer = caller.post("/v1/enrich", &question(number));
        match answer.status {
            200 => charged += 1,
            _ => {
                refused = Some(answer);
                break;
            }
        }
    }
    let refused = refused.expect("the disk never filled up");
    assert_eq!((refused.status, refused.json()["code"].as_str()), (503, Some("storage_unavailable")));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(caller.get("/v1/me").status, 200, "reads go on");
    std::thread::sleep(Duration::from_millis(1_100));
    let not_ready = ready();
    assert_eq!(not_ready.status, 503, "{}", not_ready.body);
    assert!(not_ready.body.contains("disk is full"), "{}", not_ready.body);

    disk.make_room();
    let deadline = Instant::now() + RECOVERY_MAX;
    while caller.post("/v1/enrich", &question(0)).status != 200 {
        assert!(Instant::now() < deadline, "it does not recover");
        std::thread::sleep(Duration::from_millis(100));
    }
    charged += 1;
    std::thread::sleep(Duration::from_millis(1_100));
    assert_eq!(ready().status, 200);

    disk.fill_up();
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0), "{}", server.log());
    disk.make_room();
    audit(&place, charged);
}
