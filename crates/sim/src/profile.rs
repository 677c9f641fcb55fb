//! What a simulated machine is like: costs and sizes, read from data files that say of each number
//! where it is from.
//!
//! A file is a list of facts, `name = { value = ..., origin = "..." }`, grouped by part of the
//! machine; `fitted = true` marks those that were chosen so that the baseline of a published
//! measurement comes out. All facts must be there; times are in nanoseconds, rates in MB/s (10^6
//! bytes), sizes in bytes.

use std::ops::RangeInclusive;

use toml::{Table, Value};

/// Picoseconds in a nanosecond.
pub const PS_PER_NS: u64 = 1000;

/// A profile that cannot be used: which field of which file, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("profile {profile}: {field}: {why}")]
pub struct ProfileError {
    /// Name or file.
    pub profile: String,
    /// The field, or "the file".
    pub field: String,
    /// What is wrong with it.
    pub why: String,
}

/// A number of a profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Group and name ("link.latency_ns").
    pub field: &'static str,
    /// Its value.
    pub value: f64,
    /// Where it is from.
    pub origin: String,
    /// Chosen so that a published baseline comes out.
    pub fitted: bool,
}

/// How fast bytes go: ps for 1,024 of them, as single ones take too few to be counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate(u64);

impl Rate {
    /// A rate of `mbps` MB/s.
    pub fn from_mbps(mbps: f64) -> Rate {
        Rate((1024e6 / mbps).round() as u64)
    }

    /// The rate in MB/s.
    pub fn mbps(self) -> u32 {
        (1_024_000_000 / self.0.max(1)) as u32
    }

    /// What `bytes` take, in ps.
    pub fn ps(self, bytes: u64) -> u64 {
        bytes * self.0 / 1024
    }
}

/// A cost that grows with pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paged {
    /// Of each, in ps.
    pub each_ps: u64,
    /// Of a page, in ps.
    pub page_ps: u64,
}

impl Paged {
    /// What `pages` cost, in ps.
    pub fn ps(self, pages: u64) -> u64 {
        self.each_ps + pages * self.page_ps
    }
}

/// What the processor spends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Processor {
    /// Writing a work request.
    pub post_ps: u64,
    /// Telling the adapter of it.
    pub doorbell_ps: u64,
    /// Looking at a completion queue.
    pub poll_ps: u64,
    /// Handling a completion.
    pub completion_ps: u64,
    /// The library's own work for each message, either side.
    pub message_ps: u64,
}

/// What memory costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Starting a copy.
    pub copy_start_ps: u64,
    /// Copying up to `cached_bytes`.
    pub copy: Rate,
    /// Copying what is beyond.
    pub far_copy: Rate,
    /// Copies up to this long stay in the cache.
    pub cached_bytes: u64,
    /// Registering.
    pub register: Paged,
    /// Deregistering.
    pub deregister: Paged,
    /// Finding a buffer among those that are used often, and its registration (BR-4's `V`).
    pub look_ps: u64,
}

/// What the adapter spends, and how it is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adapter {
    /// Fetching and starting a work request.
    pub request_ps: u64,
    /// Each segment of it.
    pub segment_ps: u64,
    /// Each packet.
    pub packet_ps: u64,
    /// Writing a completion.
    pub completion_ps: u64,
    /// Answering a request.
    pub acknowledge_ps: u64,
    /// Longest payload of a packet.
    pub mtu: u32,
    /// Longest inline payload.
    pub inline_bytes: u32,
    /// RDMA reads and atomics outstanding and answered.
    pub reads: u8,
    /// Whether it has extended connections (XRC).
    pub extended_connections: bool,
    /// Whether it is software of the hosts, like soft-RoCE, which takes the most retries for
    /// endless ones.
    pub is_software: bool,
    /// Between the adapter and memory.
    pub bus: Rate,
    /// Whether both directions share the bus.
    pub bus_is_shared: bool,
}

/// What the wire is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// From port to port, with switches.
    pub latency_ps: u64,
    /// From a port to itself.
    pub loopback_ps: u64,
    /// Over the wire.
    pub rate: Rate,
    /// True for RoCE.
    pub is_ethernet: bool,
}

/// Memory that adapter and driver keep for an object of each kind, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// A queue pair besides its queues.
    pub queue_pair: u64,
    /// A send request in a queue.
    pub send_request: u64,
    /// A receive request in a queue.
    pub receive_request: u64,
    /// An entry of a completion queue.
    pub completion: u64,
}

