//! Checks docs/loader-vectors.json, but for how the shop matches computers.

use crate::computer::{hash_of, stamp_of};
use crate::signing::{b64, key_id, sign_request, unb64, Trust};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::Value;
use std::time::{Duration, UNIX_EPOCH};

pub fn check(file: &str) -> Result<(), String> {
    let text = std::fs::read(file).map_err(|why| format!("{file}: {why}"))?;
    let all: Value = serde_json::from_slice(&text).map_err(|why| format!("{file}: {why}"))?;
    let (mut checked, mut wrong) = (0, 0);
    let mut check = |about: &Value, right: bool| {
        checked += 1;
        if !right {
            wrong += 1;
            println!("wrong: {about}");
        }
    };
    let list = |name: &str| all[name].as_array().cloned().unwrap_or_default();
    let key_of =
        |pair: &Value| Ed25519KeyPair::from_seed_unchecked(&unb64(text_of(pair, "private_key")));
    let trust = Trust::new([text_of(&all["keys"]["shop"], "public_key")].into_iter());
    for pair in ["shop", "loader", "stranger"].map(|name| &all["keys"][name]) {
        let right = key_of(pair).is_ok_and(|key| {
            let public = key.public_key().as_ref();
            b64(public) == text_of(pair, "public_key") && key_id(public) == text_of(pair, "id")
        });
        check(&pair["id"], right);
    }
    let own = key_of(&all["keys"]["loader"]).map_err(|why| why.to_string())?;
    for one in list("requests") {
        let [method, path, nonce, body, signature] =
            ["method", "path", "nonce", "body", "signature"].map(|name| text_of(&one, name));
        let time = one["time"].as_i64().unwrap_or_default();
        check(
            &one["path"],
            sign_request(&own, method, path, time, nonce, body.as_bytes()) == signature,
        );
    }
    for one in list("answers") {
        let [body, signature, nonce] =
            ["body", "signature", "asked_nonce"].map(|name| text_of(&one, name));
        let key = text_of(&all["keys"]["shop"], "id");
        let genuine = trust.read_answer(body.as_bytes(), key, signature, nonce).is_some();
        check(&one["about"], one["genuine"] == genuine);
    }
    for one in list("entitlements") {
        let now = UNIX_EPOCH + Duration::from_millis(one["now"].as_u64().unwrap_or_default());
        check(&one["about"], one["good"] == trust.read_entitlement(&one, now).is_some());
    }
    for name in ["stamp", "signed_stamp"] {
        let stamp = stamp_of(&unb64(text_of(&all[name], "file")));
        check(&name.into(), stamp.as_deref() == all[name]["build"].as_str());
    }
    for one in list("values") {
        check(&one["value"], one["sha256"] == hash_of(text_of(&one, "value")));
    }
    println!("{checked} checked, {wrong} wrong");
    if wrong > 0 {
        Err(format!("{wrong} are wrong"))
    } else {
        Ok(())
    }
}

fn text_of<'a>(one: &'a Value, name: &str) -> &'a str {
    one[name].as_str().unwrap_or_default()
}
