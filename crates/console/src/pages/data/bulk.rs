//! Bulk: a file, its columns, the price, and the jobs that run.

use axum::{
    body::Body,
    http::{Response, StatusCode},
    response::{IntoResponse, Redirect},
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    first_rows,
    sheet::{KINDS, LIMITS, ROWS_MAX, Sheet, asks},
};
use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    parts::{
        chart, field,
        layout::{self, Nav},
        note,
        price::{self, Quote},
        tag, vessel, words,
    },
};

pub(crate) async fn show(here: Here) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}, 1, upload(&here, KINDS[0].0)).await
}

pub(crate) async fn send(sent: Sent) -> Response<Body> {
    let here = &sent.here;
    if here.account().is_none() {
        return here.to_login();
    }
    let (endpoint, _, fields) =
        KINDS.into_iter().find(|(endpoint, ..)| *endpoint == sent.get("kind")).unwrap_or(KINDS[0]);
    let bytes = sent.file.clone().unwrap_or_else(|| sent.exactly("csv").into());
    let sheet = match server::table_of_file(bytes, LIMITS).await {
        Ok(mut table) => {
            // The second form has the first rows alone, and how many there were.
            table.rows_in_all = table.rows_in_all.max(sent.get("rows").parse().unwrap_or(0));
            Sheet(table)
        }
        Err(why) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return draw(here, status, note::warning(&why), 1, upload(here, endpoint)).await;
        }
    };
    let is_new = sent.file.is_some() || sent.get("columns").is_empty();
    let columns: Vec<String> = (0..sheet.0.columns.len())
        .map(|column| match is_new {
            true => sheet.guess(column, fields).unwrap_or_default().to_owned(),
            false => sent.get(&format!("col-{column}")).to_owned(),
        })
        .collect();
    // One field has one column: the first that was guessed.
    let columns: Vec<String> = columns
        .iter()
        .enumerate()
        .map(|(place, field)| if columns[..place].contains(field) { String::new() } else { field.clone() })
        .collect();
    let items = sheet.items(&columns);
    if sent.get("do") == "start" {
        let answer = sent.pay_for(endpoint, json!({ "items": items })).await;
        if let Some(id) = answer.body["id"].as_str().filter(|_| answer.is_ok()) {
            return Redirect::to(&format!("/bulk/{id}")).into_response();
        }
        let form = columns_form(here, endpoint, fields, &sheet, &columns, None);
        return draw(here, status_of(&answer), note::problem(&answer), 3, form).await;
    }
    let quote = match items.iter().any(asks) {
        false => None,
        true => Some(here.post(endpoint, json!({ "items": items, "preview": true }), None).await),
    };
    let told = match &quote {
        None => note::warning("No column is used yet. Say below what each column is."),
        Some(quote) if !quote.is_ok() => note::problem(quote),
        Some(_) => html! {},
    };
    let form =
        columns_form(here, endpoint, fields, &sheet, &columns, quote.as_ref().filter(|quote| quote.is_ok()));
    draw(here, StatusCode::OK, told, 3, form).await
}

async fn draw(here: &Here, status: StatusCode, told: Markup, step: usize, form: Markup) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let jobs = jobs(here).await;
    let steps = ["File", "Columns", "Price", "Run", "Download"];
    let body = html! {
        div.head { div { h1 { "Bulk" } p.q { "A table in, with what is found beside it out. You see the price before anything is charged." } } }
        ol.steps aria-label="Steps" { @for (place, name) in steps.iter().enumerate() {
            li class=[(place + 1 < step).then_some("done")] aria-current=[(place + 1 == step).then_some("step")] { (place + 1) " " (name) }
        } }
        (told)
        (form)
        (jobs_table(here, &jobs))
    };
    layout::with_status(here, status, Nav::Bulk, "Bulk", body)
}

/// A page of the account's jobs.
async fn jobs(here: &Here) -> Answer {
    let mut query = vec![("limit", "20")];
    query.extend(here.param("jobs").map(|cursor| ("cursor", cursor)));
    here.read("list_bulk_jobs", &query).await
}

