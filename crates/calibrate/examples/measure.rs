//! Measures, and shows what came out and how long it took:
//! `cargo run --release -p ferry-calibrate --example measure`.

use ferry_calibrate::table::{Caches, MeasuredMethod, SIZES, Table};
use ferry_calibrate::{measure, store};

fn main() -> std::io::Result<()> {
    let here = ferry_sys::cpu::current();
    let other = ferry_sys::cpu::allowed().into_iter().find(|cpu| *cpu != here);
    let start_ns = ferry_sys::clock::now_ns();
    let mut table = Table::default();
    measure::measure(other, &mut table)?;
    let took_us = (ferry_sys::clock::now_ns() - start_ns) / 1000;
    println!("{:?}\ntook {took_us} us; one-way times in us", store::Machine::this(other.is_some()));
    println!("{:>24} {}", "bytes", SIZES.map(|bytes| format!("{bytes:>9}")).concat());
    for way in MeasuredMethod::ALL {
        let row = table.ns[way.row()].map(|ns| format!("{:>9.2}", f64::from(ns) / 1000.0));
        println!("{:>24} {}", way.name(), row.concat());
    }
    let costs = table.costs("", &Caches::of_one_each(&ferry_sys::cpu::allowed()));
    println!("eager up to {:?} bytes; a piece more takes {:.0} ns", table.eager_max(), costs.piece_ns);
    println!("caches are spared from {} bytes on", costs.sparing_min);
    Ok(())
}
