//! A command of the client, to try a shop with:
//!
//!     cargo build
//!     export LOADER_SHOP=https://your.shop LOADER_KEYS=<its public key> LOADER_COMPUTER=values.json
//!     loader pair; loader validate <product>; loader play <product>; loader vectors <file>
//!
//! With Debian's crates in place of crates.io, `cargo build --offline` and
//! `--config 'source.crates-io.replace-with="debian"'`,
//! `--config 'source.debian.directory="/usr/share/cargo/registry"'`.

mod client;
mod computer;
mod signing;
mod vectors;

use client::{Answer, Client, Failure};
use serde_json::{json, Value};
use signing::{sha256, Trust};
use std::env;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// A real loader takes the safest place that the computer has.
const KEPT_IN: &str = "loader.json";

fn here(what: &str, why: impl std::fmt::Display) -> Failure {
    Failure::Here(format!("{what}: {why}"))
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

fn open() -> Answer<Client> {
    let kept = match fs::read(KEPT_IN) {
        Ok(text) => Some(
            serde_json::from_slice(&text).map_err(|why| here("loader.json cannot be read", why))?,
        ),
        Err(why) if why.kind() == ErrorKind::NotFound => None,
        Err(why) => return Err(here("loader.json cannot be read", why)),
    };
    let trusted = Trust::new(variable("LOADER_KEYS").split(','));
    Ok(Client::new(&variable("LOADER_SHOP"), trusted, kept))
}

/// All of it or nothing, and for its owner alone.
fn keep(client: &Client) -> Answer<()> {
    let next = format!("{KEPT_IN}.new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(&next)
        .and_then(|mut file| file.write_all(client.kept.to_string().as_bytes()))
        .and_then(|()| fs::rename(&next, KEPT_IN));
    written.map_err(|why| here("loader.json cannot be written", why))
}

/// Shows the code, and asks for the tokens until the customer has answered.
fn pair(client: &mut Client) -> Answer<()> {
    keep(client)?; // before the customer is asked
    let name = fs::read_to_string("/etc/hostname").unwrap_or_else(|_| variable("COMPUTERNAME"));
    let name: String = name.trim().chars().take(60).collect();
    let begun = client.pair(
        if name.is_empty() { "A computer" } else { &name },
        env::consts::OS,
        computer::own_stamp(),
    )?;
    let text = |name: &str| begun[name].as_str().unwrap_or_default();
    println!(
        "Open {} and pair this computer. It shows the code {}",
        text("verification_uri_complete"),
        text("user_code")
    );
    let mut wait = begun["interval"].as_u64().unwrap_or(5);
    loop {
        sleep(Duration::from_secs(wait));
        let grant = json!({ "grant_type": "device_code", "device_code": text("device_code") });
        match client.fetch_tokens(&grant) {
            Err(Failure::Refused { code, .. }) if code == "authorization_pending" => {}
            Err(Failure::Refused { code, .. }) if code == "slow_down" => wait += 5,
            Err(failure) => return Err(failure),
            Ok(()) => {
                println!("paired");
                return Ok(());
            }
        }
    }
}

fn print(call: &str, said: &Value) {
    let [code, sentence, advice] =
        ["code", "sentence", "advice"].map(|name| said[name].as_str().unwrap_or_default());
    println!("{call} {code} {sentence} {advice}");
}

fn validate(client: &mut Client, product: &str) -> Answer {
    let components = computer::components(&variable("LOADER_COMPUTER")).map_err(Failure::Here)?;
    let body =
        json!({ "product": product, "components": components, "build": computer::own_stamp() });
    let said = client.ask("POST", "/loader/v1/validate", Some(&body));
    let offline = &mut client.kept["offline"][product];
    match &said {
        Ok(said) => {
            print("validate", said);
            *offline = said["entitlement"].clone();
        }
        Err(Failure::Away(_)) => {
            let says = client.trusted.read_entitlement(offline, SystemTime::now());
            if let Some(says) = says.filter(|says| covers(says, product)) {
                println!("offline until {}", says["not_after"].as_str().unwrap_or_default());
            }
        }
        Err(_) => {}
    }
    said
}

fn covers(entitlement: &Value, product: &str) -> bool {
    let products = entitlement["products"].as_array();
    products.is_some_and(|all| all.iter().any(|one| one["slug"] == product))
}

/// Fetches the module, and sends heartbeats until the shop or the player ends it.
fn play(client: &mut Client, product: &str) -> Answer<()> {
    let said = validate(client, product)?;
    let Some(id) = said["session"]["id"].as_str() else {
        return Ok(());
    };
    let session = json!({ "session": id });
    let beat = Duration::from_secs(said["session"]["beat_seconds"].as_u64().unwrap_or(60));
    let (stop, stopped) = channel();
    ctrlc::set_handler(move || _ = stop.send(())).map_err(|why| here("Ctrl-C", why))?;
    fetch_module(client, product)?;
    let mut missed = 0;
    while missed < 3 {
        match client.ask("POST", "/loader/v1/heartbeat", Some(&session)) {
            // A running game goes on until its session would be lost.
            Err(Failure::Away(_)) => missed += 1,
            said => {
                let said = said?;
                missed = 0;
                print("heartbeat", &said);
                if said["code"] != "VALID" {
                    return Ok(());
                }
            }
        }
        if stopped.recv_timeout(beat) != Err(RecvTimeoutError::Timeout) {
            let said = client.ask("POST", "/loader/v1/logout", Some(&session))?;
            print("logout", &said);
            return Ok(());
        }
    }
    Err(Failure::Here("the shop was away for three heartbeats".into()))
}

/// Takes the file that the shop announced, and no other.
fn fetch_module(client: &mut Client, product: &str) -> Answer<()> {
    let said = client.ask("GET", &format!("/loader/v1/releases/{product}"), None)?;
    let release = &said["release"];
    let Some(address) = release["address"].as_str() else {
        return Ok(());
    };
    let size = release["size"].as_u64().unwrap_or_default();
    let answer = ureq::get(address).call().map_err(|why| Failure::Away(why.to_string()))?;
    let mut file = Vec::new();
    let read = answer.into_reader().take(size + 1).read_to_end(&mut file);
    read.map_err(|why| Failure::Away(why.to_string()))?;
    if file.len() as u64 != size || release["sha256"] != sha256(&file) {
        return Err(Failure::Here("this is not the file that was announced".into()));
    }
    println!("module {} {size} bytes", release["version"].as_str().unwrap_or_default());
    Ok(())
}

fn run() -> Answer<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if let ["vectors", file] = args[..] {
        return vectors::check(file).map_err(Failure::Here);
    }
    let client = &mut open()?;
    let done = match args[..] {
        ["pair"] => pair(client),
        ["validate", product] => validate(client, product).map(drop),
        ["play", product] => play(client, product),
        _ => {
            let usage = "pair, validate <product>, play <product>, vectors <file>";
            return Err(Failure::Here(usage.into()));
        }
    };
    done.and(keep(client))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
