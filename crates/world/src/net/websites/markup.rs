//! The HTML of a company's pages.

use super::{organisation, technologies};
use crate::company::WorldCompany;

/// The home page.
pub(super) fn home(company: &WorldCompany) -> String {
    let phone = company.phone.as_ref().map_or_else(String::new, |number| {
        format!("<p>Call us: <a href=\"tel:{number}\">{number}</a></p>\n")
    });
    let body = format!(
        "<h1>{name}</h1>\n<p>{description}</p>\n<nav><a href=\"/about\">About</a></nav>\n{phone}\
         <p><a href=\"mailto:info@{domain}\">info@{domain}</a></p>\n\
         <footer><a href=\"{network_url}\">{name} on the network</a></footer>\n",
        name = escaped(&company.name),
        description = escaped(&company.description),
        domain = company.domain,
        network_url = escaped(&company.network_url),
    );
    let title = format!("{} – {}", company.name, industry(company));
    document(company, &title, &organisation::on_home_page(company).to_string(), &body)
}

/// The page about the company.
pub(super) fn about(company: &WorldCompany) -> String {
    let body = format!(
        "<h1>About {name}</h1>\n<p>{legal} was founded in {founded}. We are {headcount} people.</p>\n\
         <p><a href=\"/\">Home</a></p>\n",
        name = escaped(&company.name),
        legal = escaped(&company.legal_name),
        founded = company.founded_year,
        headcount = company.headcount,
    );
    let title = format!("About {}", company.name);
    document(company, &title, &organisation::on_about_page(company).to_string(), &body)
}

fn document(company: &WorldCompany, title: &str, linked_data: &str, body: &str) -> String {
    // In a script element `</` would end the script; in JSON the escape means the same.
    let linked_data = linked_data.replace('<', "\\u003c");
    format!(
        "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <meta property=\"og:site_name\" content=\"{name}\">\n\
         <script type=\"application/ld+json\">{linked_data}</script>\n{technologies}</head>\n\
         <body>\n{body}</body>\n</html>\n",
        title = escaped(title),
        description = escaped(&company.description),
        name = escaped(&company.name),
        technologies = technologies::elements(&company.technologies),
    )
}

fn industry(company: &WorldCompany) -> &str {
    company.industries.first().map_or("Home", String::as_str)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
