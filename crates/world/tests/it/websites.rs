//! Websites of companies inside and outside.

use hyper::{Request, StatusCode, header::HOST};
use serde_json::Value;
use world::{OUTSIDE_COMPANIES, WorldCompany, net::SiteState};

use crate::client::Served;

fn in_state(served: &Served, state: SiteState) -> WorldCompany {
    let mut companies = served.world.outside_companies();
    companies.find(|company| served.net.site(&company.domain) == Some(state)).unwrap()
}

fn linked_data(html: &str) -> Value {
    let (_, rest) = html.split_once("<script type=\"application/ld+json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn a_home_page_states_name_address_phone_and_profile() {
    let served = Served::start().await;
    let inside = (0..).map(|index| served.world.company(index));
    let mut inside = inside.filter(|company| served.net.site(&company.domain) == Some(SiteState::Open));
    for company in [inside.next().unwrap(), in_state(&served, SiteState::Open)] {
        for host in [company.domain.clone(), format!("WWW.{}:8080", company.domain)] {
            let answer = served.get(&host, "/").await;
            assert_eq!(answer.status, StatusCode::OK, "{host}");
            assert!(answer.headers["content-type"].to_str().unwrap().starts_with("text/html"));
            let data = linked_data(&answer.body);
            assert_eq!(data["name"], *company.name);
            assert_eq!(data["telephone"].as_str(), company.phone.as_deref());
            assert_eq!(data["sameAs"][0], *company.network_url);
            assert_eq!(data["address"][0]["addressLocality"].as_str(), company.locations[0].city.as_deref());
        }
        let about = linked_data(&served.get(&company.domain, "/about").await.body);
        assert_eq!(about["numberOfEmployees"], company.headcount);
        let robots = served.get(&company.domain, "/robots.txt").await;
        assert_eq!(robots.body, "User-agent: *\nAllow: /\n");
        assert_eq!(served.get(&company.domain, "/nowhere").await.status, StatusCode::NOT_FOUND);
        let posted = Request::post("/").header(HOST, &company.domain).body(String::new()).unwrap();
        assert_eq!(served.send(posted).await.status, StatusCode::METHOD_NOT_ALLOWED);
    }
}

#[tokio::test]
async fn some_sites_are_absent_and_some_out_of_order() {
    let served = Served::start().await;
    let absent = in_state(&served, SiteState::Absent);
    let unavailable = in_state(&served, SiteState::Unavailable);
    for path in ["/", "/robots.txt"] {
        assert_eq!(served.get(&absent.domain, path).await.status, StatusCode::NOT_FOUND);
        assert_eq!(served.get(&unavailable.domain, path).await.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    assert_eq!(served.get("unknown.example", "/").await.status, StatusCode::NOT_FOUND);
    let count = |state| {
        let companies = served.world.outside_companies();
        companies.filter(|company| served.net.site(&company.domain) == Some(state)).count() as u64
    };
    let (absent, unavailable) = (count(SiteState::Absent), count(SiteState::Unavailable));
    assert!((OUTSIDE_COMPANIES / 12..OUTSIDE_COMPANIES / 5).contains(&absent), "{absent}");
    assert!((OUTSIDE_COMPANIES / 32..OUTSIDE_COMPANIES / 9).contains(&unavailable), "{unavailable}");
}

#[tokio::test]
async fn a_second_domain_redirects_to_the_main_domain() {
    let served = Served::start().await;
    let is_open = |company: &WorldCompany| served.net.site(&company.domain) == Some(SiteState::Open);
    let mut companies = served.world.outside_companies().filter(is_open);
    let (company, second) =
        companies.find_map(|company| company.second_domain.clone().map(|second| (company, second))).unwrap();
    let answer = served.get(&second, "/about").await;
    assert_eq!(answer.status, StatusCode::MOVED_PERMANENTLY);
    assert_eq!(answer.headers["location"], format!("http://{}/about", company.domain));
}