/// A machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Name.
    pub name: String,
    /// What it stands for.
    pub about: String,
    /// Processor.
    pub processor: Processor,
    /// Memory.
    pub memory: Memory,
    /// Adapter.
    pub adapter: Adapter,
    /// Wire.
    pub link: Link,
    /// Memory of objects.
    pub footprint: Footprint,
    /// All numbers with their origins, in the order of [`Profile::FIELDS`].
    pub facts: Vec<Fact>,
}

const TIME_NS: RangeInclusive<f64> = 0.0..=1e9;
const RATE_MBPS: RangeInclusive<f64> = 1.0..=1e6;
const BYTES: RangeInclusive<f64> = 0.0..=1e12;
const BOOLEAN: RangeInclusive<f64> = 0.0..=1.0;

impl Profile {
    /// Profiles that come with the crate: name and text.
    pub const KNOWN: [(&'static str, &'static str); 7] = [
        ("ndr400", include_str!("../profiles/ndr400.toml")),
        ("hdr200", include_str!("../profiles/hdr200.toml")),
        ("connectx-ddr", include_str!("../profiles/connectx-ddr.toml")),
        ("xeon-e5345", include_str!("../profiles/xeon-e5345.toml")),
        ("mt23108-pcix", include_str!("../profiles/mt23108-pcix.toml")),
        ("mt25208-ddr", include_str!("../profiles/mt25208-ddr.toml")),
        ("infinihost3-sdr", include_str!("../profiles/infinihost3-sdr.toml")),
    ];

