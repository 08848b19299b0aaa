//! The DNS zone of the world's domains.

use std::{collections::HashSet, net::IpAddr, sync::Arc};

use super::{
    dns::{DnsQuestion, Zone, ZoneAnswer},
    hosts::{self, ServerGroup},
    mailboxes::{Mailboxes, Owner},
    manner::MailManner,
    vendors,
};
use crate::world::World;

pub(super) struct WorldZone {
    pub(super) world: Arc<World>,
    pub(super) mailboxes: Arc<Mailboxes>,
    /// The servers that were started; on some systems only 127.0.0.1 can be bound.
    pub(super) open: HashSet<ServerGroup>,
}

impl Zone for WorldZone {
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer {
        if let Some(owner) = self.mailboxes.owner(name) {
            return self.of_domain(name, owner, question);
        }
        match self.servers_of(name) {
            Some(group) if question == DnsQuestion::Address => self.address(group),
            Some(_) => ZoneAnswer::Nothing,
            None => ZoneAnswer::NoSuchName,
        }
    }
}

impl WorldZone {
    fn of_domain(&self, domain: &str, owner: Owner, question: DnsQuestion) -> ZoneAnswer {
        let Owner::Company(side, company) = owner else {
            return match question {
                DnsQuestion::Mail => ZoneAnswer::Mail(vec![(10, format!("mx.{domain}"))]),
                DnsQuestion::Address => self.address(ServerGroup::OwnServer),
                DnsQuestion::Text => ZoneAnswer::Text(vec!["v=spf1 mx -all".to_owned()]),
                DnsQuestion::AddressV6 | DnsQuestion::Alias => ZoneAnswer::Nothing,
            };
        };
        let world = self.world.of_side(side);
        let provider = world.mail(company).provider;
        let manner = world.mail_manner(company);
        match question {
            DnsQuestion::Mail => match manner {
                MailManner::DnsFailure => ZoneAnswer::Failure,
                MailManner::NullMx => ZoneAnswer::Mail(vec![(0, ".".to_owned())]),
                MailManner::NoMx => ZoneAnswer::Nothing,
                _ => ZoneAnswer::Mail(hosts::names(provider, domain)),
            },
            DnsQuestion::Address => self.address(ServerGroup::OwnServer),
            DnsQuestion::Text => ZoneAnswer::Text(vec![hosts::sender_policy(provider).to_owned()]),
            DnsQuestion::AddressV6 | DnsQuestion::Alias => ZoneAnswer::Nothing,
        }
    }

    /// The servers of a host name that is not a registered domain.
    fn servers_of(&self, name: &str) -> Option<ServerGroup> {
        if let Some(group) = hosts::shared(name) {
            return Some(group);
        }
        // The web server is at the address of the companies' own servers.
        if vendors::by_host(name).is_some() {
            return Some(ServerGroup::OwnServer);
        }
        if let Some(domain) = name.strip_prefix("www.") {
            return self.mailboxes.owner(domain).map(|_| ServerGroup::OwnServer);
        }
        let domain = match name.strip_suffix(".mail.protection.outlook.com") {
            // The label is the domain with dots replaced by hyphens.
            Some(label) => label.rsplit_once('-').map(|(front, ending)| format!("{front}.{ending}"))?,
            None => name.strip_prefix("mx.")?.to_owned(),
        };
        match self.mailboxes.owner(&domain)? {
            Owner::FreeProvider => Some(ServerGroup::FreeProvider),
            Owner::Company(side, company) => {
                let world = self.world.of_side(side);
                Some(ServerGroup::of(world.mail(company).provider, world.mail_manner(company)))
            }
        }
    }

    fn address(&self, group: ServerGroup) -> ZoneAnswer {
        let group = if self.open.contains(&group) { group } else { ServerGroup::OwnServer };
        ZoneAnswer::Addresses(vec![IpAddr::V4(group.address())])
    }
}
