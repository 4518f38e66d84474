//! Where there is no filter for a single thread.

pub(super) const SUPPORTED: bool = false;

pub(super) fn enter_thread() -> std::io::Result<()> {
    Ok(())
}
