//! The settings in force, with their origins.

use ferry_settings::Settings;
use serde::Serialize;

/// One setting.
#[derive(Debug, Serialize)]
pub struct Setting {
    /// The environment variable.
    pub name: &'static str,
    /// The value in force.
    pub value: String,
    /// default or environment.
    pub origin: &'static str,
    /// The default.
    pub default: &'static str,
    /// The values it takes.
    pub values: &'static str,
    /// What it does.
    pub doc: &'static str,
}

/// Reads the environment of this process; also returns what was not understood.
pub fn read() -> (Vec<Setting>, Vec<String>) {
    let (settings, warnings) = Settings::from_env(std::env::vars_os());
    let rows = settings.rows().map(|(setting, value, origin)| Setting {
        name: setting.name,
        value,
        origin: origin.as_str(),
        default: setting.default,
        values: setting.values,
        doc: setting.doc,
    });
    let rows = rows.collect();
    let mut warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    warnings.extend(unknown_algorithms(&settings));
    (rows, warnings)
}

/// Whether the algorithms asked for exist is for the collective layer to say.
fn unknown_algorithms(settings: &Settings) -> Vec<String> {
    let mut choices = ferry_collective::Choices::default();
    let forced = settings.collective.iter().map(|choice| choices.force(&choice.collective, &choice.algorithm));
    forced.filter_map(|forced| Some(format!("FERRY_COLLECTIVE: {}", forced.err()?))).collect()
}
