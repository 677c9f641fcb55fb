//! The MPI interface as `api/*.toml` describes it. `api/README.md` documents every field.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::c_type::CType;

/// The whole interface.
pub struct Api {
    pub chapters: Vec<Chapter>,
    pub constants: Vec<ConstantGroup>,
    pub types: Types,
    /// What the header declares beyond the ABI.
    pub inline: Vec<InlineGroup>,
}

/// The functions of one chapter of the standard.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    #[serde(rename = "chapter")]
    pub title: String,
    #[serde(rename = "function")]
    pub functions: Vec<Function>,
}

/// One function, or the pair `MPI_X` and `MPI_X_c` where `large` is set.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Function {
    pub name: String,
    #[serde(default = "int")]
    pub returns: String,
    /// The result is the answer, not an error code.
    #[serde(default)]
    pub value: bool,
    /// The function has a large-count form `MPI_X_c` with the same parameters.
    #[serde(default)]
    pub large: bool,
    /// Legal before initialization and after finalization.
    #[serde(default)]
    pub anytime: bool,
    /// Whose error handler sees errors, where the parameters do not say it.
    pub scope: Option<FixedScope>,
    /// The version of the standard that deprecated the function.
    pub deprecated: Option<String>,
    /// Which Fortran bindings the function lacks.
    pub fortran: Option<Bindings>,
    pub params: Vec<Param>,
}

/// Where a function that does not have all Fortran bindings is missing.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Bindings {
    /// It is for C alone.
    None,
    /// Module `mpi_f08` does not have it.
    Old,
}

/// A scope of errors that no parameter names.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum FixedScope {
    /// The error handler of MPI_FILE_NULL (MPI 5.0, 14.7).
    DefaultFile,
}

/// One parameter.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Param {
    pub name: String,
    #[serde(rename = "type", deserialize_with = "c_type")]
    pub c: CType,
    /// The type in the large-count form, where it differs.
    #[serde(default, deserialize_with = "optional_c_type")]
    pub large: Option<CType>,
    pub kind: Kind,
    #[serde(default)]
    pub dir: Direction,
    /// The parameter that holds this array's number of elements.
    pub length: Option<String>,
    /// May be null, or not significant, in a legal call: the implementation checks it.
    #[serde(default)]
    pub optional: bool,
    /// What Fortran has in place of C's `int`.
    pub fortran: Option<FortranInt>,
    /// The table of `compat/values.toml` with the constants that the argument takes, where its kind
    /// does not say it.
    pub values: Option<String>,
    /// The constant that says how many bytes the caller has for this string.
    pub room: Option<String>,
}

/// A meaning of an `int`, or an array of them, that Fortran expresses in another way.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum FortranInt {
    /// A LOGICAL.
    Logical,
    /// A position in an array: counted from one.
    Index,
    /// Weights of edges: MPI_UNWEIGHTED and MPI_WEIGHTS_EMPTY are addresses.
    Weights,
    /// Error codes: MPI_ERRCODES_IGNORE is an address.
    Errcodes,
}

/// What a parameter means.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Address,
    Attribute,
    Buffer,
    Callback,
    Comm,
    Count,
    Counts,
    Datatype,
    Datatypes,
    Displacement,
    Displacements,
    Errhandler,
    Error,
    File,
    Flag,
    Group,
    Info,
    Infos,
    Int,
    Ints,
    Keyval,
    Length,
    Logical,
    Message,
    Op,
    Pointer,
    Rank,
    Request,
    Requests,
    Root,
    Session,
    Size,
    State,
    Status,
    Statuses,
    String,
    Strings,
    Tag,
    Tool,
    Variadic,
    Win,
}

/// Which way a parameter carries data.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    #[default]
    In,
    Out,
    Inout,
}

/// Constants of one form and type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConstantGroup {
    pub doc: String,
    pub form: Form,
    /// The C type of handles, pointers and named enumerations.
    #[serde(rename = "type")]
    pub c: Option<String>,
    /// Name to number, or to the name it is another name of; in order.
    pub values: toml::Table,
}

/// How C declares a group of constants.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Integer macros.
    Define,
    /// Enumerators.
    Enum,
    /// Predefined handles.
    Handle,
    /// Addresses with a meaning of their own.
    Pointer,
    /// An `MPI_Offset`.
    Offset,
}

/// Handles, callbacks and structs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Types {
    pub handles: Vec<String>,
    #[serde(rename = "callback")]
    pub callbacks: Vec<Callback>,
    #[serde(rename = "alias")]
    pub aliases: toml::Table,
    #[serde(rename = "struct")]
    pub structs: Vec<Struct>,
}

/// A function type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Callback {
    pub name: String,
    pub returns: String,
    pub params: Vec<String>,
}

/// A struct type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Struct {
    pub name: String,
    pub fields: Vec<String>,
}

/// Inline functions of the header, with what they need.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InlineGroup {
    pub doc: String,
    /// Type definitions, without `typedef`.
    #[serde(default)]
    pub types: Vec<String>,
    /// Macros: name and value.
    #[serde(default)]
    pub constants: Vec<String>,
    /// Whether the converters of handles belong here.
    #[serde(default)]
    pub converters: bool,
    #[serde(default, rename = "function")]
    pub functions: Vec<InlineFunction>,
}

