//! The environment: no value panics; one that is taken is shown in a form that is taken again and
//! means the same.

use ferry_settings::{Settings, table};

/// This value, for the setting with this number, and for a variable of this name.
pub fn check(which: u8, name: &str, value: &str) {
    let known = table()[which as usize % table().len()].name;
    let (settings, _) = Settings::from_env([(known, value), (name, value)]);
    let shown: Vec<(&str, String)> = settings.rows().map(|(setting, value, _)| (setting.name, value)).collect();
    let (again, warnings) = Settings::from_env(shown.iter().map(|(name, value)| (*name, value.as_str())));
    assert!(warnings.is_empty(), "{warnings:?}");
    assert!(settings.rows().zip(again.rows()).all(|((_, old, _), (_, new, _))| old == new));
}
