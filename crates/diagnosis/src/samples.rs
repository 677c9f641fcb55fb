//! Reports for tests.

use crate::report::{
    Channel, Collective, Communicator, Form, Kind, Operation, RankReport, RankStanding, ReportedStage, Thing, Unexpected, Wait,
};

/// Of a job whose ranks have been still since 50 ns and were asked at 100 ns.
pub fn waiting(rank: u32, call: &str, things: Vec<Thing>) -> RankReport {
    RankReport {
        rank,
        pid: 1000 + rank,
        at_ns: 3_000_000_200,
        moved_ns: 40,
        waits: vec![Wait { call: call.to_owned(), since_ns: 50, is_any: false, things }],
        communicators: vec![Communicator { context: 0, name: "MPI_COMM_WORLD".to_owned(), peers: vec![(0, 2)] }],
        ..RankReport::default()
    }
}

/// An operation with id 1.
pub fn operation(kind: Kind, peer: u32, tag: i32, stage: ReportedStage) -> Operation {
    Operation {
        id: 1,
        kind,
        context: 0,
        channel: Channel::PointToPoint,
        peer: Some(peer),
        tag: Some(tag),
        bytes: 4,
        stage,
        seen_ns: Some(60),
        is_freed: false,
    }
}

/// Rank 0 receives tag 7 from rank 1, which sends it tag 8.
pub fn crossed_tags() -> Vec<RankReport> {
    let mut receiver = waiting(0, "MPI_Recv", vec![Thing::Operation(1)]);
    receiver.operations.push(operation(Kind::Receive, 1, 7, ReportedStage::Posted));
    let protocol = "eager, synchronous".to_owned();
    receiver.unexpected.push(Unexpected { context: 0, channel: Channel::PointToPoint, source: 1, tag: 8, bytes: 4, protocol });
    let mut sender = waiting(1, "MPI_Ssend", vec![Thing::Operation(1)]);
    sender.operations.push(operation(Kind::SynchronousSend, 0, 8, ReportedStage::Announced));
    vec![receiver, sender]
}

/// Rank `rank` waits in a collective function for those missing.
pub fn collective(rank: u32, function: &str, missing: &[u32]) -> RankReport {
    let mut report = waiting(rank, function, vec![Thing::Collective(9)]);
    report.collectives.push(Collective {
        id: 9,
        function: function.to_owned(),
        form: Form::Blocking,
        context: 0,
        number: 4,
        algorithm: "shared memory".to_owned(),
        rounds: (0, 0),
        operations: Vec::new(),
        missing: missing.to_vec(),
    });
    report
}

/// All have reported.
pub fn inside(reports: Vec<RankReport>) -> Vec<RankStanding> {
    reports.into_iter().map(|report| RankStanding::Inside(Box::new(report))).collect()
}
