//! The C programs, which `ferry` carries inside itself.

macro_rules! file {
    ($name:literal, $path:literal) => {
        ($name, include_str!(concat!("../../../../", $path)))
    };
}

/// Every file that compiling needs: its name, which is unique, and its text.
pub const FILES: [(&str, &str); 18] = [
    file!("bench.h", "bench/bench.h"),
    file!("pt2pt.c", "bench/pt2pt.c"),
    file!("coll.c", "bench/coll.c"),
    file!("overlap.c", "bench/overlap.c"),
    file!("exchange.c", "bench/exchange.c"),
    file!("rma.c", "bench/rma.c"),
    file!("cache.c", "bench/cache.c"),
    file!("datatype.c", "bench/datatype.c"),
    file!("io.c", "bench/io.c"),
    file!("startup.c", "bench/startup.c"),
    file!("keys.h", "examples/is/keys.h"),
    file!("keys.c", "examples/is/keys.c"),
    file!("is.c", "examples/is/is.c"),
    file!("fft.h", "examples/ft/fft.h"),
    file!("fft.c", "examples/ft/fft.c"),
    file!("grid.h", "examples/ft/grid.h"),
    file!("grid.c", "examples/ft/grid.c"),
    file!("ft.c", "examples/ft/ft.c"),
];

/// Every program with its source files.
pub const PROGRAMS: [(&str, &[&str]); 11] = [
    ("pt2pt", &["pt2pt.c"]),
    ("coll", &["coll.c"]),
    ("overlap", &["overlap.c"]),
    ("exchange", &["exchange.c"]),
    ("rma", &["rma.c"]),
    ("cache", &["cache.c"]),
    ("datatype", &["datatype.c"]),
    ("io", &["io.c"]),
    ("startup", &["startup.c"]),
    ("is", &["is.c", "keys.c"]),
    ("ft", &["ft.c", "grid.c", "fft.c"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_file_is_there_and_belongs_to_a_program() {
        for (name, _) in FILES.iter().filter(|(name, _)| name.ends_with(".c")) {
            assert_eq!(PROGRAMS.iter().filter(|(_, sources)| sources.contains(name)).count(), 1, "{name}");
        }
        for source in PROGRAMS.iter().flat_map(|(_, sources)| sources.iter()) {
            assert!(FILES.iter().any(|(name, _)| name == source), "{source}");
        }
    }
}
