//! What DNS says of the world's domains.

use std::{collections::HashSet, net::IpAddr, sync::Arc};

use super::{
    dns::{Question, Zone, ZoneAnswer},
    hosts::{self, Post},
    mailboxes::{Mailboxes, Owner},
    manner::MailManner,
};
use crate::world::World;

pub(super) struct WorldZone {
    pub(super) world: Arc<World>,
    pub(super) mailboxes: Arc<Mailboxes>,
    /// The servers that could be started; on some systems only 127.0.0.1 can be listened on.
    pub(super) open: HashSet<Post>,
}

impl Zone for WorldZone {
    fn answer(&self, name: &str, question: Question) -> ZoneAnswer {
        if let Some(owner) = self.mailboxes.owner(name) {
            return self.of_domain(name, owner, question);
        }
        match self.server_behind(name) {
            Some(post) if question == Question::Address => self.address(post),
            Some(_) => ZoneAnswer::Nothing,
            None => ZoneAnswer::NoSuchName,
        }
    }
}

impl WorldZone {
    fn of_domain(&self, domain: &str, owner: Owner, question: Question) -> ZoneAnswer {
        let Owner::Company(company) = owner else {
            return match question {
                Question::Mail => ZoneAnswer::Mail(vec![(10, format!("mx.{domain}"))]),
                Question::Address => self.address(Post::OwnServer),
                Question::Text => ZoneAnswer::Text(vec!["v=spf1 mx -all".to_owned()]),
                Question::AddressV6 | Question::Alias => ZoneAnswer::Nothing,
            };
        };
        let provider = self.world.mail(company).provider;
        let manner = self.world.mail_manner(company);
        match question {
            Question::Mail => match manner {
                MailManner::DnsFailure => ZoneAnswer::Failure,
                MailManner::NullMx => ZoneAnswer::Mail(vec![(0, ".".to_owned())]),
                MailManner::NoMx => ZoneAnswer::Nothing,
                _ => ZoneAnswer::Mail(hosts::names(provider, domain)),
            },
            Question::Address => self.address(Post::OwnServer),
            Question::Text => ZoneAnswer::Text(vec![hosts::sender_policy(provider).to_owned()]),
            Question::AddressV6 | Question::Alias => ZoneAnswer::Nothing,
        }
    }

    /// The servers behind a name that is no domain of its own.
    fn server_behind(&self, name: &str) -> Option<Post> {
        if let Some(post) = hosts::shared(name) {
            return Some(post);
        }
        if let Some(domain) = name.strip_prefix("www.") {
            return self.mailboxes.owner(domain).map(|_| Post::OwnServer);
        }
        let domain = match name.strip_suffix(".mail.protection.outlook.com") {
            // The label holds the domain with its dots turned to hyphens.
            Some(label) => label.rsplit_once('-').map(|(front, ending)| format!("{front}.{ending}"))?,
            None => name.strip_prefix("mx.")?.to_owned(),
        };
        match self.mailboxes.owner(&domain)? {
            Owner::FreeProvider => Some(Post::FreeProvider),
            Owner::Company(company) => {
                Some(Post::of(self.world.mail(company).provider, self.world.mail_manner(company)))
            }
        }
    }

    fn address(&self, post: Post) -> ZoneAnswer {
        let post = if self.open.contains(&post) { post } else { Post::OwnServer };
        ZoneAnswer::Addresses(vec![IpAddr::V4(post.address())])
    }
}
