pub fn run(_root: &std::path::Path) -> anyhow::Result<()> { anyhow::bail!("not yet") }