/// An inline function of the header.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InlineFunction {
    /// Result, name and parameters.
    pub head: String,
    /// The function that programs should call in place of this one, which the standard has removed.
    pub instead: Option<String>,
    /// The lines of the body.
    pub body: Vec<String>,
}

fn int() -> String {
    "int".to_owned()
}

fn c_type<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<CType, D::Error> {
    Ok(CType::parse(&String::deserialize(deserializer)?))
}

fn optional_c_type<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<CType>, D::Error> {
    c_type(deserializer).map(Some)
}

/// The chapters' files, in the order of the header.
const CHAPTERS: [&str; 15] = [
    "point_to_point",
    "partitioned",
    "datatype",
    "collective",
    "communicator",
    "topology",
    "environment",
    "info",
    "process",
    "one_sided",
    "external",
    "io",
    "tools",
    "abi",
    EXTENSION,
];

/// The file of functions beyond the standard, whose names begin with `MPIX_`.
const EXTENSION: &str = "extension";

/// Functions of the MPI 5.0 ABI, counting `MPI_X` and `MPI_X_c` as two.
pub const FUNCTION_COUNT: usize = 664;

impl Api {
    /// Reads and validates the data in `folder`.
    pub fn load(folder: &Path) -> Result<Self> {
        #[derive(Deserialize)]
        struct Groups {
            group: Vec<ConstantGroup>,
        }
        #[derive(Deserialize)]
        struct Inline {
            group: Vec<InlineGroup>,
        }
        let chapters = CHAPTERS.iter().map(|name| read(&folder.join(format!("functions/{name}.toml"))));
        let constants: Groups = read(&folder.join("constants.toml"))?;
        let inline: Inline = read(&folder.join("inline.toml"))?;
        let api = Self {
            chapters: chapters.collect::<Result<_>>()?,
            constants: constants.group,
            types: read(&folder.join("types.toml"))?,
            inline: inline.group,
        };
        api.validate()?;
        Ok(api)
    }

    /// Every entry of the data.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.chapters.iter().flat_map(|chapter| &chapter.functions)
    }

    /// Every C function: `MPI_X`, followed by `MPI_X_c` where it has the large form.
    pub fn c_functions(&self) -> impl Iterator<Item = Function> {
        self.functions().flat_map(|function| [Some(function.clone()), function.large_form()].into_iter().flatten())
    }

    /// The constants by name, with aliases resolved.
    pub fn constant_values(&self) -> HashMap<&str, i64> {
        let all = || self.constants.iter().flat_map(|group| &group.values);
        let numbers: HashMap<&str, i64> = all().filter_map(|(name, v)| Some((name.as_str(), v.as_integer()?))).collect();
        all()
            .filter_map(|(name, v)| Some((name.as_str(), v.as_integer().or_else(|| numbers.get(v.as_str()?).copied())?)))
            .collect()
    }

    fn validate(&self) -> Result<()> {
        let mut names = HashSet::new();
        for function in self.c_functions() {
            function.validate().with_context(|| format!("in the data of {}", function.name))?;
            ensure!(names.insert(function.name.clone()), "{} is described twice", function.name);
        }
        let count = names.iter().filter(|name| name.starts_with("MPI_")).count();
        ensure!(count == FUNCTION_COUNT, "{count} functions described, not {FUNCTION_COUNT}");
        let values = self.constant_values();
        match self.constants.iter().flat_map(|group| group.values.keys()).find(|name| !values.contains_key(name.as_str())) {
            Some(name) => bail!("constant {name} has no value"),
            None => Ok(()),
        }
    }
}

impl Function {
    /// `MPI_X_c` as a function of its own.
    pub fn large_form(&self) -> Option<Self> {
        let widen =
            |param: &Param| Param { c: param.large.clone().unwrap_or_else(|| param.c.clone()), large: None, ..param.clone() };
        self.large.then(|| Self {
            name: format!("{}_c", self.name),
            large: false,
            params: self.params.iter().map(widen).collect(),
            ..self.clone()
        })
    }

    /// Whether it is beyond the standard.
    pub fn is_extension(&self) -> bool {
        self.name.starts_with("MPIX_")
    }

    /// Whether the function returns its answer rather than an error code.
    pub fn returns_value(&self) -> bool {
        self.value || self.returns != "int"
    }

    /// The implementation's name: `MPI_T_init_thread` is `t_init_thread`.
    pub fn implementation_name(&self) -> String {
        ["MPI_", "MPIX_"].iter().find_map(|prefix| self.name.strip_prefix(prefix)).unwrap_or(&self.name).to_lowercase()
    }

    fn validate(&self) -> Result<()> {
        ensure!(self.name.starts_with("MPI_") || self.is_extension(), "the name lacks the MPI_ prefix");
        for param in &self.params {
            ensure!(self.large || param.large.is_none(), "{} has a large type, the function has none", param.name);
            if let Some(length) = &param.length {
                let found = self.params.iter().any(|other| &other.name == length && !other.c.is_pointer());
                ensure!(found, "{}: no scalar parameter {length} gives its length", param.name);
            }
            let by_value = !param.c.is_pointer() && !param.c.is_callback();
            ensure!(!by_value || param.dir == Direction::In, "{} is passed by value and cannot be an output", param.name);
            ensure!(!param.c.constant || param.dir == Direction::In, "{} is const and cannot be an output", param.name);
        }
        Ok(())
    }
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("in {}", path.display()))
}
