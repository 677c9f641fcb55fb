//! The conversion of one argument of a peer's entry point.

use super::peer::Peer;
use super::table::is_handle;
use super::values::field;
use crate::c_type::CType;
use crate::model::{Direction, Function, Kind, Param};

/// What an entry point does with one argument.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// A statement before the call.
    pub before: Option<String>,
    /// What the standard's function gets.
    pub argument: String,
    /// A statement after the call, where `outcome` is what it returned.
    pub after: Option<String>,
}

impl Conversion {
    fn plain(argument: impl Into<String>) -> Self {
        Self { argument: argument.into(), ..Self::default() }
    }

    /// A value that is made before the call, lends its contents to it, and stores them after it.
    fn object(name: &str, made: &str, stores: bool) -> Self {
        let after = stores.then(|| format!("{name}.store();"));
        Self { before: Some(format!("let mut {name} = {made};")), argument: format!("{name}.abi()"), after }
    }

    fn fixed(name: &str, after: String) -> Self {
        Self { before: None, argument: name.to_owned(), after: Some(after) }
    }
}

/// The conversion of `param`, an argument of `function`.
pub fn convert(function: &Function, param: &Param, peer: &Peer, abi_room: impl Fn(&str) -> i64) -> Conversion {
    let name = &param.name;
    if let Some(room) = &param.room {
        return string(function, name, peer.constants[room], abi_room(room));
    }
    match param.kind {
        Kind::Buffer => Conversion::plain(format!("peer::buffer::<P, _>({name})")),
        Kind::Status | Kind::Statuses => status(function, param),
        _ if param.c.base == "MPI_T_pvar_handle" && !param.c.is_pointer() => {
            Conversion::plain(format!("peer::pvar_handle::<P>({name})"))
        }
        _ if is_handle(&param.c.base) && !param.c.base.starts_with("MPI_T_") && !param.c.is_callback() => handle(function, param),
        _ => match table_of(param) {
            Some(table) => number(param, table),
            None => Conversion::plain(name),
        },
    }
}

/// The table of constants that an argument's value belongs to.
fn table_of(param: &Param) -> Option<&str> {
    if let Some(values) = &param.values {
        return Some(values);
    }
    match param.kind {
        Kind::Rank | Kind::Root => Some("rank"),
        Kind::Tag => Some("tag"),
        Kind::Error => Some("error"),
        Kind::Keyval => Some("keyval"),
        _ => None,
    }
}

fn number(param: &Param, table: &str) -> Conversion {
    let name = &param.name;
    let map = format!("MAPS.{}", field(table));
    let length = param.length.as_ref().map(|length| format!("handles::length({length})"));
    match (table, param.dir, length) {
        // The number of the program's own, and types that only a function written by hand knows.
        ("exit" | "split-type", ..) => Conversion::plain(name),
        ("weights", ..) => Conversion::plain(format!("weights_of::<P>({name})")),
        ("displacement", ..) => Conversion::plain(format!("integers::displacement({name}, DISPLACEMENT_CURRENT)")),
        ("detached-buffer", ..) => Conversion::fixed(name, format!("fix_buffer::<P>(outcome, {name});")),
        ("error", Direction::In, _) => Conversion::plain(format!("abi_code::<P>({name})")),
        ("error", ..) => Conversion::fixed(name, format!("fix_code::<P>(outcome, {name});")),
        ("keyval", Direction::Inout, _) => Conversion {
            before: Some(format!("key_read::<P>({name});")),
            argument: name.clone(),
            after: Some(format!("key_stored::<P>({name});")),
        },
        ("rank" | "tag", Direction::In, None) => Conversion::plain(format!("{map}.natural_to_abi({name})")),
        (_, Direction::In, None) => Conversion::plain(format!("{map}.to_abi({name})")),
        (_, Direction::In, Some(length)) => Conversion {
            before: Some(format!("let {name} = Integers::new({name}, {length}, &{map});")),
            argument: format!("{name}.abi()"),
            after: None,
        },
        (_, _, None) => Conversion::fixed(name, format!("fix(outcome, {name}, &{map});")),
        (_, _, Some(length)) => Conversion::fixed(name, format!("fix_all(outcome, {name}, {length}, &{map});")),
    }
}

