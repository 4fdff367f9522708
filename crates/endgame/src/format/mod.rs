//! The files of a database folder, of either family: layer files and the manifest.
//!
//! `docs/file-format.md` describes them byte by byte. What a family must say of its layers is
//! [`layer_rules::LayerRules`].

pub(crate) mod encoding;
mod fields;
pub(crate) mod frame;
pub(crate) mod header;
mod json_lines;
pub(crate) mod layer;
pub(crate) mod layer_file;
pub(crate) mod layer_rules;
pub(crate) mod layout;
pub(crate) mod manifest;
pub(crate) mod writer;
