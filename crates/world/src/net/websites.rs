//! The websites of the companies, inside and outside.

mod markup;
mod organisation;
mod technologies;

use hyper::{Method, StatusCode};

use super::http::{
    call::HttpCall,
    reply::{HttpReply, page, plain, redirect},
};
use crate::{
    rng::{Purpose, Rng},
    world::World,
};

const ROBOTS: &str = "User-agent: *\nAllow: /\n";

/// What the website of a company answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SiteState {
    /// Its pages.
    Open,
    /// 404 for every page: the company has no site.
    Absent,
    /// 503 for every page: the site is out of order.
    Unavailable,
}

impl World {
    /// The state of a company's website: one in eight has none, one in sixteen is out of order.
    pub(super) fn site_state(&self, company: u64) -> SiteState {
        match Rng::new(self.seed, company, Purpose::SiteState).below(16) {
            0 | 1 => SiteState::Absent,
            2 => SiteState::Unavailable,
            _ => SiteState::Open,
        }
    }
}

/// The answer of a company's website; none if the host belongs to no company.
pub(super) fn answer(world: &World, call: &HttpCall) -> Option<HttpReply> {
    let domain = call.host.strip_prefix("www.").unwrap_or(&call.host);
    let (side, company) = world.domain_owner(domain)?;
    let world = world.of_side(side);
    Some(match world.site_state(company) {
        _ if !matches!(call.method, Method::GET | Method::HEAD) => {
            plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET is allowed.")
        }
        SiteState::Absent => plain(StatusCode::NOT_FOUND, "There is no site here."),
        SiteState::Unavailable => plain(StatusCode::SERVICE_UNAVAILABLE, "The site is out of order."),
        SiteState::Open => open_site(world, company, domain, &call.path),
    })
}

fn open_site(world: &World, company: u64, domain: &str, path: &str) -> HttpReply {
    let company = world.company(company);
    if company.domain != domain {
        return redirect(&format!("http://{}{path}", company.domain));
    }
    match path {
        "/" => page(markup::home(&company)),
        "/about" => page(markup::about(&company)),
        "/robots.txt" => plain(StatusCode::OK, ROBOTS),
        _ => plain(StatusCode::NOT_FOUND, "There is no such page."),
    }
}
