//! Control variables (MPI-5 §15.3.6): every setting by the name of its environment variable, and
//! the algorithm of each collective function.

use std::sync::OnceLock;

use ferry_settings::{CollectiveChoice, Setting, Settings};

use crate::function::Function;
use crate::kind::{Form, Scope, Verbosity};
use crate::refusal::Refusal;

/// Bytes of a variable that is text, with the terminating null: a path is the longest value.
pub const TEXT_BYTES: usize = 4096;

/// One control variable. None is bound to an object.
#[derive(Debug)]
pub struct Cvar {
    /// Its name, unique.
    pub name: String,
    /// What it does, and what is to be observed when it is set.
    pub doc: String,
    /// How its value is represented.
    pub form: Form,
    /// Whom a change concerns.
    pub scope: Scope,
    /// When it may be set.
    pub when: When,
    /// Whom it is for.
    pub verbosity: Verbosity,
    /// The name of its category.
    pub category: &'static str,
    /// What it sets.
    pub target: Target,
}

impl Cvar {
    /// Elements of its value.
    pub fn count(&self) -> usize {
        if self.form == Form::Text { TEXT_BYTES } else { 1 }
    }
}

/// When a control variable may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Until `MPI_Init`.
    BeforeInit,
    /// Until `MPI_Finalize`.
    Always,
}

impl When {
    /// For a table.
    pub fn name(self) -> &'static str {
        match self {
            When::BeforeInit => "before MPI_Init",
            When::Always => "until MPI_Finalize",
        }
    }
}

/// What a control variable sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The setting of that index in `ferry_settings::table`.
    Setting(usize),
    /// The algorithm of a function: 0 for the automatic choice, else one more than the index in
    /// [`Function::choices`].
    Algorithm(Function),
}

/// The value of a control variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of [`Form::Int`] and [`Form::Unsigned`].
    Number(u64),
    /// Of [`Form::Text`].
    Text(String),
}

impl Target {
    /// Its value in `settings`.
    pub fn read(self, settings: &Settings) -> Value {
        match self {
            Target::Setting(index) => {
                let text = ferry_settings::table()[index].show(settings);
                match (is_number(index), text.parse()) {
                    (true, Ok(number)) => Value::Number(number),
                    _ => Value::Text(text),
                }
            }
            Target::Algorithm(function) => Value::Number(chosen(settings, function) as u64),
        }
    }

    /// Changes its value in `settings`.
    ///
    /// # Errors
    /// `Invalid` for a value that it does not take; nothing is changed then.
    pub fn write(self, settings: &mut Settings, value: &Value) -> Result<(), Refusal> {
        match (self, value) {
            (Target::Setting(index), Value::Number(number)) => write_setting(settings, index, &number.to_string()),
            (Target::Setting(index), Value::Text(text)) => write_setting(settings, index, text.trim()),
            (Target::Algorithm(function), Value::Number(number)) => choose(settings, function, *number),
            (Target::Algorithm(_), Value::Text(_)) => Err(Refusal::Invalid),
        }
    }
}

fn is_number(setting: usize) -> bool {
    table().iter().any(|cvar| cvar.target == Target::Setting(setting) && cvar.form == Form::Unsigned)
}

fn write_setting(settings: &mut Settings, index: usize, text: &str) -> Result<(), Refusal> {
    let mut changed = settings.clone();
    changed.change(index, text).map_err(|_| Refusal::Invalid)?;
    if !changed.collective.iter().all(exists) {
        return Err(Refusal::Invalid);
    }
    *settings = changed;
    Ok(())
}

fn exists(choice: &CollectiveChoice) -> bool {
    let function = Function::all().find(|function| function.name() == choice.collective);
    function.is_some_and(|function| function.choices().contains(&choice.algorithm.as_str()))
}

/// 0 if the choice is automatic, else one more than its index.
fn chosen(settings: &Settings, function: Function) -> usize {
    let choice = settings.collective.iter().find(|choice| choice.collective == function.name());
    let index = |choice: &CollectiveChoice| function.choices().iter().position(|known| *known == choice.algorithm);
    choice.and_then(index).map_or(0, |index| index + 1)
}

fn choose(settings: &mut Settings, function: Function, number: u64) -> Result<(), Refusal> {
    let choices = function.choices();
    if number > choices.len() as u64 {
        return Err(Refusal::Invalid);
    }
    settings.collective.retain(|choice| choice.collective != function.name());
    if let Some(algorithm) = (number as usize).checked_sub(1).map(|index| choices[index]) {
        settings.collective.push(CollectiveChoice { collective: function.name(), algorithm: algorithm.to_owned() });
    }
    Ok(())
}

/// What the table of settings does not say of a setting. Settings that are not listed here are
/// text, are for all processes alike, and are read at `MPI_Init`.
struct Traits {
    name: &'static str,
    form: Form,
    scope: Scope,
    when: When,
    category: &'static str,
}