fn kind_select(endpoint: &str) -> Markup {
    html! { select #kind name="kind" { @for (name, label, _) in KINDS { option value=(name) selected[name == endpoint] { (label) } } } }
}

fn upload(here: &Here, endpoint: &str) -> Markup {
    html! {
        form.card method="post" action="/bulk" enctype="multipart/form-data" {
            (field::token(here))
            div.g2.near {
                div.f { label for="kind" { "What to find" } (kind_select(endpoint)) }
                div.f { label for="file" { "Your table" } input #file type="file" name="file" accept=".csv,.tsv,.txt,.xlsx"; small { "csv or xlsx with a line of headings, up to " (ROWS_MAX) " rows a job; the command " code { "brimful enrich" } " takes longer ones" } }
            }
            details { summary.s { "Or paste it" } div.f.sep { label for="csv" { "Rows" } textarea.mono #csv name="csv" rows="6" spellcheck="false" placeholder="email\nada@acme.example" {} } }
            div.row { button.btn.pri type="submit" { span { "See columns and price" } b { "free" } } }
        }
    }
}

fn columns_form(
    here: &Here,
    endpoint: &str,
    fields: &[&str],
    sheet: &Sheet,
    columns: &[String],
    quote: Option<&Answer>,
) -> Markup {
    let mut options = vec![(String::new(), "keep, do not use".to_owned())];
    options.extend(fields.iter().map(|field| ((*field).to_owned(), (*field).to_owned())));
    let (rows, kept) = (sheet.0.rows_in_all, sheet.0.rows.len());
    let used = sheet.items(columns).iter().filter(|item| asks(item)).count();
    let balance: f64 =
        here.account().map_or(0.0, |account| account.balance.to_string().parse().unwrap_or(0.0));
    let most = quote.map(|quote| quote.body["would_cost"]["max_credits"].as_f64().unwrap_or(0.0));
    html! {
        form.gr method="post" action="/bulk" enctype="multipart/form-data" {
            div.stack.l5 {
                (field::token(here)) (field::once(here))
                input type="hidden" name="columns" value="1";
                input type="hidden" name="rows" value=(rows);
                textarea name="csv" hidden aria-label="Rows" { (sheet.0.to_csv()) }
                section.card.flush {
                    div.row.sp { h2 { "Columns" } span.s.q { "guessed from names and values" } }
                    table.cards {
                        thead { tr { th { "In your file" } th { "Samples" } th { "Use as" } } }
                        tbody { @for (column, heading) in sheet.0.columns.iter().enumerate() {
                            tr { td.b { (heading) } td.q.s.brk data-l="Samples" { (sheet.samples(column)) }
                                td { (field::select(&format!("col-{column}"), &format!("Use column {heading} as"), &options, &columns[column])) } }
                        } }
                    }
                }
                @if let Some(quote) = quote { (first_rows::draw(quote, &sheet.items(columns))) }
            }
            section.card {
                h2 { "Quote" }
                dl.stat { dt { "You pay at most" } dd { (most.map_or_else(|| "–".to_owned(), words::number)) " " small { "cr" } } dd.s { "only for what is found" } }
                table.tight.in { tbody {
                    tr { td { "Rows in the file" } td.n { (words::number(rows as f64)) } }
                    @if rows > kept as u64 { tr { td { "Beyond one job" small { "send them as another file, or use " code { "brimful enrich" } } } td.n { (words::number(-((rows - kept as u64) as f64))) } } }
                    tr { td { "Too little to ask" small { "every used column empty; kept in the download" } } td.n { (words::number(-((kept - used) as f64))) } }
                    tr.b { td { "Asked" } td.n { (words::number(used as f64)) } }
                } }
                div.f { label for="kind" { "What to find" } (kind_select(endpoint)) }
                button.btn.wide type="submit" name="do" value="quote" { span { "Work out the price again" } b { "free" } }
                @if let Some(most) = most.filter(|_| used > 0) {
                    @if let Some(quote) = Quote::of(here, endpoint, &json!({ "items": sheet.items(columns) })) { (quote.field()) }
                    button.btn.pri.wide type="submit" name="do" value="start" { span { "Start" } b { "up to " (words::number(most)) " cr" } }
                    p.hint { "Balance after, at least: " (words::number((balance - most).max(0.0))) " cr." }
                }
            }
        }
    }
}

fn jobs_table(here: &Here, jobs: &Answer) -> Markup {
    let now = here.app.clock.now();
    let rows: Vec<&Value> = jobs.body["results"].as_array().into_iter().flatten().collect();
    if !jobs.is_ok() {
        return note::problem(jobs);
    }
    if rows.is_empty() {
        return vessel::empty(
            "No jobs yet",
            "Jobs are listed here with how far they are, and stay to be downloaded.",
            html! {},
        );
    }
    html! {
        section.card.flush {
            div.row.sp { h2 { "Jobs" } }
            table.cards {
                thead { tr { th { "Job" } th { "State" } th { "Done" } th.n { "Found" } th.n { "Spent" } } }
                tbody data-rows { @for job in rows {
                    @let id = job["id"].as_str().unwrap_or_default();
                    @let (done, total) = (job["processed"].as_f64().unwrap_or(0.0), job["total"].as_f64().unwrap_or(1.0));
                    tr {
                        td { a.b href=(format!("/bulk/{id}")) { (label(job["endpoint"].as_str().unwrap_or_default())) } small { (words::timestamp(&job["created_at"]).map(|at| words::ago(at, now)).unwrap_or_default()) } }
                        td.r { (tag::state(job["status"].as_str().unwrap_or_default())) }
                        td data-l="Done" { span.f { span { (words::number(done)) " of " (words::number(total)) } (chart::bar("c1", done / total)) } }
                        td.n data-l="Found" { (words::count(&job["resolved"])) }
                        td.n.nw data-l="Spent" { (words::credits(&job["credits"])) }
                    }
                } }
            }
            (layout::older(here, jobs, "/bulk", "jobs"))
        }
    }
}

/// The name of a kind of job.
pub(crate) fn label(endpoint: &str) -> &str {
    KINDS.iter().find(|(name, ..)| *name == endpoint).map_or(endpoint, |(_, label, _)| label)
}

/// What a row of a job is worth, shown on its page.
pub(crate) fn state(word: &str) -> Markup {
    let class = if word == "resolved" { "ok" } else { "" };
    tag::tag(class, if word == "resolved" { "found" } else { word }.replace('_', " ").as_str())
}

/// The price of a job's items, in words.
pub(crate) fn item_price(here: &Here, endpoint: &str) -> String {
    here.entry(endpoint).map(|entry| price::short(entry.spec.price)).unwrap_or_default()
}
