//! Output and input.

use std::io::Read;

use crate::harness::{Folder, LIMIT, finish, mpiexec, run, within};

#[test]
fn output_comes_as_it_is_and_at_once() {
    let mut child =
        mpiexec(&["-n", "1", "sh", "-c", "printf begun; read line"]).stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut output = child.stdout.take().unwrap();
    let text = within(LIMIT, move || {
        let mut text = [0u8; 5];
        output.read_exact(&mut text).unwrap();
        text
    });
    assert_eq!(&text, b"begun");
    drop(child.stdin.take());
    within(LIMIT, move || child.wait().unwrap());
}

#[test]
fn tagged_output_has_whole_lines_only() {
    let script = "i=0; while [ $i -lt 200 ]; do printf 'rank %s ' $PMI_RANK; echo line $i; i=$((i+1)); done; printf last";
    for option in ["-l", "-prepend-rank", "--tag-output"] {
        let job = run(&["-n", "3", option, "sh", "-c", script]);
        assert_eq!(job.output.lines().count(), 3 * 201);
        for rank in 0..3 {
            let tag = format!("[{rank}] ");
            let lines: Vec<&str> = job.output.lines().filter_map(|line| line.strip_prefix(&tag)).collect();
            let expected: Vec<String> = (0..200).map(|i| format!("rank {rank} line {i}")).chain(["last".to_owned()]).collect();
            assert_eq!(lines, expected);
        }
    }
}

#[test]
fn long_tagged_lines_stay_whole() {
    let job = run(&["-n", "2", "-l", "sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo end"]);
    let mut lines = job.sorted();
    lines.dedup_by_key(|line| (line.len(), line.ends_with("end")));
    assert_eq!(lines.iter().map(|line| line.len()).collect::<Vec<_>>(), ["[0] end".len() + 3_000_000]);
}

#[test]
fn tagged_errors_stay_errors() {
    let job = run(&["-n", "2", "-l", "sh", "-c", "echo out; echo err >&2"]);
    assert_eq!(job.sorted(), ["[0] out", "[1] out"]);
    assert!(job.errors.contains("[0] err\n") && job.errors.contains("[1] err\n"));
}

#[test]
fn much_output_arrives_completely() {
    for tag in [&["-l"][..], &[]] {
        let job = run(&[tag, &["-n", "2", "sh", "-c", "yes 0123456789abcdef | head -n 100000"]].concat());
        assert_eq!(job.status, Some(0));
        assert_eq!(job.output.lines().count(), 200_000);
    }
}

#[test]
fn files_hold_the_output_of_each_rank() {
    let folder = Folder::new("files");
    let base = folder.0.join("run").to_str().unwrap().to_owned();
    for (options, prefix) in [(&["--output-filename", &base][..], false), (&["--output-filename", &base, "-l"], true)] {
        let job = run(&[options, &["-n", "2", "sh", "-c", "echo out $PMI_RANK; echo err $PMI_RANK >&2"]].concat());
        assert_eq!((job.status, job.output.as_str(), job.errors.as_str()), (Some(0), "", ""));
        for rank in 0..2 {
            for kind in ["out", "err"] {
                let text = std::fs::read_to_string(format!("{base}.{rank}.{kind}")).unwrap();
                let tag = if prefix { format!("[{rank}] ") } else { String::new() };
                assert_eq!(text, format!("{tag}{kind} {rank}\n"));
            }
        }
    }
    let job = run(&["--output-filename", "/nonexistent/run", "true"]);
    assert!(job.status == Some(1) && job.errors.contains("/nonexistent/run.0.out"), "{}", job.errors);
}

#[test]
fn the_chosen_rank_reads_the_input() {
    let read = |options: &[&str]| finish(mpiexec(&[options, &["-n", "3", "-l", "cat"]].concat()), b"a\nb\n");
    assert_eq!(read(&[]).sorted(), ["[0] a", "[0] b"]);
    assert_eq!(read(&["--stdin", "2"]).sorted(), ["[2] a", "[2] b"]);
    assert_eq!(read(&["-s", "all"]).sorted(), ["[0] a", "[0] b", "[1] a", "[1] b", "[2] a", "[2] b"]);
    assert_eq!(read(&["-stdin", "none"]).sorted(), [""; 0]);
}

#[test]
fn much_input_reaches_every_rank() {
    let input = "0123456789abcde\n".repeat(20_000);
    let job = finish(mpiexec(&["-n", "3", "--stdin", "all", "wc", "-c"]), input.as_bytes());
    assert_eq!(job.sorted(), ["320000"; 3]);
}

#[test]
fn input_that_nobody_reads_is_left_to_the_shell() {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "\"$0\" -n 2 true; cat", env!("CARGO_BIN_EXE_mpiexec")]);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    assert_eq!(finish(command, b"rest\n").output, "rest\n");
}