    /// All fields with the values that make sense.
    pub const FIELDS: [(&'static str, RangeInclusive<f64>); 38] = [
        ("processor.post_ns", TIME_NS),
        ("processor.doorbell_ns", TIME_NS),
        ("processor.poll_ns", 1.0..=1e6),
        ("processor.completion_ns", TIME_NS),
        ("processor.message_ns", TIME_NS),
        ("memory.copy_ns", TIME_NS),
        ("memory.copy_mbps", RATE_MBPS),
        ("memory.far_copy_mbps", RATE_MBPS),
        ("memory.cached_bytes", BYTES),
        ("memory.register_ns", TIME_NS),
        ("memory.register_page_ns", TIME_NS),
        ("memory.deregister_ns", TIME_NS),
        ("memory.deregister_page_ns", TIME_NS),
        ("memory.look_ns", TIME_NS),
        ("adapter.request_ns", TIME_NS),
        ("adapter.segment_ns", TIME_NS),
        ("adapter.packet_ns", TIME_NS),
        ("adapter.completion_ns", TIME_NS),
        ("adapter.acknowledge_ns", TIME_NS),
        ("adapter.mtu", 256.0..=4096.0),
        ("adapter.inline_bytes", 0.0..=1024.0),
        ("adapter.reads", 1.0..=128.0),
        ("adapter.extended_connections", BOOLEAN),
        ("adapter.is_software", BOOLEAN),
        ("adapter.bus_mbps", RATE_MBPS),
        ("adapter.bus_is_shared", BOOLEAN),
        ("link.latency_ns", 1.0..=1e9),
        ("link.loopback_ns", 1.0..=1e9),
        ("link.mbps", RATE_MBPS),
        ("link.is_ethernet", BOOLEAN),
        ("footprint.queue_pair", BYTES),
        ("footprint.send_request", BYTES),
        ("footprint.receive_request", BYTES),
        ("footprint.completion", BYTES),
        ("limits.queue_pairs", 1.0..=16_000_000.0),
        ("limits.work_requests", 1.0..=1e6),
        ("limits.segments", 1.0..=64.0),
        ("limits.completions", 1.0..=1e8),
    ];

    /// The profile called `name`, or in the file `name` if it ends in `.toml`.
    ///
    /// # Errors
    /// If there is none, or it makes no sense.
    pub fn find(name: &str) -> Result<Profile, ProfileError> {
        let wrong = |why: String| ProfileError { profile: name.to_owned(), field: "the file".to_owned(), why };
        if name.ends_with(".toml") {
            let text = std::fs::read_to_string(name).map_err(|error| wrong(format!("cannot be read: {error}")))?;
            return Profile::parse(name, &text);
        }
        let names = || Self::KNOWN.map(|(name, _)| name).join(", ");
        let known = Self::KNOWN.iter().find(|(known, _)| *known == name);
        let (_, text) =
            known.ok_or_else(|| wrong(format!("there is none of this name; there are {}, or give a .toml file", names())))?;
        Profile::parse(name, text)
    }

    /// From the text of a file.
    ///
    /// # Errors
    /// For a field that is missing, unknown or beyond what makes sense, or has no origin.
    pub fn parse(name: &str, text: &str) -> Result<Profile, ProfileError> {
        let wrong = |field: &str, why: String| ProfileError { profile: name.to_owned(), field: field.to_owned(), why };
        let table: Table = text.parse().map_err(|error: toml::de::Error| wrong("the file", error.message().to_owned()))?;
        find_unknown(&table).map_or(Ok(()), |field| Err(wrong(&field, "there is no such field".to_owned())))?;
        let about = table.get("about").and_then(Value::as_str);
        let about = about.ok_or_else(|| wrong("about", "is missing: a text that says what machine this is".to_owned()))?;
        let facts: Result<Vec<Fact>, ProfileError> =
            Self::FIELDS.iter().map(|(field, allowed)| fact(&table, field, allowed).map_err(|why| wrong(field, why))).collect();
        let profile = Profile::from_facts(name, about, facts?);
        if !profile.adapter.mtu.is_power_of_two() {
            return Err(wrong("adapter.mtu", format!("{} is not a power of two", profile.adapter.mtu)));
        }
        Ok(profile)
    }

    fn from_facts(name: &str, about: &str, facts: Vec<Fact>) -> Profile {
        let number = |field: &str| facts.iter().find(|fact| fact.field == field).map_or(0.0, |fact| fact.value);
        let ps = |field: &str| (number(field) * PS_PER_NS as f64).round() as u64;
        let rate = |field: &str| Rate::from_mbps(number(field));
        Profile {
            name: name.to_owned(),
            about: about.to_owned(),
            processor: Processor {
                post_ps: ps("processor.post_ns"),
                doorbell_ps: ps("processor.doorbell_ns"),
                poll_ps: ps("processor.poll_ns"),
                completion_ps: ps("processor.completion_ns"),
                message_ps: ps("processor.message_ns"),
            },
            memory: Memory {
                copy_start_ps: ps("memory.copy_ns"),
                copy: rate("memory.copy_mbps"),
                far_copy: rate("memory.far_copy_mbps"),
                cached_bytes: number("memory.cached_bytes") as u64,
                register: Paged { each_ps: ps("memory.register_ns"), page_ps: ps("memory.register_page_ns") },
                deregister: Paged { each_ps: ps("memory.deregister_ns"), page_ps: ps("memory.deregister_page_ns") },
                look_ps: ps("memory.look_ns"),
            },
            adapter: Adapter {
                request_ps: ps("adapter.request_ns"),
                segment_ps: ps("adapter.segment_ns"),
                packet_ps: ps("adapter.packet_ns"),
                completion_ps: ps("adapter.completion_ns"),
                acknowledge_ps: ps("adapter.acknowledge_ns"),
                mtu: number("adapter.mtu") as u32,
                inline_bytes: number("adapter.inline_bytes") as u32,
                reads: number("adapter.reads") as u8,
                extended_connections: number("adapter.extended_connections") != 0.0,
                is_software: number("adapter.is_software") != 0.0,
                bus: rate("adapter.bus_mbps"),
                bus_is_shared: number("adapter.bus_is_shared") != 0.0,
            },
            link: Link {
                latency_ps: ps("link.latency_ns"),
                loopback_ps: ps("link.loopback_ns"),
                rate: rate("link.mbps"),
                is_ethernet: number("link.is_ethernet") != 0.0,
            },
            footprint: Footprint {
                queue_pair: number("footprint.queue_pair") as u64,
                send_request: number("footprint.send_request") as u64,
                receive_request: number("footprint.receive_request") as u64,
                completion: number("footprint.completion") as u64,
            },
            facts,
        }
    }

    /// As the text of a file, from which [`Profile::parse`] makes the same profile.
    pub fn to_text(&self) -> String {
        let mut text = format!("about = {}\n", Value::from(self.about.as_str()));
        let mut last = "";
        for Fact { field, value, origin, fitted } in &self.facts {
            let (group, name) = field.split_once('.').unwrap_or((field, ""));
            if group != last {
                text += &format!("\n[{group}]\n");
                last = group;
            }
            let fitted = if *fitted { ", fitted = true" } else { "" };
            text += &format!("{name} = {{ value = {value}, origin = {}{fitted} }}\n", Value::from(origin.as_str()));
        }
        text
    }

    /// The same machine with other values for some fields.
    pub fn with(&self, name: &str, about: &str, facts: Vec<Fact>) -> Profile {
        let mut all = self.facts.clone();
        for fact in &mut all {
            if let Some(other) = facts.iter().find(|other| other.field == fact.field) {
                *fact = other.clone();
            }
        }
        Profile::from_facts(name, about, all)
    }

    /// The value of a field.
    ///
    /// # Panics
    /// If there is no such field.
    pub fn value(&self, field: &str) -> f64 {
        let fact = self.facts.iter().find(|fact| fact.field == field);
        fact.unwrap_or_else(|| panic!("profiles have no field {field}")).value
    }
}

impl Memory {
    /// C(size): a copy of `bytes`, in ps.
    pub fn copy_ps(&self, bytes: u64) -> u64 {
        let near = bytes.min(self.cached_bytes);
        self.copy_start_ps + self.copy.ps(near) + self.far_copy.ps(bytes - near)
    }
}

fn find_unknown(table: &Table) -> Option<String> {
    let known = |field: &str| Profile::FIELDS.iter().any(|(known, _)| *known == field);
    for (group, fields) in table.iter().filter(|(group, _)| *group != "about") {
        let Some(fields) = fields.as_table() else { return Some(group.clone()) };
        let unknown = fields.keys().map(|name| format!("{group}.{name}")).find(|field| !known(field));
        if unknown.is_some() {
            return unknown;
        }
    }
    None
}

fn fact(table: &Table, field: &'static str, allowed: &RangeInclusive<f64>) -> Result<Fact, String> {
    let (group, name) = field.split_once('.').unwrap_or((field, ""));
    let entry = table.get(group).and_then(|group| group.get(name)).ok_or("is missing")?;
    let value = entry.get("value").ok_or("has no value: write { value = ..., origin = \"...\" }")?;
    let value = match value {
        Value::Integer(value) => *value as f64,
        Value::Float(value) => *value,
        Value::Boolean(value) => f64::from(u8::from(*value)),
        other => return Err(format!("{other} is not a number")),
    };
    if !allowed.contains(&value) {
        return Err(format!("{value} makes no sense: from {} to {}", allowed.start(), allowed.end()));
    }
    let origin = entry.get("origin").and_then(Value::as_str).filter(|origin| !origin.is_empty());
    let origin = origin.ok_or("has no origin: say where the number is from")?.to_owned();
    let fitted = entry.get("fitted").is_some_and(|fitted| fitted.as_bool() == Some(true));
    Ok(Fact { field, value, origin, fitted })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text() -> &'static str {
        Profile::KNOWN[0].1
    }

