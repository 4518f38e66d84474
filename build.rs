use std::env;

fn main() {
    // Set by `models/`, which compiles some of these sources with a model checker's locks.
    println!("cargo::rustc-check-cfg=cfg(model)");
    napi_build::setup();
    sanitizer();
    hard_stop();
}

/// `CODE_MODE_SANITIZE=address` says that the C code is compiled for AddressSanitizer (`scripts/sanitize.mjs`): the
/// guest's allocator then tells it what is allocated, by `cfg(asan)`.
fn sanitizer() {
    println!("cargo::rustc-check-cfg=cfg(asan)");
    println!("cargo::rerun-if-env-changed=CODE_MODE_SANITIZE");
    if env::var("CODE_MODE_SANITIZE").is_ok_and(|what| what == "address") {
        println!("cargo::rustc-cfg=asan");
    }
}

/// Compiles the C part of the hard stop where it is known to work, and says so by `cfg(hard_stop)`.
/// Elsewhere the crate uses its fallback in Rust.
fn hard_stop() {
    println!("cargo::rustc-check-cfg=cfg(hard_stop)");
    for file in ["stop.h", "stop.c", "handler.c", "install.c", "abort.c"] {
        println!("cargo::rerun-if-changed=src/guest/stop/{file}");
    }
    println!("cargo::rerun-if-env-changed=CODE_MODE_NO_HARD_STOP");

    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let system_name = target("OS");
    let system = matches!(system_name.as_str(), "linux" | "macos");
    let processor = matches!(target("ARCH").as_str(), "x86_64" | "aarch64");
    if !system || !processor || env::var_os("CODE_MODE_NO_HARD_STOP").is_some() {
        return;
    }
    let mut files = vec!["stop.c", "handler.c", "install.c"];
    if system_name == "linux" {
        files.push("abort.c");
        // The engine's aborts end its slice: see abort.c.
        println!("cargo::rustc-link-arg=-Wl,--wrap=abort,--wrap=__assert_fail");
    }
    cc::Build::new()
        .files(files.iter().map(|file| format!("src/guest/stop/{file}")))
        .std("c11")
        // Also in debug builds: the handler's latency is part of the promise, and fortified functions need it.
        .opt_level(2)
        .warnings(true)
        .extra_warnings(true)
        .flag_if_supported("-fvisibility=hidden")
        .flag_if_supported("-fstack-protector-strong")
        .flag_if_supported("-fstack-clash-protection")
        .flag_if_supported("-U_FORTIFY_SOURCE")
        .flag_if_supported("-D_FORTIFY_SOURCE=2")
        .compile("code_mode_stop");
    println!("cargo::rustc-cfg=hard_stop");
}
