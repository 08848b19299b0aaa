//! Power loss: what was written but not synced may be there, be gone, or be torn.
//!
//! `strace` writes down every write and sync of a server under load. The files are then made again as they may be after a
//! loss of power at any of these calls: what was synced is there, of the rest each write is kept, dropped or cut at a
//! sector, at random from a seed. Every charge that was acknowledged before that moment has to be there.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use crate::{
    http::Caller,
    process::Place,
    setting::{fill, question, times},
    tracing::attach,
};

const CALLS: usize = 60;
const SECTOR: usize = 512;
const FILES: [&str; 4] = ["brimful.db", "brimful.db-wal", "records.db", "records.db-wal"];

/// Something the server did to one of the files, and when.
struct Step {
    at: f64,
    file: usize,
    what: What,
}

enum What {
    Write { offset: usize, bytes: Vec<u8> },
    Truncate(usize),
    Sync,
}

/// A repeatable sequence.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

fn seconds_now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

#[test]
fn no_acknowledged_charge_is_lost_with_the_power() {
    let place = Place::new();
    let key = fill(&place);
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    // Nothing of before the trace may be unsynced: this call waits for a sync of the log.
    caller.post("/v1/enrich", &question(0));
    std::thread::sleep(Duration::from_millis(300));
    let data = place.path("data");
    let before = FILES.map(|file| fs::read(data.join(file)).unwrap_or_default());
    let trace = place.path("trace");
    let arguments = [
        "-ttt",
        "-y",
        "-xx",
        "-s",
        "1000000",
        "-o",
        trace.to_str().unwrap(),
        "-e",
        "trace=pwrite64,fdatasync,fsync,ftruncate",
    ];
    let Some(tracer) = attach(server.pid(), &arguments) else { return };
    let mut acknowledged = Vec::new();
    for number in 0..CALLS {
        let answer = caller.post("/v1/enrich", &question(number));
        assert_eq!(answer.status, 200, "{}", answer.body);
        acknowledged.push((seconds_now(), answer.header("x-request-id").unwrap().to_owned()));
    }
    drop(tracer);
    drop(server);
    let steps = read_trace(&fs::read_to_string(&trace).unwrap());
    assert!(steps.len() > CALLS, "the trace holds {} calls", steps.len());
    let (rounds, mut checked) = (times("BRIMFUL_POWER_ROUNDS", 40), 0);
    for round in 0..rounds {
        let mut dice = Dice(round as u64 + 1);
        let cut = dice.roll(steps.len() + 1);
        let files = after_loss(&before, &steps[..cut], &mut dice);
        let at = steps.get(cut).map_or(f64::MAX, |step| step.at);
        let due: Vec<&str> =
            acknowledged.iter().filter(|(when, _)| *when < at).map(|(_, id)| id.as_str()).collect();
        checked += due.len();
        check(&place.path(&format!("lost-{round}")), &files, &due, round);
    }
    assert!(checked > rounds, "the losses came before anything was acknowledged");
}

/// The files as they may be found after the power was lost behind these steps.
fn after_loss(before: &[Vec<u8>; 4], steps: &[Step], dice: &mut Dice) -> [Vec<u8>; 4] {
    let mut files = before.clone();
    for (file, content) in files.iter_mut().enumerate() {
        let own: Vec<&Step> = steps.iter().filter(|step| step.file == file).collect();
        let synced = own.iter().rposition(|step| matches!(step.what, What::Sync)).map_or(0, |at| at + 1);
        for (number, step) in own.into_iter().enumerate() {
            let fate = if number < synced { 0 } else { dice.roll(3) };
            match (&step.what, fate) {
                (What::Write { offset, bytes }, 0) => put(content, *offset, bytes),
                (What::Write { offset, bytes }, 1) => {
                    let sectors = dice.roll(bytes.len() / SECTOR + 1);
                    put(content, *offset, &bytes[..(sectors * SECTOR).min(bytes.len())]);
                }
                (What::Truncate(length), 0) => content.resize(*length, 0),
                _ => {}
            }
        }
    }
    files
}

fn put(content: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    if content.len() < offset + bytes.len() {
        content.resize(offset + bytes.len(), 0);
    }
    content[offset..offset + bytes.len()].copy_from_slice(bytes);
}

/// Opens what is left, as the next start does, and proves it.
fn check(folder: &Path, files: &[Vec<u8>; 4], due: &[&str], round: usize) {
    fs::create_dir_all(folder).unwrap();
    for (name, content) in FILES.iter().zip(files) {
        fs::write(folder.join(name), content).unwrap();
    }
    let data = rusqlite::Connection::open(folder.join(FILES[0])).unwrap();
    data.execute("ATTACH ?1 AS records", [folder.join(FILES[2]).to_str().unwrap()]).unwrap();
    let whole: String = data.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).unwrap();
    assert_eq!(whole, "ok", "round {round}");
    for request in due {
        let charged = "SELECT COUNT(*) FROM ledger l JOIN history h ON h.request_id = l.request_id
                       JOIN reply r ON r.request_id = l.request_id WHERE l.request_id = ?1";
        let count: i64 = data.query_row(charged, [request], |row| row.get(0)).unwrap();
        assert_eq!(count, 1, "round {round}: {request} was acknowledged and is gone");
    }
    let unequal: i64 = data
        .query_row(
            "SELECT COUNT(*) FROM account a WHERE a.balance <>
               (SELECT COALESCE(SUM(CASE WHEN to_account = a.id THEN amount ELSE -amount END), 0)
                FROM ledger WHERE from_account = a.id OR to_account = a.id)",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(unequal, 0, "round {round}: a balance is not the sum of its ledger");
    drop(data);
    fs::remove_dir_all(folder).unwrap();
}

/// The steps of a trace; a call that another thread interrupts is taken where it began.
fn read_trace(text: &str) -> Vec<Step> {
    text.lines().filter_map(read_step).collect()
}

fn read_step(line: &str) -> Option<Step> {
    let mut words = line.split_whitespace();
    let (_pid, at) = (words.next()?, words.next()?.parse().ok()?);
    let call = line.find(char::is_alphabetic).map(|start| &line[start..])?;
    let (name, rest) = call.split_once('(')?;
    let (path, rest) = rest.split_once('<')?.1.split_once('>')?;
    let path = PathBuf::from(
        unescaped(path).map_or_else(|| path.to_owned(), |bytes| String::from_utf8_lossy(&bytes).into_owned()),
    );
    let known: BTreeMap<&str, usize> = FILES.iter().enumerate().map(|(at, file)| (*file, at)).collect();
    let file = *known.get(path.file_name()?.to_str()?)?;
    let number =
        |text: &str| text.trim().trim_end_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().ok();
    let what = match name {
        "fdatasync" | "fsync" => What::Sync,
        "ftruncate" => What::Truncate(number(rest.split(',').nth(1)?.split(')').next()?)?),
        "pwrite64" => {
            let (_, rest) = rest.split_once('"')?;
            let (bytes, rest) = rest.split_once('"')?;
            let mut numbers = rest.split(',').skip(1);
            let (_length, offset) = (numbers.next()?, numbers.next()?);
            let offset = offset.split([')', '<']).next()?;
            What::Write { offset: number(offset)?, bytes: unescaped(bytes)? }
        }
        _ => return None,
    };
    Some(Step { at, file, what })
}

/// Bytes that are written as `\x2f\x00…`; none when they are not.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("\\x")?;
    digits.split("\\x").map(|byte| u8::from_str_radix(byte, 16).ok()).collect()
}
