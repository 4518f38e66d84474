fn main() {
    println!("cargo::rustc-check-cfg=cfg(model)");
    println!("cargo::rustc-cfg=model");
}
