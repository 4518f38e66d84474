//! The few calls to the operating system that arenas need.
//!
//! Owns: reserving, opening and closing of pages. Does not own: layout (`arena`).

/// Why a reservation was not made.
pub enum Refusal {
    /// Something is mapped at that address.
    Taken,
    /// The system said no, for this reason.
    Denied(String),
}

#[cfg(unix)]
mod unix {
    use super::Refusal;
    use libc::{
        MADV_DONTNEED, MAP_ANONYMOUS, MAP_FAILED, MAP_FIXED, MAP_NORESERVE, MAP_PRIVATE, PROT_NONE,
        PROT_READ, PROT_WRITE, c_int, c_void, madvise, mmap, mprotect, munmap,
    };

    #[cfg(any(target_os = "linux", target_os = "android"))]
    const NO_REPLACE: c_int = libc::MAP_FIXED_NOREPLACE;
    /// Elsewhere the address is a hint; a different answer counts as taken.
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    const NO_REPLACE: c_int = 0;

    fn last_error() -> std::io::Error {
        std::io::Error::last_os_error()
    }

    /// Reserves `bytes` of inaccessible address space exactly at `at`.
    pub fn reserve(at: usize, bytes: usize) -> Result<(), Refusal> {
        // SAFETY: a private anonymous mapping that replaces nothing; the address is checked below.
        let got = unsafe {
            mmap(
                at as *mut c_void,
                bytes,
                PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | NO_REPLACE,
                -1,
                0,
            )
        };
        if got == MAP_FAILED {
            let error = last_error();
            return Err(match error.raw_os_error() {
                Some(libc::EEXIST) => Refusal::Taken,
                _ => Refusal::Denied(error.to_string()),
            });
        }
        if got as usize != at {
            // SAFETY: `got` was mapped by us a moment ago and nobody knows of it.
            unsafe { munmap(got, bytes) };
            return Err(Refusal::Taken);
        }
        Ok(())
    }

    /// Makes reserved pages readable and writable.
    pub fn open(at: *mut u8, bytes: usize) -> Result<(), String> {
        // SAFETY: the range lies inside our own reservation.
        if unsafe { mprotect(at.cast(), bytes, PROT_READ | PROT_WRITE) } != 0 {
            return Err(last_error().to_string());
        }
        Ok(())
    }

    /// Frees the memory behind pages and makes them inaccessible; opened again, they read as zero.
    pub fn close(at: *mut u8, bytes: usize) {
        // SAFETY: the range lies inside our own reservation and its owner has given it up.
        unsafe {
            if discard(at, bytes) {
                mprotect(at.cast(), bytes, PROT_NONE);
                return;
            }
            let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
            if mmap(at.cast(), bytes, PROT_NONE, flags, -1, 0) == MAP_FAILED {
                // Whatever else happens, nobody must find the last guest's data here.
                at.write_bytes(0, bytes);
                mprotect(at.cast(), bytes, PROT_NONE);
            }
        }
    }

    /// Replaces the content of pages by zeros; false where that cannot be had: Linux refuses locked
    /// pages, and on other systems the advice may leave the content as it is.
    unsafe fn discard(at: *mut u8, bytes: usize) -> bool {
        cfg!(any(target_os = "linux", target_os = "android"))
            // SAFETY: the caller owns the range.
            && unsafe { madvise(at.cast(), bytes, MADV_DONTNEED) } == 0
    }
}
#[cfg(unix)]
pub use unix::{close, open, reserve};

#[cfg(windows)]
mod windows {
    use super::Refusal;
    use windows_sys::Win32::System::Memory::{
        MEM_COMMIT, MEM_DECOMMIT, MEM_RESERVE, PAGE_NOACCESS, PAGE_READWRITE, VirtualAlloc,
        VirtualFree,
    };

    /// Reserves `bytes` of inaccessible address space exactly at `at`.
    pub fn reserve(at: usize, bytes: usize) -> Result<(), Refusal> {
        // SAFETY: reserving replaces nothing; the call fails when the range is taken.
        let got = unsafe { VirtualAlloc(at as *const _, bytes, MEM_RESERVE, PAGE_NOACCESS) };
        if !got.is_null() {
            return Ok(());
        }
        let error = std::io::Error::last_os_error();
        // 487 is ERROR_INVALID_ADDRESS: something lies there.
        if error.raw_os_error() == Some(487) {
            return Err(Refusal::Taken);
        }
        Err(Refusal::Denied(error.to_string()))
    }

    /// Makes reserved pages readable and writable.
    pub fn open(at: *mut u8, bytes: usize) -> Result<(), String> {
        // SAFETY: the range lies inside our own reservation.
        let got = unsafe { VirtualAlloc(at.cast(), bytes, MEM_COMMIT, PAGE_READWRITE) };
        if got.is_null() {
            return Err(std::io::Error::last_os_error().to_string());
        }
        Ok(())
    }

    /// Frees the memory behind pages and makes them inaccessible again.
    pub fn close(at: *mut u8, bytes: usize) {
        // SAFETY: the range lies inside our own reservation and its owner has given it up.
        unsafe { VirtualFree(at.cast(), bytes, MEM_DECOMMIT) };
    }
}
#[cfg(windows)]
pub use windows::{close, open, reserve};
