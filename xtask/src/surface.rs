//! What a preprocessed MPI header declares: functions, types and constants by name, in a form that
//! can be compared.

use std::collections::{BTreeMap, BTreeSet};

/// The declarations of a header whose names begin with MPI_, PMPI_ or MPIX_.
#[derive(Debug, Default)]
pub struct Surface {
    /// Function name to return and parameter types.
    pub functions: BTreeMap<String, String>,
    /// Type name to what it is: `handle`, `struct { ... }`, `enum`, another type, or a function
    /// type.
    pub types: BTreeMap<String, String>,
    /// Names of integer, handle and address constants.
    pub constants: BTreeSet<String>,
}

impl Surface {
    /// Reads preprocessed C and the preprocessor's list of `#define`s.
    pub fn parse(declarations: &str, macros: &str) -> Self {
        let mut surface = Self::default();
        for statement in statements(declarations) {
            surface.declare(&statement);
        }
        let defined = macros.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
        let constants = defined.filter(|(name, value)| is_mpi(name) && !name.contains('(') && !value.trim().is_empty());
        surface.constants.extend(constants.map(|(name, _)| name.to_owned()));
        surface
    }

    fn declare(&mut self, statement: &str) {
        if let Some(body) = statement.strip_prefix("typedef ") {
            self.constants.extend(enumerators(body));
            if let Some((name, form)) = type_definition(body).filter(|(name, _)| is_mpi(name)) {
                self.types.insert(name, form);
            }
        } else if statement.starts_with("enum") {
            self.constants.extend(enumerators(statement));
        } else if let Some((name, signature)) = function(statement).filter(|(name, _)| is_mpi(name)) {
            self.functions.insert(name, signature);
        }
    }
}

/// Every difference of `theirs` from `ours`, one line each.
pub fn differences(ours: &Surface, theirs: &Surface) -> Vec<String> {
    let names = |set: &BTreeSet<String>| set.iter().map(|name| (name.clone(), "constant".to_owned())).collect();
    let mut problems = map_differences(&ours.functions, &theirs.functions);
    problems.extend(map_differences(&ours.types, &theirs.types));
    problems.extend(map_differences(&names(&ours.constants), &names(&theirs.constants)));
    problems
}

fn map_differences(ours: &BTreeMap<String, String>, theirs: &BTreeMap<String, String>) -> Vec<String> {
    let changed = ours.iter().filter_map(|(name, form)| match theirs.get(name) {
        None => Some(format!("< {name}: {form}")),
        Some(other) if other != form => Some(format!("< {name}: {form}\n> {name}: {other}")),
        Some(_) => None,
    });
    let missing = theirs.iter().filter(|(name, _)| !ours.contains_key(*name) && !is_extension(name));
    changed.chain(missing.map(|(name, form)| format!("> {name}: {form}"))).collect()
}

fn is_mpi(name: &str) -> bool {
    ["MPI_", "PMPI_"].iter().any(|prefix| name.starts_with(prefix)) || is_extension(name)
}

fn is_extension(name: &str) -> bool {
    name.starts_with("MPIX_") || name.starts_with("PMPIX_")
}

/// Splits at `;` outside braces and makes white space single.
fn statements(text: &str) -> Vec<String> {
    let code: String = text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, " "]).collect();
    let (mut found, mut current, mut depth) = (Vec::new(), String::new(), 0);
    for letter in code.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ';' && depth == 0 {
            found.push(current.split_whitespace().collect::<Vec<_>>().join(" "));
            current.clear();
        } else {
            current.push(letter);
        }
    }
    found
}

fn enumerators(statement: &str) -> Vec<String> {
    let Some((head, body)) = statement.split_once('{').filter(|(head, _)| head.starts_with("enum")) else { return Vec::new() };
    debug_assert!(head.starts_with("enum"));
    let body = body.split('}').next().unwrap_or_default();
    let names = body.split(',').filter_map(|item| item.split('=').next()).map(|name| name.trim().to_owned());
    names.filter(|name| is_mpi(name)).collect()
}

fn type_definition(body: &str) -> Option<(String, String)> {
    if let Some((head, rest)) = body.split_once('{') {
        let (fields, name) = rest.rsplit_once('}')?;
        let form = if head.starts_with("enum") { "enum".to_owned() } else { format!("struct {{ {} }}", fields.trim()) };
        return Some((name.trim().to_owned(), form));
    }
    if body.contains('(') {
        let (returns, rest) = body.split_once('(')?;
        let (name, params) = rest.split_once(')')?;
        let params = params.trim().strip_prefix('(')?.strip_suffix(')')?;
        return Some((name.trim().to_owned(), signature(returns, params)));
    }
    let (form, name) = body.rsplit_once([' ', '*'])?;
    let form = if body.starts_with("struct ") && body.contains('*') { "handle" } else { form };
    Some((name.trim().to_owned(), form.trim().to_owned()))
}

