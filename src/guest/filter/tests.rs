//! On threads of their own: a filter stays for good.
#![cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]

use std::io::Write;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::process::Command;
use std::time::{Duration, Instant};

use super::*;

/// What `attempt` gives on a thread with the filter.
fn filtered<R: Send + 'static>(attempt: impl FnOnce() -> R + Send + 'static) -> R {
    std::thread::spawn(|| {
        system::enter_thread().expect("the kernel takes the filter");
        attempt()
    })
    .join()
    .expect("the attempt does not panic")
}

fn denied(attempt: impl FnOnce() -> std::io::Result<()> + Send + 'static) {
    let error = filtered(attempt).expect_err("must be denied");
    assert_eq!(error.raw_os_error(), Some(libc::EPERM), "{error}");
}

fn result(code: i64) -> std::io::Result<()> {
    if code < 0 {
        return Err(std::io::Error::last_os_error());
    }
    Ok(())
}

#[test]
fn a_file_cannot_be_opened_for_reading() {
    denied(|| std::fs::File::open("/etc/hostname").map(drop));
}

#[test]
fn a_file_cannot_be_created() {
    let path = std::env::temp_dir().join("code-mode-filter-test");
    denied(move || std::fs::File::create(path).map(drop));
}

#[test]
fn a_file_cannot_be_deleted() {
    denied(|| std::fs::remove_file("/nonexistent"));
}

#[test]
fn a_socket_cannot_be_made() {
    denied(|| UdpSocket::bind("127.0.0.1:0").map(drop));
}

#[test]
fn a_connection_cannot_be_made() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    denied(move || TcpStream::connect(address).map(drop));
}

#[test]
fn a_program_cannot_be_started() {
    denied(|| Command::new("/bin/true").spawn().map(drop));
}

#[test]
fn the_process_cannot_become_another_program() {
    use std::os::unix::process::CommandExt;
    denied(|| Err(Command::new("/bin/true").exec()));
}

#[test]
fn a_thread_cannot_be_started() {
    denied(|| std::thread::Builder::new().spawn(|| ()).map(drop));
}

#[test]
fn memory_cannot_be_made_executable() {
    denied(|| {
        // SAFETY: a fresh mapping that nobody uses.
        result(unsafe {
            let page = libc::mmap(
                std::ptr::null_mut(),
                4096,
                libc::PROT_READ,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            );
            assert_ne!(page, libc::MAP_FAILED);
            libc::mprotect(page, 4096, libc::PROT_READ | libc::PROT_EXEC).into()
        })
    });
}

#[test]
fn executable_memory_cannot_be_mapped() {
    denied(|| {
        // SAFETY: a fresh mapping that nobody uses.
        result(unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                4096,
                libc::PROT_READ | libc::PROT_EXEC,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            ) as i64
        })
    });
}

#[test]
fn what_a_descriptor_is_cannot_be_asked() {
    let (reader, _writer) = std::io::pipe().expect("a pipe");
    let descriptor = std::os::fd::AsRawFd::as_raw_fd(&reader);
    let error = filtered(move || {
        // SAFETY: the result is ours to write.
        result(unsafe {
            let mut answer: libc::stat = std::mem::zeroed();
            libc::fstat(descriptor, &mut answer).into()
        })
    });
    let error = error.expect_err("must be denied");
    assert_eq!(error.raw_os_error(), Some(libc::EBADF), "{error}");
}

#[test]
fn a_descriptor_cannot_be_read() {
    let (reader, _writer) = std::io::pipe().expect("a pipe");
    denied(move || std::io::Read::read(&mut &reader, &mut [0; 8]).map(drop));
}

#[test]
fn nine_bytes_cannot_be_written_to_a_descriptor() {
    let (_reader, writer) = std::io::pipe().expect("a pipe");
    denied(move || (&writer).write(&[0; 9]).map(drop));
}

#[test]
fn more_bytes_than_fit_into_a_word_cannot_be_written_either() {
    denied(|| {
        let bytes = (1u64 << 32) + 8;
        // SAFETY: the address is invalid on purpose: the filter answers before the kernel looks at it.
        result(unsafe { libc::syscall(libc::SYS_write, 1, std::ptr::null::<u8>(), bytes) })
    });
}

