//! What this CPU can do, found out once.

/// Which registers the loops use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Simd {
    /// What every CPU of the architecture has.
    Portable,
    /// 32 bytes.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    Avx2,
    /// 64 bytes, and loads and stores of any number of bytes up to that.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    Avx512,
}

impl Simd {
    /// The widest registers of this CPU that cost it no frequency (K-5). The answer is remembered
    /// by the standard library.
    #[inline]
    pub(crate) fn of_this_cpu() -> Simd {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            // The CPUs with AVX-512 but without VBMI2 are those that slow down while they use
            // 64-byte registers.
            if is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("avx512bw") {
                return Simd::Avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return Simd::Avx2;
            }
        }
        Simd::Portable
    }

    /// All that this CPU has.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Simd> {
        let mut all = vec![Simd::Portable];
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Simd::Avx2);
            }
            if is_x86_feature_detected!("avx512vbmi2") && is_x86_feature_detected!("avx512bw") {
                all.push(Simd::Avx512);
            }
        }
        all
    }
}

/// Whether `rep movsb` is quick for copies of all lengths (`FSRM`: Intel from Ice Lake, AMD from
/// Zen 3 on).
#[inline]
pub(crate) fn has_quick_strings() -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        const FSRM: u32 = 1 << 4;
        static FOUND: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
        *FOUND.get_or_init(|| std::arch::x86_64::__cpuid(0).eax >= 7 && std::arch::x86_64::__cpuid_count(7, 0).edx & FSRM != 0)
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    false
}
