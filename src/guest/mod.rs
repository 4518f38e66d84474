//! The room in which guest code runs, and the only one that may use `unsafe`.

pub mod stop;
