//! Every page and every form of the console: routes are read from the sources of the router, pages are found by following
//! links, forms by reading the pages.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::Path,
};

use crate::support::{Browser, Page, attribute};

/// Pages of one route that are opened, with and without a query.
const OF_ONE_ROUTE: usize = 4;

/// A route of the console.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    pub path: String,
    pub shows: bool,
    pub takes_forms: bool,
}

/// The routes as the sources declare them.
pub fn routes() -> Vec<Route> {
    let mut sources = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut sources);
    let mut routes = BTreeSet::new();
    for source in sources {
        for declared in source.split(".route(").skip(1) {
            let (path, rest) = declared.trim_start()[1..].split_once('"').unwrap();
            let mut depth = 1;
            let handlers: String = rest
                .chars()
                .take_while(|letter| {
                    depth += i32::from(*letter == '(') - i32::from(*letter == ')');
                    depth > 0
                })
                .collect();
            let (shows, takes_forms) = (handlers.contains("get("), handlers.contains("post("));
            assert!(path.starts_with('/') && (shows || takes_forms), "{path}: {handlers}");
            routes.insert(Route { path: path.to_owned(), shows, takes_forms });
        }
    }
    assert!(routes.len() > 40, "{routes:?}");
    routes.into_iter().collect()
}

fn read(folder: &Path, into: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The route that answers an address: of several the one with the fewest parameters.
pub fn route_of<'r>(routes: &'r [Route], address: &str) -> Option<&'r Route> {
    let parts: Vec<&str> = address.split('?').next().unwrap().split('/').collect();
    let is_part = |(pattern, part): (&str, &&str)| pattern.starts_with('{') || pattern == *part;
    let fits = |route: &&Route| {
        let pattern: Vec<&str> = route.path.split('/').collect();
        pattern.len() == parts.len() && pattern.into_iter().zip(&parts).all(is_part)
    };
    routes.iter().filter(fits).min_by_key(|route| route.path.matches('{').count())
}

/// Opens every page that links lead to, from all that have no parameter on, and some pages of each route that has.
pub async fn every_page(browser: &Browser, routes: &[Route]) -> Vec<(String, Page)> {
    // The stream of signals does not end.
    let starts = routes.iter().filter(|route| route.shows && route.path != "/signals/live");
    let starts = starts.filter(|route| !route.path.contains('{')).map(|route| route.path.clone());
    let mut waiting: VecDeque<String> = starts.collect();
    let (mut met, mut opened) = (BTreeSet::new(), BTreeMap::<(String, bool), usize>::new());
    let mut pages = Vec::new();
    while let Some(address) = waiting.pop_front() {
        let Some(route) = route_of(routes, &address).filter(|route| route.shows) else { continue };
        if route.path == "/signals/live" || !met.insert(address.clone()) {
            continue;
        }
        let of_route = opened.entry((route.path.clone(), address.contains('?'))).or_default();
        *of_route += 1;
        if *of_route > OF_ONE_ROUTE {
            continue;
        }
        let page = browser.get(&address).await;
        waiting.extend(links(&page));
        pages.push((address, page));
    }
    pages
}

/// Addresses of this server that a page links to.
pub fn links(page: &Page) -> Vec<String> {
    let is_page = page.header("content-type").starts_with("text/html");
    let tags = page.text.split("<a").skip(1).filter(|_| is_page).map(|tag| tag.split('>').next().unwrap());
    let targets = tags.filter_map(|tag| attribute(tag, "href"));
    let own = targets.filter(|target| target.starts_with('/') && !target.starts_with("//"));
    let mut links: Vec<String> = own.map(|target| target.split('#').next().unwrap().to_owned()).collect();
    links.extend(page.headers.get("location").map(|_| page.header("location").to_owned()));
    links
}

/// A form of a page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    pub page: String,
    pub action: String,
    pub fields: Vec<(String, String)>,
    /// Names of the fields that are typed into.
    pub typed: BTreeSet<String>,
}

/// The forms of a page that change something, with what a browser would send.
pub fn forms(address: &str, page: &Page) -> Vec<Form> {
    if !page.header("content-type").starts_with("text/html") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (place, form) in page.text.split("<form").skip(1).enumerate() {
        let tag = form.split('>').next().unwrap();
        if tag.contains("method=\"get\"") {
            continue;
        }
        let action = attribute(tag, "action").unwrap();
        let inside = form.split("</form>").next().unwrap();
        let of_text = ["text", "search", "email", "password", "url", "number", "tel", "date"];
        let inputs = inside.split("<input").skip(1).map(|input| input.split('>').next().unwrap());
        let is_text = |tag: &&str| attribute(tag, "type").is_none_or(|kind| of_text.contains(&kind.as_str()));
        let areas = inside.split("<textarea").skip(1).map(|area| area.split('>').next().unwrap());
        let typed: BTreeSet<String> =
            inputs.filter(is_text).chain(areas).filter_map(|tag| attribute(tag, "name")).collect();
        let fields = page.fields_of(page.text.split("<form").nth(place + 1).unwrap());
        // A button may send the form elsewhere.
        let elsewhere = inside.split("<button").skip(1).map(|button| button.split('>').next().unwrap());
        let actions = elsewhere.filter_map(|button| attribute(button, "formaction")).chain([action]);
        let form = Form { page: address.to_owned(), action: String::new(), fields, typed };
        found.extend(actions.map(|action| Form { action, ..form.clone() }));
    }
    found
}

impl Form {
    /// Its fields with other values for some: where `other` answers none, the value stays.
    pub fn filled(&self, other: impl Fn(&Form, &str) -> Option<String>) -> Vec<(String, String)> {
        let mut names: Vec<&String> = self.fields.iter().map(|(name, _)| name).collect();
        names.extend(self.typed.iter().filter(|name| !self.fields.iter().any(|(known, _)| known == *name)));
        let value = |name: &str| {
            let known = self.fields.iter().find(|(known, _)| known == name);
            known.map(|(_, value)| value.clone()).unwrap_or_default()
        };
        names
            .into_iter()
            .map(|name| (name.clone(), other(self, name).unwrap_or_else(|| value(name))))
            .collect()
    }
}

/// Sends a form with these fields.
pub async fn send(browser: &Browser, action: &str, fields: &[(String, String)]) -> Page {
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post(action, &fields).await
}
