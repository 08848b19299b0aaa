//! Says in sentences why a person fits a role.

use records::{Department, Person, Seniority};

use super::selector::{Asked, Function, Way, level};

/// The sentences about rank, function and title.
pub(super) fn reasons(way: &Way, person: &Person, title: &[String]) -> Vec<String> {
    let mut told = Vec::with_capacity(3);
    let Some(rank) = person.seniority else { return told };
    told.push(about_rank(way, rank));
    told.extend(about_function(way, person));
    let shared: Vec<&str> =
        way.words.iter().filter(|word| title.contains(word)).map(String::as_str).collect();
    if !shared.is_empty() {
        told.push(format!("The title has the words of the role: {}.", shared.join(", ")));
    }
    told
}

fn about_rank(way: &Way, rank: Seniority) -> String {
    let name = rank_name(rank);
    match way.asked {
        Asked::Rank(asked) => {
            let (steps, asked) = (level(rank) - level(asked), rank_name(asked));
            match steps {
                0 => format!("The rank is the one asked for: {name}."),
                1.. => format!("The rank, {name}, is {} above the {asked} asked for.", ranks(steps)),
                _ => format!("The rank, {name}, is {} below the {asked} asked for.", ranks(-steps)),
            }
        }
        Asked::Lead => format!("No rank was asked for, and a {name} may lead the function."),
        Asked::Any => format!("The rank, {name}, is one that the role may have."),
        Asked::Peer(own) if level(own) == level(rank) => format!("The rank is the same: {name}."),
        Asked::Peer(own) => {
            format!("The rank, {name}, is {} away.", ranks((level(own) - level(rank)).abs()))
        }
    }
}

fn ranks(steps: i32) -> String {
    if steps == 1 { "one rank".to_owned() } else { format!("{steps} ranks") }
}

fn about_function(way: &Way, person: &Person) -> Option<String> {
    match &way.function {
        Function::Company | Function::WholeCompany => {
            Some("The position is about the company as a whole.".to_owned())
        }
        Function::Departments(wanted) => {
            let first = *wanted.first()?;
            let fitting = wanted.iter().filter(|(department, _)| person.departments.contains(department));
            let (department, points) = fitting.max_by(|one, other| one.1.total_cmp(&other.1))?;
            let name = department_name(*department);
            Some(if *points >= first.1 {
                format!("The function is the one asked for: {name}.")
            } else {
                format!("The function is {name}, which is near {}.", department_name(first.0))
            })
        }
        Function::Shared(own) => {
            let shared = person.departments.iter().find(|department| own.contains(department))?;
            Some(format!("The function is the same: {}.", department_name(*shared)))
        }
        Function::Words(_) | Function::Any => None,
    }
}

fn rank_name(rank: Seniority) -> &'static str {
    match rank {
        Seniority::CSuite => "chief",
        Seniority::Vp => "vice president",
        Seniority::Senior => "senior professional",
        Seniority::Entry => "person at entry level",
        other => other.as_str(),
    }
}

fn department_name(department: Department) -> String {
    match department {
        Department::Hr => "HR".to_owned(),
        Department::It => "IT".to_owned(),
        other => other.as_str().replace('_', " "),
    }
}
