//! Who runs a command, by the name that the operating system has for them.

/// Set by `sudo` to the user who called it. Only root is believed to have been called so: others can set it themselves.
const SUDO_USER: &str = "SUDO_USER";
/// Characters of a name that are kept.
const NAME_CHARACTERS_MAX: usize = 64;

/// The user of this process; of one that runs as root through `sudo`, who called it. The number stands for a user without a
/// name, as in a container.
pub(super) fn name() -> String {
    let uid = rustix::process::geteuid();
    let own = whoami::username().unwrap_or_else(|_| format!("uid {}", uid.as_raw()));
    let caller = std::env::var(SUDO_USER).ok().filter(|_| uid.is_root());
    named(&own, caller.as_deref())
}

fn named(own: &str, caller: Option<&str>) -> String {
    let short = |name: &str| -> String {
        name.chars().filter(|letter| !letter.is_control()).take(NAME_CHARACTERS_MAX).collect()
    };
    match caller.map(short).filter(|caller| !caller.is_empty() && caller != own) {
        Some(caller) => format!("{caller} as {}", short(own)),
        None => short(own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_called_root_is_named_as_well() {
        assert_eq!(named("ada", None), "ada");
        assert_eq!(named("root", Some("ada")), "ada as root");
        assert_eq!(named("root", Some("root")), "root");
        assert_eq!(named("root", Some("")), "root");
        assert_eq!(named("ro\not", Some(&"x".repeat(100))), format!("{} as root", "x".repeat(64)));
    }

    #[test]
    fn the_user_of_this_process_has_a_name() {
        assert!(!name().is_empty());
    }
}