    fn with(field: &str, replacement: &str) -> Result<Profile, ProfileError> {
        let line = text().lines().find(|line| line.starts_with(field)).expect("a line for it");
        Profile::parse("test", &text().replace(line, replacement))
    }

    #[test]
    fn all_known_profiles_are_whole_and_say_where_numbers_are_from() {
        for (name, _) in Profile::KNOWN {
            let profile = Profile::find(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(profile.facts.len(), Profile::FIELDS.len());
            assert!(profile.link.rate.ps(1024) > 0 && profile.memory.copy.ps(1024) > 0, "{name}: too fast for picoseconds");
        }
    }

    #[test]
    fn a_profile_can_be_written_and_read() {
        for (name, _) in Profile::KNOWN {
            let profile = Profile::find(name).expect("known");
            assert_eq!(Profile::parse(name, &profile.to_text()), Ok(profile));
        }
    }

    #[test]
    fn wrong_values_are_refused_with_field_and_reason() {
        let text = |result: Result<Profile, ProfileError>| result.expect_err("wrong").to_string();
        for (replacement, parts) in [
            ("", ["link.latency_ns", "missing"]),
            ("latency_ns = { value = -3, origin = \"x\" }", ["link.latency_ns", "-3 makes no sense"]),
            ("latency_ns = { value = nan, origin = \"x\" }", ["link.latency_ns", "NaN makes no sense"]),
            ("latency_ns = { value = \"fast\", origin = \"x\" }", ["link.latency_ns", "is not a number"]),
            ("latency_ns = { value = 3 }", ["link.latency_ns", "no origin"]),
            ("latency_ms = { value = 3, origin = \"x\" }", ["link.latency_ms", "no such field"]),
            ("latency_ns = {", ["the file", ""]),
        ] {
            let text = text(with("latency_ns", replacement));
            assert!(parts.iter().all(|part| text.contains(part)), "{replacement:?}: {text}");
        }
        assert!(text(with("mtu", "mtu = { value = 1000, origin = \"x\" }")).contains("power of two"));
        assert!(text(Profile::find("nothing")).contains("ndr400"));
    }

    #[test]
    fn costs_come_out_in_picoseconds() {
        let profile = with("mbps", "mbps = { value = 50000, origin = \"x\" }").expect("right");
        assert_eq!(profile.link.rate.ps(4096), 4 * 20480);
        let (copy, far_copy) = (Rate::from_mbps(1e6 / 2.0), Rate::from_mbps(1e6 / 5.0));
        let memory = Memory { copy_start_ps: 10, copy, far_copy, cached_bytes: 100, ..Memory::default() };
        assert_eq!((memory.copy_ps(50), memory.copy_ps(110)), (110, 260));
        assert_eq!(Paged { each_ps: 5, page_ps: 3 }.ps(2), 11);
    }
}
