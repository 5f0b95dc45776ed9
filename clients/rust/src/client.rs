//! The reference client of the loader's API in Rust, with ring for the signatures and ureq for the
//! wire: docs/loader.md says what each part is for. `main.rs` makes a command of it.

use crate::signing::{b64, random, sign_request, unb64, Trust};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{json, Value};
use std::fmt;
use std::io::Read;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub enum Failure {
    /// The shop cannot be reached, or what stands before it says so: a game may go on.
    Away(String),
    /// The shop says no.
    Refused { code: String, detail: String },
    /// Somebody else has answered.
    Forged,
    /// It is this computer's own.
    Here(String),
}

pub type Answer<T = Value> = Result<T, Failure>;

impl fmt::Display for Failure {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::Away(why) => write!(to, "the shop cannot be reached: {why}"),
            Failure::Refused { code, detail } => write!(to, "{code}: {detail}"),
            Failure::Forged => write!(to, "this answer is not the shop’s"),
            Failure::Here(why) => write!(to, "{why}"),
        }
    }
}

/// `kept` stays between two starts, in the safest place that the computer has.
pub struct Client {
    /// Without a slash at its end.
    shop: String,
    pub trusted: Trust,
    pub kept: Value,
    /// How far the shop's clock is ahead, in milliseconds, once the shop has said so.
    ahead: i64,
    web: ureq::Agent,
}

impl Client {
    /// At the first start nothing is kept, and a key is made.
    pub fn new(shop: &str, trusted: Trust, kept: Option<Value>) -> Client {
        Client {
            shop: shop.into(),
            trusted,
            kept: kept.unwrap_or_else(|| json!({ "key": b64(&random::<32>()), "offline": {} })),
            ahead: 0,
            web: ureq::AgentBuilder::new()
                .timeout_connect(Duration::from_secs(20))
                .timeout_read(Duration::from_secs(20))
                .redirects(0)
                .build(),
        }
    }

    /// Begins to pair a computer of that name: show `user_code`, and open the address.
    pub fn pair(&self, name: &str, os: &str, build: Option<String>) -> Answer {
        let key = b64(self.key()?.public_key().as_ref());
        let mut computer = json!({ "public_key": key, "name": name, "os": os });
        if let Some(stamp) = build {
            computer["build"] = stamp.into();
        }
        self.plain("/loader/v1/pair", &computer)
    }

    /// Fetches the tokens of a pairing, or of what was kept. `authorization_pending` says not yet.
    pub fn fetch_tokens(&mut self, grant: &Value) -> Answer<()> {
        let got = self.plain("/loader/v1/token", grant)?;
        self.kept["access"] = got["access_token"].clone();
        self.kept["refresh"] = got["refresh_token"].clone();
        Ok(())
    }

    /// Believes an answer only when a trusted key signed it for this very request. An access token
    /// that is good no more is refreshed, and a clock that is off is made up for, each once.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let (mut refreshed, mut set) = (false, false);
        loop {
            let got = self.send(method, path, body);
            if matches!(got, Err(Failure::Refused { ref code, .. }) if is_stale(code)) && !refreshed
            {
                refreshed = true;
                let Some(token) = self.kept["refresh"].as_str() else {
                    return Err(Failure::Here("this computer is not paired: pair it first".into()));
                };
                self.fetch_tokens(
                    &json!({ "grant_type": "refresh_token", "refresh_token": token }),
                )?;
                continue;
            }
            let Got { body: text, key, signature, nonce } = got?;
            let answer =
                self.trusted.read_answer(&text, &key, &signature, &nonce).ok_or(Failure::Forged)?;
            if answer["code"] != "CLOCK_SKEW" || set {
                return Ok(answer);
            }
            set = true;
            self.ahead = answer["time"].as_i64().unwrap_or_default() - now();
        }
    }

    /// A call without a signed answer.
    fn plain(&self, path: &str, body: &Value) -> Answer {
        serde_json::from_slice(&self.send("POST", path, Some(body))?.body)
            .map_err(|_| Failure::Forged)
    }

    /// Signs a request, and answers what came: nobody has vouched for it yet.
    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer<Got> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let (time, nonce) = (now() + self.ahead, b64(&random::<16>()));
        let signature = sign_request(&self.key()?, method, path, time, &nonce, body.as_bytes());
        let mut request = self
            .web
            .request(method, &format!("{}/api{path}", self.shop))
            .set("loadout-time", &time.to_string())
            .set("loadout-nonce", &nonce)
            .set("loadout-signature", &signature);
        if let Some(token) = self.kept["access"].as_str() {
            request = request.set("authorization", &format!("Bearer {token}"));
        }
        let came = if body.is_empty() {
            request.call()
        } else {
            request.set("content-type", "application/json").send_string(&body)
        };
        let response = match came {
            Ok(response) | Err(ureq::Error::Status(_, response)) => response,
            Err(error) => return Err(away(error)),
        };
        let status = response.status();
        let header = |name| response.header(name).unwrap_or_default().to_string();
        let (key, signature) = (header("loadout-key"), header("loadout-signature"));
        let mut body = Vec::new();
        response.into_reader().take(1 << 20).read_to_end(&mut body).map_err(away)?;
        if status == 200 {
            return Ok(Got { body, key, signature, nonce });
        }
        // What stands before the shop may answer with a page.
        let no: Value = serde_json::from_slice(&body).unwrap_or_default();
        match no["code"].as_str() {
            Some(code) if status < 500 => {
                let detail =
                    no["detail"].as_str().map_or_else(|| no["detail"].to_string(), String::from);
                Err(Failure::Refused { code: code.into(), detail })
            }
            _ => Err(away(format!("{status} was answered"))),
        }
    }

    fn key(&self) -> Answer<Ed25519KeyPair> {
        let seed = unb64(self.kept["key"].as_str().unwrap_or_default());
        Ed25519KeyPair::from_seed_unchecked(&seed).map_err(|_| {
            Failure::Here("what was kept holds no key: pair this computer again".into())
        })
    }
}

struct Got {
    body: Vec<u8>,
    key: String,
    signature: String,
    nonce: String,
}

fn is_stale(code: &str) -> bool {
    code == "token_expired" || code == "unpaired"
}

fn away(why: impl fmt::Display) -> Failure {
    Failure::Away(why.to_string())
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
