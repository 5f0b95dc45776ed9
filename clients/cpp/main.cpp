// A command of the client, to try a shop with:
//
//   g++ -std=c++17 -o loader main.cpp -lcurl -lcrypto
//   export LOADER_SHOP=https://your.shop LOADER_KEYS=<its public key> LOADER_COMPUTER=values.json
//   ./loader pair; ./loader validate <product>; ./loader play <product>; ./loader vectors <file>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

#include "computer.hpp"
#include "vectors.hpp"

using namespace loader;
using std::string;

const char* const keptIn = "loader.json";  // a real loader takes the safest place that the computer has

string env(const char* name) { return std::getenv(name) ? std::getenv(name) : ""; }

Client open() {
  Client client;
  client.shop = env("LOADER_SHOP");
  std::stringstream keys(env("LOADER_KEYS"));
  for (string key; std::getline(keys, key, ',');) client.trusted.add(key);
  const string text = read(keptIn);
  client.kept = text.empty() ? json{{"key", encode(random(32))}, {"offline", json::object()}} : json::parse(text, nullptr, false);
  if (!client.kept.is_object() || !client.kept.contains("key")) throw std::runtime_error(string(keptIn) + " cannot be read");
  return client;
}

/** All of it or nothing, and for its owner alone. */
void keep(const Client& client) {
  umask(077);
  const string next = string(keptIn) + ".new";
  std::ofstream file(next);
  file << client.kept.dump() << std::flush;
  if (!file || std::rename(next.c_str(), keptIn)) throw std::runtime_error(string(keptIn) + " cannot be written");
}

/** The hashes of LOADER_COMPUTER, a file of values by kind: {"board":["PF-1A2B3C"],…}. A real loader asks the system. */
json components() {
  json values = json::parse(read(env("LOADER_COMPUTER")));
  for (auto& list : values)
    for (auto& value : list) value = hashOf(value);
  return values;
}

json ownStamp() { return stampOf(read("/proc/self/exe")); }

/** Shows the code, and asks for the tokens until the customer has answered. */
void pair(Client& client) {
  keep(client);  // before the customer is asked
  char name[61] = "";
  gethostname(name, sizeof name - 1);
  json computer{{"name", name}, {"os", "Linux"}};
  if (const json stamp = ownStamp(); !stamp.is_null()) computer["build"] = stamp;
  const json begun = client.pair(computer);
  std::cout << "Open " << begun.at("verification_uri_complete").get<string>()
            << " and pair this computer. It shows the code " << begun.at("user_code").get<string>() << std::endl;
  for (unsigned wait = begun.at("interval");;) {
    sleep(wait);
    try {
      client.tokens({{"grant_type", "device_code"}, {"device_code", begun.at("device_code")}});
      std::cout << "paired" << std::endl;
      return;
    } catch (const Refused& no) {
      if (no.code == "slow_down") wait += 5;
      else if (no.code != "authorization_pending") throw;
    }
  }
}

void say(const char* about, const json& answer) {
  std::cout << about << ' ' << answer.at("code").get<string>() << ' ' << answer.at("sentence").get<string>() << ' '
            << answer.at("advice").get<string>() << std::endl;
}

json validate(Client& client, const string& product) {
  const json sent{{"product", product}, {"components", components()}, {"build", ownStamp()}};
  json& offline = client.kept["offline"];
  try {
    const json answer = client.ask("POST", "/loader/v1/validate", sent);
    say("validate", answer);
    offline.erase(product);
    if (!answer.at("entitlement").is_null()) offline[product] = answer["entitlement"];
    return answer;
  } catch (const Refused& no) {
    if (!no.isAway() || !offline.contains(product)) throw;
    const json says = client.trusted.readEntitlement(offline[product], now());
    if (!says.is_null())
      for (const json& one : says.at("products"))
        if (one.at("slug") == product) std::cout << "offline until " << says.at("not_after").get<string>() << std::endl;
    throw;
  }
}

/** Takes the file that the shop announced, and no other. */
void fetchModule(Client& client, const string& product) {
  const json answer = client.ask("GET", "/loader/v1/releases/" + product);  // a slug needs no escape
  if (answer.at("release").is_null()) return;
  const json& offered = answer["release"];
  const Got got = http("GET", offered.at("address"), "", {}, true);
  if (got.status != 200 || got.body.size() != offered.at("size") || sha256(got.body) != offered.at("sha256"))
    throw std::runtime_error("this is not the file that was announced");
  std::cout << "module " << offered.at("version").get<string>() << ' ' << got.body.size() << " bytes" << std::endl;
}

/** Fetches the module, and sends heartbeats until the shop or the player ends it. */
void play(Client& client, const string& product) {
  const json answer = validate(client, product);
  if (answer.at("session").is_null()) return;
  const json session{{"session", answer["session"].at("id")}};
  // They arrive while it sleeps and nowhere else, so that none is lost.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, nullptr);
  fetchModule(client, product);
  const timespec wait{answer["session"].at("beat_seconds").get<time_t>(), 0};
  for (int missed = 0; missed < 3;) {
    try {
      const json beat = client.ask("POST", "/loader/v1/heartbeat", session);
      say("heartbeat", beat);
      if (beat.at("code") != "VALID") return;
      missed = 0;
    } catch (const Refused& no) {
      if (!no.isAway()) throw;
      missed++;  // a running game goes on until its session would be lost
    }
    if (sigtimedwait(&ends, nullptr, &wait) > 0) return say("logout", client.ask("POST", "/loader/v1/logout", session));
  }
  throw std::runtime_error("the shop was away for three heartbeats");
}

int main(int count, char** given) {
  const string command = count > 1 ? given[1] : "", argument = count > 2 ? given[2] : "";
  curl_global_init(CURL_GLOBAL_ALL);
  try {
    if (command == "vectors") return checkVectors(argument), 0;
    Client client = open();
    try {
      if (command == "pair") pair(client);
      else if (command == "validate") validate(client, argument);
      else if (command == "play") play(client, argument);
      else throw std::runtime_error("pair, validate <product>, play <product>, vectors <file>");
    } catch (...) {
      keep(client);
      throw;
    }
    keep(client);
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
