//! Programs, environment, processors, the command line.

use std::process::Command;

use crate::harness::{Folder, Running, finish, mpiexec, run};

#[test]
fn every_rank_knows_its_place() {
    let script = "echo $PMI_RANK/$PMI_SIZE $FERRY_LOCAL_RANK/$FERRY_LOCAL_SIZE $FERRY_APPNUM";
    let job = run(&["-np", "3", "sh", "-c", script]);
    assert_eq!((job.status, job.sorted()), (Some(0), vec!["0/3 0/3 0", "1/3 1/3 0", "2/3 2/3 0"]));
}

#[test]
fn one_job_one_name_and_another_job_another() {
    let name = |job: crate::harness::Finished| {
        let mut names: Vec<String> = job.output.lines().map(str::to_owned).collect();
        names.dedup();
        assert_eq!((names.len(), names[0].len()), (1, 16));
        names.remove(0)
    };
    let command = ["-n", "2", "sh", "-c", "echo $FERRY_JOB_ID"];
    assert_ne!(name(run(&command)), name(run(&command)));
}

#[test]
fn all_ranks_share_one_unsized_file() {
    let job = run(&["-n", "3", "sh", "-c", "stat -L -c '%i %s' /proc/self/fd/$FERRY_NODE_FD"]);
    let mut lines = job.sorted();
    lines.dedup();
    assert_eq!(lines.len(), 1, "{:?}", job.errors);
    assert!(lines[0].ends_with(" 0"));
}

