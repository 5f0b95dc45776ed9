//! What a computer and a loader's own file are told by (docs/loader.md, sections 5 and 7).

use crate::signing::{b64, sha256};
use serde_json::{Map, Value};

/// A value of a component as the shop compares it (section 5).
pub fn hash_of(value: &str) -> String {
    let upper = value.to_ascii_uppercase();
    sha256(upper.chars().filter(char::is_ascii_alphanumeric).collect::<String>().as_bytes())
}

/// The stamp at the end of a customer's own copy (section 7).
pub fn stamp_of(file: &[u8]) -> Option<String> {
    let tail = &file[file.len().checked_sub(84)?..];
    let length = u32::from_le_bytes(tail[72..76].try_into().ok()?) as usize;
    let start = file.len().checked_sub(length.checked_add(84)?)?;
    [b"LOADOUT1", b"LOADOUT2"]
        .iter()
        .any(|magic| tail.ends_with(*magic))
        .then(|| b64(&file[start..]))
}

/// That of the file that runs.
pub fn own_stamp() -> Option<String> {
    stamp_of(&std::fs::read(std::env::current_exe().ok()?).ok()?)
}

/// The hashes of a file of values by kind: `{"board":["PF-1A2B3C"],…}`. A real loader asks the
/// system for them.
pub fn components(file: &str) -> Result<Value, String> {
    let wrong = |why: &dyn std::fmt::Display| format!("{file} cannot be read: {why}");
    let text = std::fs::read(file).map_err(|error| wrong(&error))?;
    let mut kinds: Map<String, Value> =
        serde_json::from_slice(&text).map_err(|error| wrong(&error))?;
    for value in kinds.values_mut().filter_map(Value::as_array_mut).flatten() {
        *value = hash_of(value.as_str().unwrap_or_default()).into();
    }
    Ok(kinds.into())
}