const TRAITS: [Traits; 5] = [
    Traits { name: "FERRY_EAGER_MAX", form: Form::Unsigned, scope: Scope::Local, when: When::Always, category: "transports" },
    Traits { name: "FERRY_UNEXPECTED_BUDGET", form: Form::Unsigned, scope: Scope::Local, when: When::Always, category: "queues" },
    Traits { name: "FERRY_SPIN", form: Form::Text, scope: Scope::Local, when: When::Always, category: "waiting" },
    Traits { name: "FERRY_STATS", form: Form::Text, scope: Scope::AllEqual, when: When::Always, category: "general" },
    Traits { name: "FERRY_COLLECTIVE", form: Form::Text, scope: Scope::AllEqual, when: When::Always, category: "collectives" },
];

/// All of them, by index.
pub fn table() -> &'static [Cvar] {
    static TABLE: OnceLock<Vec<Cvar>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let settings = ferry_settings::table().iter().enumerate().map(|(index, setting)| of_setting(index, setting));
        settings.chain(Function::all().map(of_function)).collect()
    })
}

fn of_setting(index: usize, setting: &Setting) -> Cvar {
    let unlisted =
        &Traits { name: setting.name, form: Form::Text, scope: Scope::AllEqual, when: When::BeforeInit, category: "general" };
    let &Traits { form, scope, when, category, .. } =
        TRAITS.iter().find(|traits| traits.name == setting.name).unwrap_or(unlisted);
    let values = if form == Form::Text { format!(" Takes {}.", setting.values) } else { String::new() };
    Cvar {
        name: setting.name.to_owned(),
        doc: format!("{}{values} {}", setting.doc, rule(scope, when)),
        form,
        scope,
        when,
        verbosity: Verbosity::User,
        category,
        target: Target::Setting(index),
    }
}

fn of_function(function: Function) -> Cvar {
    let (scope, when) = (Scope::AllEqual, When::Always);
    let name = function.name();
    let doc = format!("The algorithm of {name} wherever its requirements are met, in place of the automatic choice.");
    Cvar {
        name: format!("collective_{name}_algorithm"),
        doc: format!("{doc} {}", rule(scope, when)),
        form: Form::Int,
        scope,
        when,
        verbosity: Verbosity::Tuner,
        category: "algorithms",
        target: Target::Algorithm(function),
    }
}

/// What is to be observed when a variable is set.
fn rule(scope: Scope, when: When) -> &'static str {
    match (scope, when) {
        (Scope::Local, When::Always) => "Each process may set it by itself at any time until MPI_Finalize.",
        (Scope::Local, When::BeforeInit) => "Each process may set it by itself before MPI_Init.",
        (Scope::AllEqual, When::Always) => {
            "All processes must set the same value, with no collective operation under way, until MPI_Finalize."
        }
        (Scope::AllEqual, When::BeforeInit) => "All processes must set the same value, before MPI_Init.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_there_and_names_are_unique() {
        for setting in ferry_settings::table() {
            assert_eq!(table().iter().filter(|cvar| cvar.name == setting.name).count(), 1);
        }
        for (index, cvar) in table().iter().enumerate() {
            assert!(table()[..index].iter().all(|other| other.name != cvar.name));
            assert_eq!(cvar.count() > 1, cvar.form == Form::Text);
        }
    }

    #[test]
    fn every_variable_takes_the_value_it_shows() {
        for cvar in table() {
            let mut settings = Settings::default();
            let value = cvar.target.read(&settings);
            assert_eq!(matches!(value, Value::Text(_)), cvar.form == Form::Text, "{}", cvar.name);
            cvar.target.write(&mut settings, &value).unwrap();
            assert_eq!(cvar.target.read(&settings), value);
        }
    }

    #[test]
    fn algorithms_are_chosen_by_number_or_all_at_once() {
        let target = |name: &str| table().iter().find(|cvar| cvar.name == name).unwrap().target;
        let (allreduce, all) = (target("collective_allreduce_algorithm"), target("FERRY_COLLECTIVE"));
        let mut settings = Settings::default();
        all.write(&mut settings, &Value::Text("bcast=binomial".into())).unwrap();
        allreduce.write(&mut settings, &Value::Number(2)).unwrap();
        let second = ferry_collective::Collective::Allreduce.algorithms()[1].name;
        assert_eq!(all.read(&settings), Value::Text(format!("bcast=binomial,allreduce={second}")));
        assert_eq!(allreduce.read(&settings), Value::Number(2));
        for (target, value) in [
            (allreduce, Value::Number(99)),
            (allreduce, Value::Number(u64::MAX)),
            (all, Value::Text("bcast=nonsense".into())),
            (all, Value::Text("bcast".into())),
        ] {
            let before = settings.clone();
            assert_eq!((target.write(&mut settings, &value), settings == before), (Err(Refusal::Invalid), true));
        }
        allreduce.write(&mut settings, &Value::Number(0)).unwrap();
        assert_eq!(all.read(&settings), Value::Text("bcast=binomial".into()));
    }

    #[test]
    fn traits_are_those_of_settings() {
        for traits in &TRAITS {
            let setting = ferry_settings::table().iter().find(|setting| setting.name == traits.name);
            let setting = setting.unwrap_or_else(|| panic!("there is no setting {}", traits.name));
            assert_eq!(traits.form == Form::Unsigned, setting.default.parse::<u64>().is_ok(), "{}", traits.name);
        }
    }
}