#[test]
fn ranks_have_no_descriptors_of_others() {
    // However many descriptors this test's own parents left open: more ranks must not mean more of
    // them.
    let counts = |ranks| {
        let job = run(&["-n", ranks, "sh", "-c", "exec ls /proc/self/fd | wc -l"]);
        job.output.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let alone = counts("1").remove(0);
    assert_eq!(counts("4"), vec![alone; 4]);
}

#[test]
fn several_programs() {
    let job = run(&[
        "-genv",
        "G",
        "g",
        "-n",
        "1",
        "-env",
        "A",
        "1",
        "sh",
        "-c",
        "echo first $G$A$PMI_RANK",
        ":",
        "-n",
        "2",
        "sh",
        "-c",
        "echo second $G$A$PMI_RANK$FERRY_APPNUM",
    ]);
    assert_eq!(job.sorted(), ["first g10", "second g11", "second g21"]);
}

#[test]
fn variables_come_from_everywhere() {
    let mut command = mpiexec(&[
        "-n",
        "1",
        "-x",
        "SET=a=b",
        "-x",
        "PASSED",
        "-x",
        "NOWHERE",
        "-genvnone",
        "/bin/sh",
        "-c",
        "echo $SET $PASSED $HIDDEN",
    ]);
    command.env("PASSED", "p").env("HIDDEN", "h");
    let job = finish(command, b"");
    assert_eq!(job.output, "a=b p\n");
    assert!(job.errors.contains("NOWHERE"), "{}", job.errors);
    let listed = finish(
        std::mem::replace(mpiexec(&["-genvlist", "HIDDEN,PATH", "sh", "-c", "echo $HIDDEN"]).env("HIDDEN", "h"), mpiexec(&[])),
        b"",
    );
    assert_eq!(listed.output, "h\n");
}

#[test]
fn an_outer_jobs_identity_does_not_leak() {
    let mut command = mpiexec(&["-n", "1", "sh", "-c", "echo $PMI_RANK $PMIX_RANK $OMPI_COMM_WORLD_SIZE"]);
    command.env("PMI_RANK", "7").env("PMIX_RANK", "7").env("OMPI_COMM_WORLD_SIZE", "8");
    assert_eq!(finish(command, b"").output, "0\n");
}

#[test]
fn directories() {
    let job = run(&["-n", "1", "-wdir", "/usr", "pwd", ":", "-wd", "/", "pwd"]);
    assert_eq!(job.sorted(), ["/", "/usr"]);
    let missing = run(&["-wdir", "/nonexistent", "pwd"]);
    assert!(missing.status == Some(2) && missing.errors.contains("/nonexistent"), "{}", missing.errors);
}

#[test]
fn programs_that_cannot_start_are_named() {
    let folder = Folder::new("programs");
    let script = folder.0.join("script");
    std::fs::write(&script, "no program\n").unwrap();
    let script = script.to_str().unwrap();
    for (program, status, reason) in [
        ("no-such-program", 127, "in PATH"),
        ("./no/such", 127, "does not exist"),
        ("/usr", 126, "directory"),
        (script, 126, "permission"),
    ] {
        let job = run(&["-n", "2", program]);
        assert_eq!(job.status, Some(status), "{}", job.errors);
        assert!(job.errors.contains(program) && job.errors.contains(reason), "{}", job.errors);
        assert_eq!(job.errors.lines().count(), 1);
    }
    std::process::Command::new("chmod").args(["+x", script]).status().unwrap();
    let job = run(&["-n", "2", script]);
    assert!(job.status == Some(126) && job.errors.contains("neither a program"), "{}", job.errors);
}

/// A script that names an interpreter which is not there: that shows only when it is executed.
fn without_interpreter(folder: &Folder) -> String {
    let script = folder.0.join("orphan");
    std::fs::write(&script, "#!/nonexistent/interpreter\n").unwrap();
    std::process::Command::new("chmod").arg("+x").arg(&script).status().unwrap();
    script.to_str().unwrap().to_owned()
}

#[test]
fn a_later_rank_that_cannot_start_is_the_cause_and_not_what_happens_to_earlier_ones() {
    let folder = Folder::new("later");
    let script = without_interpreter(&folder);
    for shell in [&[][..], &["--launcher", "sh -c 'shift; exec sh -c \"$*\"' sh", "-H", "a:3"]] {
        let job = run(&[shell, &["-n", "2", "sleep", "1000", ":", "-n", "1", &script]].concat());
        assert_eq!(job.status, Some(126), "{}", job.errors);
        assert!(job.errors.contains(&script) && job.errors.contains("interpreter"), "{}", job.errors);
        assert!(!job.errors.contains("SIGKILL") && job.errors.lines().count() == 1, "{}", job.errors);
    }
}

#[test]
fn a_program_that_disappears_while_ranks_start_is_named() {
    let folder = Folder::new("vanishing");
    let script = folder.0.join("vanishing");
    std::fs::write(&script, "#!/bin/sh\nrm -f \"$0\"; exec sleep 1000\n").unwrap();
    std::process::Command::new("chmod").arg("+x").arg(&script).status().unwrap();
    // Enough ranks for the first one to come to its first command.
    let job = run(&["-n", "2000", script.to_str().unwrap()]);
    assert_eq!(job.status, Some(127), "{}", job.errors);
    assert!(job.errors.contains("vanishing' any more"), "{}", job.errors);
}

#[test]
fn ranks_get_descriptors_out_of_their_way() {
    let job = run(&["-n", "2", "sh", "-c", "echo $PMI_FD; echo $FERRY_NODE_FD"]);
    let numbers: Vec<i32> = job.output.lines().map(|line| line.parse().unwrap()).collect();
    assert!(numbers.len() == 4 && numbers.iter().all(|number| *number >= 255.min(ferry_sys::descriptor::floor())), "{numbers:?}");
}

#[test]
fn limits_that_bite_are_named_with_their_sizes() {
    let script = format!("ulimit -n 40; exec {} -n 100 true", env!("CARGO_BIN_EXE_mpiexec"));
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let job = finish(command, b"");
    assert_eq!(job.status, Some(1), "{}", job.errors);
    assert!(job.errors.contains("ulimit -Hn, is 40"), "{}", job.errors);
}

#[test]
fn wrong_command_lines_are_refused_with_help() {
    for (arguments, word) in [
        (&["-n", "2", "--tag-outptu", "true"][..], "--tag-output"),
        (&["-n", "two", "true"], "number"),
        (&["-n", "2"], "no program"),
        (&["--bind-to", "moon", "true"], "core"),
        (&["-host", "a;b", "true"], "no name of a host"),
    ] {
        let job = run(arguments);
        assert!(job.status == Some(2) && job.errors.contains(word), "{arguments:?}: {}", job.errors);
        assert!(job.output.is_empty());
    }
}

#[test]
fn help_version_and_harmless_options() {
    let help = run(&["--help"]);
    assert!(help.status == Some(0) && help.output.contains("--bind-to") && help.errors.is_empty());
    assert!(run(&["--version"]).output.contains("Ferry"));
    let job = run(&["--oversubscribe", "--allow-run-as-root", "-quiet", "-n", "1", "true"]);
    assert!(job.status == Some(0) && job.output.is_empty() && job.errors.is_empty());
}

#[test]
fn processors_are_shared_out_as_reported() {
    let allowed = ferry_sys::cpu::allowed().len();
    let ranks = allowed.to_string();
    let job = run(&["-n", &ranks, "--report-bindings", "sh", "-c", "grep Cpus_allowed_list /proc/self/status"]);
    let mut lists = job.sorted();
    lists.dedup();
    let expected = if allowed == 1 { 1 } else { allowed };
    assert_eq!(lists.len(), expected, "every rank has its own processor: {lists:?}");
    assert_eq!(job.errors.lines().filter(|line| line.contains("runs on processors")).count(), allowed);
}

#[test]
fn ranks_beyond_the_processors_are_free() {
    let ranks = (ferry_sys::cpu::allowed().len() + 1).to_string();
    for arguments in [&["-n", &ranks][..], &["-n", "2", "--bind-to", "none"]] {
        let job = run(&[arguments, &["sh", "-c", "nproc"]].concat());
        let expected = ferry_sys::cpu::allowed().len().to_string();
        assert!(job.output.lines().all(|count| count == expected), "{}", job.output);
    }
}

#[test]
fn ranks_start_with_a_clean_signal_state() {
    let job = run(&["-n", "1", "grep", "-E", "SigBlk|SigIgn", "/proc/self/status"]);
    let own = std::fs::read_to_string("/proc/self/status").unwrap();
    let blocked = own.lines().find(|line| line.starts_with("SigBlk")).unwrap();
    assert!(job.output.contains(blocked), "{}", job.output);
    let ignored = job.output.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    assert_eq!(ignored & (1 << (libc::SIGPIPE - 1)), 0, "SIGPIPE is ignored");
}

#[test]
fn names_are_those_of_other_process_namespaces_too() {
    let folder = Folder::new("namespace");
    let ask = |line: &str| {
        format!(
            "eval \"exec 3<&$PMI_FD 4>&$PMI_FD\"; ask() {{ echo \"$1\" >&4; read -r line <&3; }}
            ask 'cmd=init pmi_version=1 pmi_subversion=1'; ask '{line}'; echo \"${{line// /_}} $$\""
        )
    };
    let publishes = ask("cmd=publish_name service=s port=p") + "; read -r line; echo cmd=finalize >&4";
    let mut command = mpiexec(&["-n", "1", "bash", "-c", &publishes]);
    command.env("FERRY_NAMES", &folder.0).stdin(std::process::Stdio::piped());
    let mut publisher = Running::of(command, 1);
    publisher.pid("cmd=publish_result_rc=0_msg=success");
    let unshare = ["--map-root-user", "--pid", "--fork", "--mount-proc"];
    if !Command::new("unshare").args(unshare).arg("true").status().is_ok_and(|status| status.success()) {
        println!("no namespaces here");
        return;
    }
    let looks_up = ask("cmd=lookup_name service=s") + "; echo cmd=finalize >&4";
    let mut command = Command::new("unshare");
    command.args(unshare).args([env!("CARGO_BIN_EXE_mpiexec"), "-n", "1", "bash", "-c", &looks_up]).env("FERRY_NAMES", &folder.0);
    let seeker = Running::of(command, 1);
    seeker.pid("cmd=lookup_result_rc=0_msg=success_port=p");
    publisher.type_text("\n");
    let (job, _) = publisher.end();
    assert_eq!(job.status, Some(0), "{}", job.errors);
}
