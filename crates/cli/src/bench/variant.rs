//! Ferry with other settings, measured beside Ferry as it is.

use clap::ValueEnum;

use super::library::Peer;
use super::results::{FERRY, RAW};

/// Settings under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its column in reports.
    pub name: String,
    /// Variables of the environment and their values.
    pub settings: Vec<(String, String)>,
}

impl Variant {
    /// Parses `NAME:VARIABLE=VALUE:VARIABLE=VALUE`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, settings) = text.split_once(':').ok_or("not NAME:VARIABLE=VALUE")?;
        let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
        if !is_word(name) {
            return Err("a name has letters, digits, - and _".into());
        }
        if [FERRY, RAW].contains(&name) || Peer::value_variants().iter().any(|peer| peer.name() == name) {
            return Err(format!("{name} is a column already"));
        }
        let settings = settings.split(':').map(parse_setting).collect::<Result<_, _>>()?;
        Ok(Self { name: name.to_owned(), settings })
    }
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((variable, value)) if !variable.is_empty() => Ok((variable.to_owned(), value.to_owned())),
        _ => Err(format!("{text:?} is not VARIABLE=VALUE")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_a_name_and_settings() {
        let variant = Variant::parse("ring:FERRY_LARGE_MESSAGES=ring:FERRY_COLLECTIVE=bcast=binomial,scan=linear").unwrap();
        assert_eq!(variant.name, "ring");
        let settings = [("FERRY_LARGE_MESSAGES", "ring"), ("FERRY_COLLECTIVE", "bcast=binomial,scan=linear")];
        assert_eq!(variant.settings, settings.map(|(variable, value)| (variable.to_owned(), value.to_owned())));
    }

    #[test]
    fn names_are_words_that_no_column_has() {
        for text in ["ring", ":A=1", "a b:A=1", "ferry:A=1", "raw:A=1", "impi:A=1", "ring:A", "ring:=1", "ring:"] {
            assert!(Variant::parse(text).is_err(), "{text}");
        }
    }
}
