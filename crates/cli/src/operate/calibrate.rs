//! `brimful calibrate`

use std::process::ExitCode;

use clap::Args;
use engine::{CalibrationOptions, Engine, Measurement};
use store::Clock;

use crate::{
    output::{Output, table},
    storage::DataOption,
};

/// Measure on the stored data whether stated confidences are true.
///
/// Rows that share an identifier are about one person or company. Each is asked by name and employer, without its
/// identifiers, against the record of the other rows; some are asked with that record taken away. Business mailboxes
/// are guessed and compared with the known ones. No server is asked, and nothing is changed but the measurement that
/// the page Calibration shows.
#[derive(Args)]
pub(crate) struct Calibrate {
    /// Maximum number of questions of each kind
    #[arg(long, default_value_t = 5_000)]
    questions: usize,
    /// Percentage of questions about people and companies that are taken away
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u8).range(0..=100))]
    strangers: u8,
    #[command(flatten)]
    data: DataOption,
}

impl Calibrate {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        let store = self.data.open_existing()?;
        let engine = Engine::new(store.clone());
        let options =
            CalibrationOptions { questions: self.questions, strangers_percent: usize::from(self.strangers) };
        let calibration = engine.calibrate(options)?;
        server::keep_calibration(&store, &calibration, Clock::System.now()).await?;
        output.print(&calibration, || {
            let kinds = [
                ("People by name and employer", &calibration.people),
                ("Companies by name", &calibration.companies),
                ("Business mailboxes, guessed", &calibration.emails),
            ];
            kinds.map(|(title, measured)| text(title, measured)).join("\n\n")
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

fn text(title: &str, measured: &Measurement) -> String {
    if measured.known + measured.strangers == 0 {
        return format!("{title}: nothing to measure");
    }
    let reliability = &measured.reliability;
    let mut lines = vec![format!("{title}: {} of {} known found", measured.found, measured.known)];
    if measured.strangers > 0 {
        lines[0] +=
            &format!(", {} of {} strangers answered", measured.strangers_answered, measured.strangers);
    }
    let row = |band: &engine::Band| {
        let share = |share: f64| format!("{share:.3}");
        vec![share(band.from), band.answers.to_string(), share(band.stated), share(band.right)]
    };
    let rows: Vec<_> = reliability.bands.iter().map(row).collect();
    lines.push(table(&["FROM", "ANSWERS", "STATED", "RIGHT"], &rows));
    lines.push(format!("calibration error {:.3}", reliability.error));
    lines.join("\n")
}
