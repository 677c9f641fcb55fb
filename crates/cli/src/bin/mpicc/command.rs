//! From the wrapper's arguments to the compiler's command line. Pure: sees neither files nor the environment.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// Which language the wrapper compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// `mpicc`
    C,
    /// `mpicxx`, `mpic++`, `mpiCC`
    Cxx,
}

impl Language {
    /// The language that a program name stands for.
    pub fn of(program: &str) -> Self {
        match program {
            "mpicxx" | "mpic++" | "mpiCC" => Language::Cxx,
            _ => Language::C,
        }
    }

    /// Variables that override the compiler, the first one set counts.
    pub fn override_variables(self) -> &'static [&'static str] {
        match self {
            Language::C => &["FERRY_CC", "MPICC_CC"],
            Language::Cxx => &["FERRY_CXX", "MPICXX_CXX"],
        }
    }

    /// The compiler unless overridden.
    pub fn default_compiler(self) -> &'static str {
        match self {
            Language::C => "cc",
            Language::Cxx => "c++",
        }
    }

    fn override_option(self) -> &'static [u8] {
        match self {
            Language::C => b"-cc=",
            Language::Cxx => b"-cxx=",
        }
    }
}

/// What the wrapper should do.
#[derive(Debug, PartialEq, Eq)]
pub enum Action {
    /// Execute this command.
    Compile(Vec<OsString>),
    /// Print this line.
    Print(Vec<u8>),
}

/// Options after which the compiler does not link.
const NO_LINK: [&str; 6] = ["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"];

/// The library's name for the linker.
const LIBRARY: &str = "mpi_abi";

/// Where Ferry is installed and what compiles.
pub struct Wrapper {
    /// The language.
    pub language: Language,
    /// Folder that holds `bin`, `include` and `lib`.
    pub prefix: OsString,
    /// The compiler: a program and perhaps options, blank-separated.
    pub compiler: OsString,
}

impl Wrapper {
    /// What `arguments` ask for. `Err` is a message for the user.
    pub fn action(mut self, arguments: Vec<OsString>) -> Result<Action, String> {
        let mut rest = Vec::with_capacity(arguments.len());
        let mut question = None;
        for argument in arguments {
            if let Some(compiler) = argument.as_bytes().strip_prefix(self.language.override_option()) {
                self.compiler = OsStr::from_bytes(compiler).to_owned();
            } else if is_question(&argument) {
                question = Some(argument);
            } else {
                rest.push(argument);
            }
        }
        match question {
            Some(question) => self.answer(&question, &rest).map(Action::Print),
            None => Ok(Action::Compile(self.command(&rest))),
        }
    }

    fn answer(&self, question: &OsStr, rest: &[OsString]) -> Result<Vec<u8>, String> {
        let words = match question.to_str().unwrap_or_default() {
            "-show" | "-showme" | "--showme" | "--show" => self.whole_command(rest),
            "-compile-info" | "-compile_info" => [self.compiler(), self.compile_flags()].concat(),
            "-link-info" | "-link_info" => [self.compiler(), self.link_flags()].concat(),
            other => match other.trim_start_matches('-') {
                "showme:command" => self.compiler(),
                "showme:compile" => self.compile_flags(),
                "showme:link" => self.link_flags(),
                "showme:incdirs" => vec![self.folder("include")],
                "showme:libdirs" => vec![self.folder("lib")],
                "showme:libs" => vec![LIBRARY.into()],
                "showme:version" => vec![format!("Ferry {}", env!("CARGO_PKG_VERSION")).into()],
                "showme:help" => vec![HELP.into()],
                _ => return Err(format!("unknown option '{other}'; known are {KNOWN_QUESTIONS}")),
            },
        };
        Ok(words.join(OsStr::new(" ")).as_bytes().to_vec())
    }

    /// The command for `-show`: with no other arguments, everything a build could need.
    fn whole_command(&self, rest: &[OsString]) -> Vec<OsString> {
        match rest {
            [] => [self.compiler(), self.compile_flags(), self.link_flags()].concat(),
            _ => self.command(rest),
        }
    }

    fn command(&self, arguments: &[OsString]) -> Vec<OsString> {
        let link = if links(arguments) { self.link_flags() } else { Vec::new() };
        [self.compiler(), self.compile_flags(), arguments.to_vec(), link].concat()
    }

    fn compiler(&self) -> Vec<OsString> {
        self.compiler
            .as_bytes()
            .split(|byte| *byte == b' ')
            .filter(|w| !w.is_empty())
            .map(|w| OsStr::from_bytes(w).to_owned())
            .collect()
    }

    fn compile_flags(&self) -> Vec<OsString> {
        vec![joined("-I", &self.folder("include"))]
    }

    /// The run path lets LD_LIBRARY_PATH come first, so that a program can be run with another library of the same ABI.
    fn link_flags(&self) -> Vec<OsString> {
        let libraries = self.folder("lib");
        vec![
            joined("-L", &libraries),
            joined("-Wl,-rpath,", &libraries),
            "-Wl,--enable-new-dtags".into(),
            format!("-l{LIBRARY}").into(),
        ]
    }

    fn folder(&self, name: &str) -> OsString {
        joined(&format!("{}/", self.prefix.to_string_lossy()), OsStr::new(name))
    }
}