fn status(function: &Function, param: &Param) -> Conversion {
    let name = &param.name;
    if param.kind == Kind::Statuses {
        let length = array_length(function);
        return Conversion::object(name, &format!("Statuses::<P>::new({name}, handles::length({length}))"), true);
    }
    match param.dir {
        Direction::Out => Conversion::object(name, &format!("StatusOut::<P>::new({name})"), true),
        Direction::Inout => Conversion::object(name, &format!("StatusIn::<P>::new({name})"), true),
        Direction::In if function.name.starts_with("MPI_Status_get_") => {
            Conversion::object(name, &format!("StatusIn::<P>::new({name})"), false)
        }
        Direction::In => Conversion::object(name, &format!("Amount::<P>::new({name})"), false),
    }
}

/// Statuses are as many as requests.
fn array_length(function: &Function) -> &str {
    let requests = function.params.iter().find(|param| param.kind == Kind::Requests);
    requests.and_then(|param| param.length.as_deref()).unwrap_or("0")
}

fn handle(function: &Function, param: &Param) -> Conversion {
    let name = &param.name;
    let is_array = !param.c.array.is_empty();
    match (param.c.is_pointer(), is_array, param.dir) {
        (false, ..) => Conversion::plain(format!("{name}.abi()")),
        (true, false, Direction::Inout) => Conversion::object(name, &format!("HandleOut::with_value({name})"), true),
        (true, false, _) => Conversion::object(name, &format!("HandleOut::new({name})"), true),
        (true, true, direction) => match (length_of(function, param), direction) {
            (None, _) => Conversion::plain(name),
            (Some(length), Direction::Out) => Conversion::object(name, &format!("Handles::to_fill({name}, {length})"), true),
            (Some(length), direction) => {
                Conversion::object(name, &format!("Handles::new({name}, {length})"), direction == Direction::Inout)
            }
        },
    }
}

/// How many handles an array has; `None` if only a function written by hand knows.
fn length_of(function: &Function, param: &Param) -> Option<String> {
    if let Some(length) = &param.length {
        return Some(format!("handles::length({length})"));
    }
    match param.kind {
        Kind::Infos => Some("blocks::at_root(comm.abi(), root, count)".to_owned()),
        Kind::Datatypes if param.dir == Direction::In => Some(blocks(function, &param.name)),
        _ => None,
    }
}

/// A datatype for each block: of a peer, or of a neighbor.
fn blocks(function: &Function, name: &str) -> String {
    let buffer = if name.starts_with("send") { "sendbuf" } else { "recvbuf" };
    let counted = match (function.name.to_lowercase().contains("neighbor"), buffer) {
        (false, "sendbuf") => "peers(comm.abi(), peer::buffer::<P, _>(sendbuf))",
        (false, _) => "peers(comm.abi(), core::ptr::null())",
        (true, "sendbuf") => "targets(comm.abi(), core::ptr::null())",
        (true, _) => "sources(comm.abi(), core::ptr::null())",
    };
    format!("blocks::{counted}")
}

/// A string is cut if the peer's programs have less room than the standard's.
fn string(function: &Function, name: &str, room: i64, needed: i64) -> Conversion {
    if room >= needed {
        return Conversion::plain(name);
    }
    let resultlen =
        function.params.iter().find(|param| param.name == "resultlen").map_or("core::ptr::null_mut()", |_| "resultlen");
    Conversion {
        before: Some(format!("let mut {name} = Room::new({name}, {room}, {needed});")),
        argument: format!("{name}.abi()"),
        after: Some(format!("{name}.store({resultlen});")),
    }
}

/// The type of an argument in the peer's interface.
pub fn peer_type(c: &CType) -> String {
    if c.is_callback() { "*const c_void".to_owned() } else { c.rust() }
}
