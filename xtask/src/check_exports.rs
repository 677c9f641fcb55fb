pub fn run(_list: &std::path::Path, _lib: &std::path::Path) -> anyhow::Result<()> { anyhow::bail!("not yet") }
