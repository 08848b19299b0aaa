//! `strace` on a running process: makes system calls fail, or writes down what is written.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// A tracer that lets go of the process when dropped.
pub struct Tracer(Child);

/// Attaches `strace` with these arguments; none, with a sentence, where that cannot be done.
pub fn attach(pid: u32, arguments: &[&str]) -> Option<Tracer> {
    let started = Command::new("strace")
        .args(["-f", "-p", &pid.to_string()])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let mut tracer = match started {
        Ok(child) => Tracer(child),
        Err(error) => {
            skipped(&format!("strace cannot be started ({error})"));
            return None;
        }
    };
    let mut lines = BufReader::new(tracer.0.stderr.take()?).lines().map_while(Result::ok);
    let attached = lines.by_ref().find(|line| line.contains("attached") || line.contains("not permitted"));
    if !attached.as_ref().is_some_and(|line| line.contains(" attached")) {
        skipped(&format!("strace cannot attach ({})", attached.unwrap_or_default()));
        return None;
    }
    // Read on, so that the tracer never waits for its own messages.
    std::thread::spawn(move || lines.for_each(drop));
    Some(tracer)
}

/// Says that a test proves nothing here; on the build server, where everything it needs can be had, that fails.
pub fn skipped(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}");
    println!("skipped: {why}");
}

impl Drop for Tracer {
    fn drop(&mut self) {
        // On this signal it detaches, and the process goes on.
        let _ = Command::new("kill").args(["-INT", &self.0.id().to_string()]).status();
        let _ = self.0.wait();
    }
}
