//! Running `brimful` in a folder of its own.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

use serde_json::Value;

/// How long anything may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A working folder, gone with the test.
pub struct Place {
    folder: tempfile::TempDir,
    environment: Vec<(String, String)>,
}

/// What a command left behind.
pub struct Finished {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // A server that is killed cannot tidy up; what it leaves goes with the test's folder.
        std::fs::create_dir(folder.path().join("tmp")).unwrap();
        Self { folder, environment: Vec::new() }
    }

    /// Sets a variable for every command of this place.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The command, untouched by whatever is set for the tests themselves.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brimful"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("BRIMFUL_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("TMPDIR", self.path("tmp"))
            .env_remove("RUST_BACKTRACE")
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Finished {
        let output = self.command(arguments).output().unwrap();
        Finished {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs a command that succeeds and prints JSON.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let finished = self.run(&[arguments, &["--json"]].concat());
        assert_eq!(finished.code, Some(0), "{arguments:?}: {}", finished.stderr);
        serde_json::from_str(&finished.stdout).unwrap()
    }

    /// Runs a command that fails, and returns its one sentence.
    pub fn refusal(&self, arguments: &[&str]) -> String {
        let finished = self.run(arguments);
        assert_eq!(finished.code, Some(1), "{arguments:?}: {}{}", finished.stdout, finished.stderr);
        assert_eq!(finished.stdout, "", "{arguments:?}");
        let sentence = finished.stderr.strip_prefix("error: ").expect(&finished.stderr);
        let sentence = sentence.strip_suffix('\n').expect(sentence);
        assert!(!sentence.contains('\n') && !sentence.contains("panicked"), "{arguments:?}: {sentence}");
        sentence.to_owned()
    }

    /// Starts a command that serves, and waits until it says where.
    pub fn start(&self, arguments: &[&str]) -> Server {
        self.spawn(self.command(&[arguments, &["--listen", "127.0.0.1:0"]].concat()))
    }

    /// Starts a command that serves, made ready by the test, and waits until it says where.
    pub fn spawn(&self, mut command: Command) -> Server {
        let log = self.path("server.log");
        let stderr = std::fs::File::create(&log).unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(stderr).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut server = Server { child, address: String::new(), lines, log };
        let line = server.lines.recv_timeout(PATIENCE);
        let line = line.unwrap_or_else(|error| panic!("{command:?}: {error}: {}", server.log()));
        let url = line.strip_prefix("listening on ").expect(&line);
        server.address = url.split_once("://").expect(&line).1.to_owned();
        server
    }

    /// Serves the folder `data`.
    pub fn serve(&self) -> Server {
        self.start(&["serve", "--data", "data"])
    }

    /// Makes an account in the folder `data`; its id and its key.
    pub fn account(&self, email: &str, credits: &str) -> (String, String) {
        let arguments =
            ["account", "create", "--data", "data", "--email", email, "--plan", "scale", "--credits"];
        let made = self.json(&[&arguments[..], &[credits]].concat());
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        (text("account_id"), text("key"))
    }
}

/// A server that is killed when dropped.
pub struct Server {
    child: Child,
    pub address: String,
    lines: mpsc::Receiver<String>,
    log: PathBuf,
}

impl Server {
    /// Its process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it has written to standard error so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// What it has printed since the line with its address.
    pub fn printed(&self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// Waits until searches are answered, too.
    pub fn wait_until_ready(&self) {
        let deadline = Instant::now() + PATIENCE;
        while crate::http::send(&self.address, "GET", "/readyz", &[], "").unwrap().status != 200 {
            assert!(Instant::now() < deadline, "the server does not become ready: {}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Sends a signal by its name, such as TERM.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([format!("-{name}"), self.pid().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until it is gone.
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < deadline, "the server did not stop: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Asks it to stop, and waits until it has.
    pub fn stop(mut self) {
        self.signal("TERM");
        assert_eq!(self.wait().code(), Some(0), "{}", self.log());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection to the store of a folder, past every guard.
pub fn open_database(folder: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(folder.join("brimful.db")).unwrap();
    let records = folder.join("records.db");
    if records.exists() {
        connection.execute("ATTACH ?1 AS records", [records.to_str().unwrap()]).unwrap();
    }
    connection
}

/// Asks again and again until it is so, for a second: the time a change may take to reach a running server.
pub fn within_a_second(mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(1);
    while !is_so() {
        assert!(Instant::now() < deadline, "it is not so after a second");
        std::thread::sleep(Duration::from_millis(20));
    }
}
