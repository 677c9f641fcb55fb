//! C parameter types as the data writes them, and their Rust counterparts.

use std::fmt;

/// A C type of a parameter, such as `const void *`, `const int[]`, `int[][3]` or `char *[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CType {
    /// `const` before the base type.
    pub constant: bool,
    /// The base type: `int`, `MPI_Comm`, ...
    pub base: String,
    /// Number of `*` after the base type.
    pub stars: usize,
    /// The array suffix: empty, `[]` or `[][3]`.
    pub array: String,
}

impl CType {
    /// Parses the form the data uses.
    pub fn parse(text: &str) -> Self {
        let (left, array) = text.split_at(text.find('[').unwrap_or(text.len()));
        let (constant, left) = match left.strip_prefix("const ") {
            Some(rest) => (true, rest),
            None => (false, left),
        };
        let base = left.trim_end_matches(['*', ' ']);
        let stars = left.matches('*').count();
        Self { constant, base: base.to_owned(), stars, array: array.to_owned() }
    }

    /// Whether an argument of this type is passed as an address.
    pub fn is_pointer(&self) -> bool {
        self.stars > 0 || !self.array.is_empty()
    }

    /// Whether this is a (pointer to a) function.
    pub fn is_callback(&self) -> bool {
        self.base.ends_with("_function") || self.base.ends_with("_function_c")
    }

    /// Whether this is a plain `int`.
    pub fn is_int(&self) -> bool {
        self.base == "int" && !self.is_pointer()
    }

    /// The C declaration of a parameter `name` of this type.
    pub fn declare(&self, name: &str) -> String {
        let constant = if self.constant { "const " } else { "" };
        format!("{constant}{} {}{name}{}", self.base, "*".repeat(self.stars), self.array)
    }

    /// The Rust type of an argument of this type in an `extern "C"` function.
    pub fn rust(&self) -> String {
        let base = rust_base(&self.base);
        if self.is_callback() {
            return base.to_owned();
        }
        let element = match self.array.strip_prefix("[]") {
            Some(rest) if !rest.is_empty() => format!("[{base}; {}]", rest.trim_matches(['[', ']'])),
            _ => base.to_owned(),
        };
        let depth = self.stars + usize::from(!self.array.is_empty());
        let innermost = if self.constant { "*const " } else { "*mut " };
        match depth {
            0 => element,
            depth => format!("{}{innermost}{element}", "*mut ".repeat(depth - 1)),
        }
    }
}

fn rust_base(base: &str) -> &str {
    match base {
        "int" | "MPI_T_cb_safety" | "MPI_T_source_order" => "c_int",
        "char" => "c_char",
        "void" => "c_void",
        "double" => "c_double",
        "MPI_Aint" | "MPI_Count" | "MPI_Offset" => "i64",
        "MPI_Status" => "Status",
        other => other,
    }
}

impl fmt::Display for CType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.declare("").trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::CType;

    fn rust(text: &str) -> String {
        CType::parse(text).rust()
    }

    #[test]
    fn rust_types_follow_c_types() {
        assert_eq!(rust("int"), "c_int");
        assert_eq!(rust("const void *"), "*const c_void");
        assert_eq!(rust("const int[]"), "*const c_int");
        assert_eq!(rust("int[][3]"), "*mut [c_int; 3]");
        assert_eq!(rust("char *[]"), "*mut *mut c_char");
        assert_eq!(rust("char **[]"), "*mut *mut *mut c_char");
        assert_eq!(rust("char ***"), "*mut *mut *mut c_char");
        assert_eq!(rust("const MPI_Status *"), "*const Status");
        assert_eq!(rust("MPI_Offset"), "i64");
        assert_eq!(rust("MPI_User_function *"), "MPI_User_function");
    }

    #[test]
    fn declarations_keep_the_form_of_the_data() {
        assert_eq!(CType::parse("const int[]").declare("counts"), "const int counts[]");
        assert_eq!(CType::parse("char *[]").declare("argv"), "char *argv[]");
        assert_eq!(CType::parse("const void *").declare("buf"), "const void *buf");
        assert_eq!(CType::parse("int[][3]").declare("ranges"), "int ranges[][3]");
    }
}
