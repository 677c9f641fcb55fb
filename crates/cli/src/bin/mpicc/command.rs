//! From the wrapper's arguments to the compiler's command line. Pure: sees neither files nor the
//! environment.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// Which language the wrapper compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// `mpicc`
    C,
    /// `mpicxx`, `mpic++`, `mpiCC`
    Cxx,
    /// `mpifort`, `mpif77`, `mpif90`, `mpifc`
    Fortran,
}

impl Language {
    /// The language that a program name stands for.
    pub fn of(program: &str) -> Self {
        match program {
            "mpicxx" | "mpic++" | "mpiCC" => Language::Cxx,
            "mpifort" | "mpif77" | "mpif90" | "mpifc" => Language::Fortran,
            _ => Language::C,
        }
    }

    /// Variables that override the compiler, the first one set counts.
    pub fn override_variables(self) -> &'static [&'static str] {
        match self {
            Language::C => &["FERRY_CC", "MPICC_CC"],
            Language::Cxx => &["FERRY_CXX", "MPICXX_CXX"],
            Language::Fortran => &["FERRY_FC", "MPIFORT_FC"],
        }
    }

    /// The compilers to look for unless one is named; the first that exists, or the first.
    pub fn default_compilers(self) -> &'static [&'static str] {
        match self {
            Language::C => &["cc"],
            Language::Cxx => &["c++"],
            Language::Fortran => &["gfortran", "flang-new", "flang"],
        }
    }

    /// The libraries for the linker, in order.
    fn libraries(self) -> &'static [&'static str] {
        match self {
            Language::C | Language::Cxx => &["mpi_abi"],
            Language::Fortran => &["mpifort_abi", "mpi_abi"],
        }
    }

    fn override_option(self) -> &'static [u8] {
        match self {
            Language::C => b"-cc=",
            Language::Cxx => b"-cxx=",
            Language::Fortran => b"-fc=",
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

/// Where Ferry is installed and what compiles.
pub struct Wrapper {
    /// The language.
    pub language: Language,
    /// Folder that holds `bin`, `include` and `lib`.
    pub prefix: OsString,
    /// The compiler: a program and perhaps options, blank-separated.
    pub compiler: OsString,
    /// Folder of the compiled Fortran modules, once it is known.
    pub modules: Option<OsString>,
    /// Options that this compiler needs for programs that include `mpif.h`.
    pub options: Vec<OsString>,
}

/// What the arguments are, apart from those for the compiler.
pub struct Request {
    question: Option<OsString>,
    rest: Vec<OsString>,
}

impl Request {
    /// Whether the answer depends on the folder of the modules: a question for flags, or Fortran
    /// source to compile.
    pub fn needs_modules(&self, compiles: fn(&[OsString]) -> bool) -> bool {
        match self.question.as_ref().map(|question| question.to_string_lossy()) {
            Some(question) => ["show", "showme", "compile", "incdirs", "compile-info", "compile_info"]
                .iter()
                .any(|word| question.ends_with(word)),
            None => compiles(&self.rest),
        }
    }
}

impl Wrapper {
    /// Takes the wrapper's own options out of the arguments.
    pub fn request(&mut self, arguments: Vec<OsString>) -> Request {
        let mut request = Request { question: None, rest: Vec::with_capacity(arguments.len()) };
        for argument in arguments {
            if let Some(compiler) = argument.as_bytes().strip_prefix(self.language.override_option()) {
                self.compiler = OsStr::from_bytes(compiler).to_owned();
            } else if is_question(&argument) {
                request.question = Some(argument);
            } else {
                request.rest.push(argument);
            }
        }
        request
    }

    /// What to do. `Err` is a message for the user.
    pub fn action(self, request: Request) -> Result<Action, String> {
        match request.question {
            Some(question) => self.answer(&question, &request.rest).map(Action::Print),
            None => Ok(Action::Compile(self.command(&request.rest))),
        }
    }

    fn answer(&self, question: &OsStr, rest: &[OsString]) -> Result<Vec<u8>, String> {
        let words = match question.to_str().unwrap_or_default() {
            "-show" | "-showme" | "--showme" | "--show" => self.whole_command(rest),
            "-compile-info" | "-compile_info" => [self.compiler_words(), self.compile_flags()].concat(),
            "-link-info" | "-link_info" => [self.compiler_words(), self.link_flags()].concat(),
            other => match other.trim_start_matches('-') {
                "showme:command" => self.compiler_words(),
                "showme:compile" => self.compile_flags(),
                "showme:link" => self.link_flags(),
                "showme:incdirs" => self.include_folders(),
                "showme:libdirs" => vec![self.folder("lib")],
                "showme:libs" => self.language.libraries().iter().map(OsString::from).collect(),
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
            [] => [self.compiler_words(), self.compile_flags(), self.link_flags()].concat(),
            _ => self.command(rest),
        }
    }

    fn command(&self, arguments: &[OsString]) -> Vec<OsString> {
        let link = if links(arguments) { self.link_flags() } else { Vec::new() };
        [self.compiler_words(), self.compile_flags(), arguments.to_vec(), link].concat()
    }

    /// The compiler's command, word by word.
    pub fn compiler_words(&self) -> Vec<OsString> {
        self.compiler
            .as_bytes()
            .split(|byte| *byte == b' ')
            .filter(|w| !w.is_empty())
            .map(|w| OsStr::from_bytes(w).to_owned())
            .collect()
    }

    fn compile_flags(&self) -> Vec<OsString> {
        let folders = self.include_folders();
        self.options.iter().cloned().chain(folders.iter().map(|folder| joined("-I", folder))).collect()
    }

    fn include_folders(&self) -> Vec<OsString> {
        [self.folder("include")].into_iter().chain(self.modules.clone()).collect()
    }

    /// The run path lets LD_LIBRARY_PATH come first, so that a program can be run with another
    /// library of the same ABI.
    fn link_flags(&self) -> Vec<OsString> {
        let libraries = self.folder("lib");
        let mut flags = vec![joined("-L", &libraries), joined("-Wl,-rpath,", &libraries), "-Wl,--enable-new-dtags".into()];
        flags.extend(self.language.libraries().iter().map(|library| joined("-l", OsStr::new(library))));
        flags
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
  -cc=COMPILER         (mpicxx: -cxx=, mpifort: -fc=) use another compiler; so do the variables FERRY_CC and MPICC_CC
                       (FERRY_CXX and MPICXX_CXX, FERRY_FC and MPIFORT_FC)
  -install-modules     (mpifort) compile the Fortran modules into the installation, for all users

All other arguments go to the compiler.";

fn is_question(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    let known = ["-show", "--show", "-compile-info", "-compile_info", "-link-info", "-link_info"];
    known.contains(&text.as_ref()) || text.starts_with("-showme") || text.starts_with("--showme")
}

/// Whether the compiler will call the linker: it has something to link and was not told to stop
/// before.
fn links(arguments: &[OsString]) -> bool {
    let stops = arguments.iter().any(|argument| NO_LINK.iter().any(|option| argument == option));
    let mut has_input = false;
    let mut is_value = false;
    for argument in arguments {
        let bytes = argument.as_bytes();
        // Values of the options that take them separately are no inputs; "-" is the standard input,
        // "@file" holds anything.
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
        Wrapper {
            language,
            prefix: "/p".into(),
            compiler: language.default_compilers()[0].into(),
            modules: None,
            options: Vec::new(),
        }
    }

    fn act(mut wrapper: Wrapper, line: &str) -> Result<Action, String> {
        let request = wrapper.request(arguments(line));
        wrapper.action(request)
    }

    fn arguments(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn compiled(line: &str) -> String {
        match act(wrapper(Language::C), line) {
            Ok(Action::Compile(command)) => command.join(OsStr::new(" ")).into_string().unwrap(),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn printed(line: &str) -> String {
        match act(wrapper(Language::C), line) {
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
        let message = act(wrapper(Language::C), "-showme:nonsense").unwrap_err();
        assert!(message.contains("-showme:nonsense") && message.contains("-showme:link"), "{message}");
    }

    #[test]
    fn compilers_are_overridden_with_their_options() {
        assert_eq!(printed("-cc=clang -showme:command"), "clang");
        let with_options = Wrapper { compiler: "ccache gcc".into(), ..wrapper(Language::C) };
        assert_eq!(act(with_options, "-showme:command"), Ok(Action::Print(b"ccache gcc".to_vec())));
        let cxx = act(wrapper(Language::Cxx), "-cxx=clang++ -showme:command");
        assert_eq!(cxx, Ok(Action::Print(b"clang++".to_vec())));
    }

    #[test]
    fn names_tell_the_language() {
        for name in ["mpicxx", "mpic++", "mpiCC"] {
            assert_eq!(Language::of(name), Language::Cxx);
        }
        assert_eq!(Language::of("mpicc"), Language::C);
        for name in ["mpifort", "mpif77", "mpif90", "mpifc"] {
            assert_eq!(Language::of(name), Language::Fortran);
        }
    }

    #[test]
    fn fortran_has_a_library_and_modules_more() {
        let with_modules = || Wrapper { modules: Some("/m".into()), ..wrapper(Language::Fortran) };
        let link = LINK.replace("-lmpi_abi", "-lmpifort_abi -lmpi_abi");
        let print = |line: &str| match act(with_modules(), line) {
            Ok(Action::Print(text)) => String::from_utf8(text).unwrap(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(print("-show"), format!("gfortran -I/p/include -I/m {link}"));
        assert_eq!(print("-showme:incdirs"), "/p/include /m");
        assert_eq!(print("-showme:libs"), "mpifort_abi mpi_abi");
        assert_eq!(print("-fc=flang -showme:command"), "flang");
    }

    #[test]
    fn modules_are_needed_for_sources_and_flags_alone() {
        let needs = |line: &str| wrapper(Language::Fortran).request(arguments(line)).needs_modules(crate::modules::compiles);
        assert!(needs("a.f90") && needs("-show") && needs("-showme") && needs("--showme:compile") && needs("-showme:incdirs"));
        assert!(!needs("a.o -o a") && !needs("--version") && !needs("-showme:link") && !needs("-showme:command"));
    }
}