fn function(statement: &str) -> Option<(String, String)> {
    let (head, params) = statement.strip_suffix(')')?.split_once('(')?;
    let (returns, name) = head.trim().rsplit_once([' ', '*'])?;
    Some((name.to_owned(), signature(returns, params)))
}

fn signature(returns: &str, params: &str) -> String {
    let types: Vec<String> = params.split(',').map(|param| parameter_type(param.trim())).collect();
    format!("{} ({})", returns.trim(), types.join(", "))
}

/// A parameter's type without its name, arrays as pointers: `char *argv[]` is `char**`.
fn parameter_type(param: &str) -> String {
    if matches!(param, "void" | "...") {
        return param.to_owned();
    }
    let (left, array) = param.split_at(param.find('[').unwrap_or(param.len()));
    let named = left.trim_end().trim_end_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    let pointer = if array.is_empty() { "" } else { "*" };
    let rest = array.find(']').map_or("", |end| &array[end + 1..]);
    format!("{}{pointer}{rest}", named.replace(" *", "*").trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "
        # 1 \"mpi.h\"
        typedef long int intptr_t;
        typedef intptr_t MPI_Aint;
        typedef struct { int MPI_SOURCE; int MPI_internal[5]; } MPI_Status;
        typedef struct MPI_ABI_Comm* MPI_Comm;
        typedef enum MPI_T_order { MPI_T_A = 1, MPI_T_B } MPI_T_order;
        enum { MPI_SUCCESS = 0, MPI_ERR_ARG = 1 };
        typedef void (MPI_F)(void *a, int *len);
        int MPI_Send(const void *buf, const int counts[], int ranges[][3], char *argv[], MPI_Comm comm);
        double MPI_Wtime(void);
        int MPIX_More(int a);";
    const MACROS: &str = "#define MPI_H_ABI \n#define MPI_COMM_WORLD ((MPI_Comm)0x101)\n#define other 3\n";

    fn changed(from: &str, to: &str) -> Vec<String> {
        assert!(HEADER.contains(from));
        differences(&Surface::parse(HEADER, MACROS), &Surface::parse(&HEADER.replace(from, to), MACROS))
    }

    #[test]
    fn declarations_are_read() {
        let surface = Surface::parse(HEADER, MACROS);
        assert_eq!(surface.functions["MPI_Send"], "int (const void*, const int*, int*[3], char**, MPI_Comm)");
        assert_eq!(surface.functions["MPI_Wtime"], "double (void)");
        assert_eq!(surface.types["MPI_F"], "void (void*, int*)");
        assert_eq!(surface.types["MPI_Comm"], "handle");
        assert_eq!(surface.types["MPI_Status"], "struct { int MPI_SOURCE; int MPI_internal[5]; }");
        let constants: Vec<&str> = surface.constants.iter().map(String::as_str).collect();
        assert_eq!(constants, ["MPI_COMM_WORLD", "MPI_ERR_ARG", "MPI_SUCCESS", "MPI_T_A", "MPI_T_B"]);
    }

    #[test]
    fn spelling_does_not_matter() {
        assert!(changed("const int counts[]", "const int *c").is_empty());
        assert!(changed("struct MPI_ABI_Comm* MPI_Comm", "struct other *MPI_Comm").is_empty());
        assert!(changed("int MPI_Send", "int MPIX_New(void); int MPI_Send").is_empty());
    }

    #[test]
    fn every_kind_of_difference_is_found() {
        assert_eq!(changed("const void *buf", "void *buf").len(), 1);
        assert_eq!(changed("double MPI_Wtime", "float MPI_Wtime").len(), 1);
        assert_eq!(changed("int MPI_internal[5]", "int MPI_internal[6]").len(), 1);
        assert_eq!(changed("MPI_ERR_ARG = 1", "MPI_ERR_BUFFER = 1").len(), 2);
        assert_eq!(changed("int MPIX_More(int a);", "").len(), 1, "what we have, the other header has");
        assert_eq!(changed("int *len", "MPI_Count *len").len(), 1);
    }
}