const KNOWN_QUESTIONS: &str = "-show, -showme, -showme:command, -showme:compile, -showme:link, -showme:incdirs, -showme:libdirs, -showme:libs, \
                               -showme:version, -showme:help, -compile-info and -link-info";

const HELP: &str = "\
Compiles and links MPI programs: calls the compiler with the flags that Ferry's header and library need.

  -show, -showme       print the command instead of executing it
  -showme:compile      print the flags for compiling
  -showme:link         print the flags for linking
  -showme:command      print the compiler
  -showme:incdirs, -showme:libdirs, -showme:libs, -showme:version, -showme:help
  -compile-info, -link-info   print compiler and flags for one step
  -cc=COMPILER         (mpicxx: -cxx=) use another compiler; so do the variables FERRY_CC and MPICC_CC (FERRY_CXX, MPICXX_CXX)

All other arguments go to the compiler.";

fn is_question(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    let known = ["-show", "--show", "-compile-info", "-compile_info", "-link-info", "-link_info"];
    known.contains(&text.as_ref()) || text.starts_with("-showme") || text.starts_with("--showme")
}

/// Whether the compiler will call the linker: it has something to link and was not told to stop before.
fn links(arguments: &[OsString]) -> bool {
    let stops = arguments.iter().any(|argument| NO_LINK.iter().any(|option| argument == option));
    let mut has_input = false;
    let mut is_value = false;
    for argument in arguments {
        let bytes = argument.as_bytes();
        // Values of the options that take them separately are no inputs; "-" is the standard input, "@file" holds anything.
        has_input |= !is_value && (!bytes.starts_with(b"-") || bytes == b"-" || bytes.starts_with(b"-l"));
        is_value = !is_value
            && ["-o", "-I", "-L", "-D", "-U", "-x", "-include", "-isystem", "-MF", "-MT", "-MQ"].iter().any(|o| argument == o);
    }
    has_input && !stops
}

fn joined(prefix: &str, path: &OsStr) -> OsString {
    let mut text = OsString::from(prefix);
    text.push(path);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapper(language: Language) -> Wrapper {
        Wrapper { language, prefix: "/p".into(), compiler: language.default_compiler().into() }
    }

    fn arguments(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn compiled(line: &str) -> String {
        match wrapper(Language::C).action(arguments(line)) {
            Ok(Action::Compile(command)) => command.join(OsStr::new(" ")).into_string().unwrap(),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn printed(line: &str) -> String {
        match wrapper(Language::C).action(arguments(line)) {
            Ok(Action::Print(text)) => String::from_utf8(text).unwrap(),
            other => panic!("{line}: {other:?}"),
        }
    }

    const LINK: &str = "-L/p/lib -Wl,-rpath,/p/lib -Wl,--enable-new-dtags -lmpi_abi";

    #[test]
    fn link_flags_come_last_and_only_when_linking() {
        assert_eq!(compiled("a.c -o a -lm"), format!("cc -I/p/include a.c -o a -lm {LINK}"));
        for line in
            ["-c a.c", "-E a.c", "-S a.c", "-fsyntax-only a.c", "-MM a.c", "--version", "-v", "-dumpversion", "-o a", "-D A"]
        {
            assert_eq!(compiled(line), format!("cc -I/p/include {line}"));
        }
        assert!(compiled("-x c - -o a").ends_with(LINK));
        assert!(compiled("a.o -MD -MF a.d").ends_with(LINK));
    }

    #[test]
    fn questions_are_answered() {
        assert_eq!(printed("-show"), format!("cc -I/p/include {LINK}"));
        assert_eq!(printed("-showme"), printed("-show"));
        assert_eq!(printed("-show -c a.c"), "cc -I/p/include -c a.c");
        assert_eq!(printed("-showme:compile"), "-I/p/include");
        assert_eq!(printed("--showme:link"), LINK);
        assert_eq!(printed("-showme:command"), "cc");
        assert_eq!(printed("-showme:incdirs"), "/p/include");
        assert_eq!(printed("-showme:libdirs"), "/p/lib");
        assert_eq!(printed("-showme:libs"), "mpi_abi");
        assert_eq!(printed("-compile-info"), "cc -I/p/include");
        assert_eq!(printed("-link-info"), format!("cc {LINK}"));
        assert!(printed("-showme:version").starts_with("Ferry "));
    }

    #[test]
    fn unknown_questions_fail() {
        let message = wrapper(Language::C).action(arguments("-showme:nonsense")).unwrap_err();
        assert!(message.contains("-showme:nonsense") && message.contains("-showme:link"), "{message}");
    }

    #[test]
    fn compilers_are_overridden_with_their_options() {
        assert_eq!(printed("-cc=clang -showme:command"), "clang");
        let with_options = Wrapper { compiler: "ccache gcc".into(), ..wrapper(Language::C) };
        assert_eq!(with_options.action(arguments("-showme:command")), Ok(Action::Print(b"ccache gcc".to_vec())));
        let cxx = wrapper(Language::Cxx).action(arguments("-cxx=clang++ -showme:command"));
        assert_eq!(cxx, Ok(Action::Print(b"clang++".to_vec())));
    }

    #[test]
    fn names_tell_the_language() {
        for name in ["mpicxx", "mpic++", "mpiCC"] {
            assert_eq!(Language::of(name), Language::Cxx);
        }
        assert_eq!(Language::of("mpicc"), Language::C);
    }
}