#[test]
fn the_eight_bytes_that_wake_an_event_loop_can() {
    let (_reader, writer) = std::io::pipe().expect("a pipe");
    let written = filtered(move || (&writer).write(&[0; 8]));
    assert_eq!(written.ok(), Some(8));
}

#[test]
fn another_process_cannot_be_signalled() {
    denied(|| {
        // SAFETY: signal 0 only asks whether the process is there.
        result(unsafe { libc::syscall(libc::SYS_tgkill, 1, 1, 0) })
    });
}

#[test]
fn the_own_process_can() {
    let answer = filtered(|| {
        let process = std::process::id();
        // SAFETY: signal 0 only asks whether the thread is there.
        result(unsafe {
            libc::syscall(
                libc::SYS_tgkill,
                process,
                libc::syscall(libc::SYS_gettid),
                0,
            )
        })
    });
    assert!(answer.is_ok(), "{answer:?}");
}

#[test]
fn memory_time_random_numbers_and_waiting_work() {
    filtered(|| {
        let large = vec![1u8; 64 << 20];
        assert_eq!(
            large.iter().map(|byte| u64::from(*byte)).sum::<u64>(),
            64 << 20
        );
        let before = Instant::now();
        std::thread::sleep(Duration::from_millis(2));
        assert!(before.elapsed() >= Duration::from_millis(2));
        let keys = std::collections::HashMap::from([(1, 2)]);
        assert_eq!(keys[&1], 2);
        assert_eq!(uuid::Uuid::new_v4().get_version_num(), 4);
    });
}

#[test]
fn a_panic_is_caught_and_says_why() {
    let text = filtered(|| {
        std::panic::catch_unwind(|| panic!("on purpose"))
            .expect_err("it panics")
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
    });
    assert_eq!(text.as_deref(), Some("on purpose"));
}

#[test]
fn the_local_time_zone_stays_known() {
    let offset = || {
        // SAFETY: both are plain numbers.
        unsafe {
            let mut time: libc::tm = std::mem::zeroed();
            libc::localtime_r(&86_400, &mut time);
            time.tm_gmtoff
        }
    };
    assert_eq!(filtered(offset), offset());
}

#[test]
fn a_refusal_names_the_switch() {
    // Not a filtered thread's to ask for: to it, the kernel refuses.
    let refused = filtered(|| system::enter_thread().map_err(|error| refusal(&error)))
        .expect_err("it is refused");
    assert!(
        refused.contains("CODE_MODE_SYSCALL_FILTER=off"),
        "{refused}"
    );
}

#[test]
fn other_threads_are_not_filtered() {
    filtered(|| ());
    assert!(std::fs::File::open("/etc/hostname").is_ok());
}

#[test]
fn a_filtered_thread_can_still_die_of_a_fault() {
    const CHILD: &str = "CODE_MODE_FILTER_FAULT";
    if std::env::var_os(CHILD).is_some() {
        filtered(|| {
            // SAFETY: it is not: the process is meant to end here.
            unsafe { std::ptr::null_mut::<u8>().add(8).write_volatile(1) }
        });
    }
    let child = Command::new(std::env::current_exe().expect("this program"))
        .args([
            "--exact",
            "guest::filter::tests::a_filtered_thread_can_still_die_of_a_fault",
        ])
        .env(CHILD, "1")
        .output()
        .expect("a child");
    use std::os::unix::process::ExitStatusExt;
    assert_eq!(child.status.signal(), Some(libc::SIGSEGV), "{child:?}");
}

#[test]
fn a_filtered_thread_can_abort_the_process() {
    const CHILD: &str = "CODE_MODE_FILTER_ABORT";
    if std::env::var_os(CHILD).is_some() {
        filtered(|| std::process::abort());
    }
    let child = Command::new(std::env::current_exe().expect("this program"))
        .args([
            "--exact",
            "guest::filter::tests::a_filtered_thread_can_abort_the_process",
        ])
        .env(CHILD, "1")
        .output()
        .expect("a child");
    use std::os::unix::process::ExitStatusExt;
    assert_eq!(child.status.signal(), Some(libc::SIGABRT), "{child:?}");
}
