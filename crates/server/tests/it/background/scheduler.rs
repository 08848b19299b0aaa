//! Background work: run when the clock says, tried again when it fails, finished before the server stops.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::Duration,
};

use jiff::SignedDuration;
use server::{Next, Task};

use crate::support::TestServer;

const HOUR: i64 = 3600;

/// A task that counts its runs, and what else happens in each.
fn counting(
    runs: &Arc<AtomicU64>,
    outcome: impl Fn(u64) -> Result<Next, server::TaskError> + Send + Sync + 'static,
) -> Task<server::App> {
    let (runs, outcome) = (runs.clone(), Arc::new(outcome));
    Task::new("test", SignedDuration::from_hours(1), move |_| {
        let (runs, outcome) = (runs.clone(), outcome.clone());
        async move { outcome(runs.fetch_add(1, SeqCst) + 1) }
    })
}

async fn server_with(
    outcome: impl Fn(u64) -> Result<Next, server::TaskError> + Send + Sync + 'static,
) -> (TestServer, Arc<AtomicU64>) {
    let runs = Arc::default();
    let task = counting(&runs, outcome);
    let server = TestServer::with(|setup| setup.tasks.push(task)).await;
    server.run_due().await;
    (server, runs)
}

#[tokio::test]
async fn a_task_runs_at_the_start_and_then_at_its_interval() {
    let (server, runs) = server_with(|_| Ok(Next::Usual)).await;
    assert_eq!(runs.load(SeqCst), 1);
    server.turn(HOUR - 1).await;
    assert_eq!(runs.load(SeqCst), 1);
    server.turn(1).await;
    assert_eq!(runs.load(SeqCst), 2);
    server.turn(10 * HOUR).await;
    assert_eq!(runs.load(SeqCst), 3, "what was missed is not made up for");
}

#[tokio::test]
async fn a_task_may_say_itself_when_it_is_due() {
    let (server, runs) = server_with(|run| match run {
        1 => Ok(Next::At("2026-03-04T12:00:10Z".parse()?)),
        2..=4 => Ok(Next::AtOnce),
        _ => Ok(Next::Usual),
    })
    .await;
    server.turn(9).await;
    assert_eq!(runs.load(SeqCst), 1);
    server.turn(1).await;
    assert_eq!(runs.load(SeqCst), 5);
}

#[tokio::test]
async fn a_task_that_fails_or_panics_is_tried_again() {
    let (server, runs) = server_with(|run| match run {
        1 => Err("the disk is full".into()),
        2 => panic!("an unexpected failure"),
        _ => Ok(Next::Usual),
    })
    .await;
    for expected in [2, 3, 3] {
        server.turn(5).await;
        assert_eq!(runs.load(SeqCst), expected);
    }
}

#[tokio::test]
async fn a_woken_task_runs_at_once_by_itself() {
    let (server, runs) = server_with(|_| Ok(Next::Usual)).await;
    server.app.scheduler.wake("test");
    for _ in 0..200 {
        if runs.load(SeqCst) == 2 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("nothing happened");
}

#[tokio::test]
async fn a_run_that_has_begun_is_finished_before_the_server_stops() {
    let runs: Arc<AtomicU64> = Arc::default();
    let counted = runs.clone();
    let slow = Task::new("slow", SignedDuration::from_hours(1), move |_| {
        let counted = counted.clone();
        async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            counted.fetch_add(1, SeqCst);
            Ok(Next::Usual)
        }
    });
    let server = TestServer::with(|setup| setup.tasks.push(slow)).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    server.stop().await;
    assert_eq!(runs.load(SeqCst), 1);
}
