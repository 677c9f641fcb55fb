//! What reading an environment may complain about.

use std::ffi::OsString;
use std::fmt;

use crate::table::{Setting, table};

/// A variable that was not understood; its text (by `Display`) names variable, value and remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// No setting has this name.
    Unknown {
        /// The variable in the environment.
        name: String,
        /// The setting whose name is closest, if one is close.
        nearest: Option<&'static str>,
    },
    /// The value does not parse; the default is in force.
    Invalid {
        /// The setting's name.
        name: &'static str,
        /// The value found.
        value: OsString,
        /// What is wrong with it.
        reason: String,
        /// The default that is in force.
        default: &'static str,
    },
}

impl Warning {
    pub(crate) fn unknown(name: &str) -> Self {
        Warning::Unknown { name: name.to_owned(), nearest: nearest_name(name) }
    }

    pub(crate) fn invalid(setting: &Setting, value: OsString, reason: String) -> Self {
        Warning::Invalid { name: setting.name, value, reason, default: setting.default }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Unknown { name, nearest: Some(nearest) } => {
                write!(f, "{name} is no setting of Ferry: did you mean {nearest}?")
            }
            Warning::Unknown { name, nearest: None } => {
                write!(f, "{name} is no setting of Ferry: `ferry info` lists them")
            }
            Warning::Invalid { name, value, reason, default } => {
                let default = if default.is_empty() { "nothing" } else { default };
                write!(f, "{name}={} is ignored: {reason}; using the default, {default}", value.to_string_lossy())
            }
        }
    }
}

/// The setting whose name is closest to `name`, if it is close enough to be meant (at most a third
/// of the letters differ).
pub fn nearest_name(name: &str) -> Option<&'static str> {
    let distance = |setting: &Setting| strsim::damerau_levenshtein(name, setting.name);
    let nearest = table().iter().min_by_key(|setting| distance(setting))?;
    let own_letters = nearest.name.len() - crate::PREFIX.len();
    (distance(nearest) * 3 <= own_letters.max(3)).then_some(nearest.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_finds_its_setting() {
        assert_eq!(nearest_name("FERRY_SPNI"), Some("FERRY_SPIN"));
        assert_eq!(nearest_name("FERRY_COLECTIVES"), Some("FERRY_COLLECTIVE"));
        assert_eq!(nearest_name("FERRY_UNEXPECTED_BUGDET"), Some("FERRY_UNEXPECTED_BUDGET"));
    }

    #[test]
    fn another_word_finds_none() {
        assert_eq!(nearest_name("FERRY_PORT_RANGE"), None);
    }
}
