//! The bytes that are signed, and whom to believe (docs/loader.md, sections 2 and 3).

use base64ct::{Base64UrlUnpadded, Encoding};
use ring::rand::{SecureRandom, SystemRandom};
use ring::{digest, signature};
use serde_json::Value;
use std::collections::HashMap;
use std::time::SystemTime;

pub fn b64(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

/// Nothing, where it is no base64url.
pub fn unb64(text: &str) -> Vec<u8> {
    Base64UrlUnpadded::decode_vec(text).unwrap_or_default()
}

pub fn sha256(bytes: &[u8]) -> String {
    hex(digest::digest(&digest::SHA256, bytes).as_ref())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).expect("a system without randomness can sign nothing");
    bytes
}

fn in_context(context: &str, bytes: &[u8]) -> Vec<u8> {
    [context.as_bytes(), &[0], bytes].concat()
}

pub fn key_id(public: &[u8]) -> String {
    let spki = [b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", public].concat();
    sha256(&spki)[..16].to_string()
}

/// The keys that the loader was built with, by their ids.
pub struct Trust(HashMap<String, Vec<u8>>);

impl Trust {
    pub fn new<'a>(keys: impl Iterator<Item = &'a str>) -> Trust {
        let keys = keys.map(unb64).filter(|key| key.len() == 32);
        Trust(keys.map(|key| (key_id(&key), key)).collect())
    }

    fn vouches(&self, key: &str, context: &str, bytes: &[u8], signed: &str) -> bool {
        self.0.get(key).is_some_and(|public| {
            signature::UnparsedPublicKey::new(&signature::ED25519, public)
                .verify(&in_context(context, bytes), &unb64(signed))
                .is_ok()
        })
    }

    /// The answer to the request with this nonce, when it is the shop's.
    pub fn read_answer(&self, body: &[u8], key: &str, signed: &str, nonce: &str) -> Option<Value> {
        if !self.vouches(key, "loadout loader answer 1", body, signed) {
            return None;
        }
        let said: Value = serde_json::from_slice(body).ok()?;
        (said["nonce"] == nonce).then_some(said)
    }

    /// What an entitlement says while it lasts.
    pub fn read_entitlement(&self, one: &Value, now: SystemTime) -> Option<Value> {
        let [payload, signed, key] = ["payload", "signature", "key"].map(|name| one[name].as_str());
        let payload = unb64(payload?);
        if !self.vouches(key?, "loadout loader entitlement 1", &payload, signed?) {
            return None;
        }
        let says: Value = serde_json::from_slice(&payload).ok()?;
        let ends = humantime::parse_rfc3339(says["not_after"].as_str()?).ok()?;
        (now < ends).then_some(says)
    }
}

pub fn sign_request(
    key: &signature::Ed25519KeyPair,
    method: &str,
    path: &str,
    time: i64,
    nonce: &str,
    body: &[u8],
) -> String {
    let text = [method, path, &time.to_string(), nonce, &sha256(body)].join("\n");
    b64(key.sign(&in_context("loadout loader request 1", text.as_bytes())).as_ref())
}
