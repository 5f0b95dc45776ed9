// The reference client of the loader's API in C++ 17: docs/loader.md says what each part is for. It
// needs libcurl and, by bytes.hpp, OpenSSL and nlohmann/json. main.cpp makes a command of it.
#pragma once
#include <curl/curl.h>

#include <chrono>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>

#include "bytes.hpp"

namespace loader {
using json = nlohmann::json;

/** This computer's clock, milliseconds since 1970. */
inline long long now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

/** What the shop answers with 4xx and 5xx; 0 when it cannot be reached. */
struct Refused : std::runtime_error {
  long status;
  std::string code;
  Refused(long status, const std::string& code, const std::string& detail)
      : std::runtime_error(code + ": " + detail), status(status), code(code) {}
  bool isAway() const { return status == 0; }
};

struct Forged : std::runtime_error {
  Forged() : std::runtime_error("this answer is not the shop’s") {}
};

/** Names a key by its SPKI in DER, which is these bytes and the 32 of the key. */
inline std::string keyId(const Bytes& key) {
  return sha256(Bytes("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12) + key).substr(0, 16);
}

/** The shop's keys by their ids. A real loader is built with them. */
struct Trust : std::map<std::string, Bytes> {
  void add(const std::string& key) {
    if (decode(key).size() == 32) (*this)[keyId(decode(key))] = decode(key);
  }
  bool isSigned(const std::string& id, const std::string& context, const Bytes& said, const std::string& signature) const {
    const auto key = find(id);
    return key != end() && verify(key->second, context + '\0' + said, decode(signature));
  }
  /** Verifies before it parses, and then compares the nonce with the one that was sent. */
  json readAnswer(const Bytes& text, const std::string& id, const std::string& signature, const std::string& nonce) const {
    if (!isSigned(id, "loadout loader answer 1", text, signature)) throw Forged();
    json answer = json::parse(text);
    if (answer.value("nonce", "") != nonce) throw Forged();
    return answer;
  }
  /** What an entitlement says; null when no trusted key signed it, or its time is over. */
  json readEntitlement(const json& given, long long at) const {
    const Bytes payload = decode(given.value("payload", ""));
    if (!isSigned(given.value("key", ""), "loadout loader entitlement 1", payload, given.value("signature", ""))) return nullptr;
    json said = json::parse(payload);
    // As 2026-02-02T12:00:00.000Z
    std::tm day{};
    int millis = 0;
    const std::string until = said.at("not_after");
    std::sscanf(until.c_str(), "%d-%d-%dT%d:%d:%d.%dZ", &day.tm_year, &day.tm_mon, &day.tm_mday, &day.tm_hour, &day.tm_min, &day.tm_sec, &millis);
    day.tm_year -= 1900;
    day.tm_mon -= 1;
    return timegm(&day) * 1000LL + millis > at ? said : json(nullptr);
  }
};

inline std::string signRequest(const Key& key, const std::string& method, const std::string& path, long long at,
                               const std::string& nonce, const std::string& body) {
  return sign(key, std::string("loadout loader request 1") + '\0' + method + '\n' + path + '\n' + std::to_string(at) +
                       '\n' + nonce + '\n' + sha256(body));
}

struct Got {
  long status = 0;
  Bytes body;
  std::map<std::string, std::string> headers;
};

/** One request over HTTP. Throws `Refused` with status 0 when nothing answers. */
inline Got http(const std::string& method, const std::string& url, const std::string& body = "",
                const std::vector<std::string>& headers = {}, bool follow = false) {
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> list(nullptr, curl_slist_free_all);
  for (const auto& header : headers) list.reset(curl_slist_append(list.release(), header.c_str()));
  Got got;
  const curl_write_callback take = [](char* text, size_t one, size_t count, void* into) {
    static_cast<Got*>(into)->body.append(text, one * count);
    return one * count;
  };
  const curl_write_callback hear = [](char* text, size_t one, size_t count, void* into) {
    std::string line(text, one * count);
    const size_t colon = line.find(": ");
    if (colon == std::string::npos) return one * count;
    for (size_t n = 0; n < colon; n++) line[n] = static_cast<char>(std::tolower(line[n]));
    static_cast<Got*>(into)->headers[line.substr(0, colon)] = line.substr(colon + 2, line.find('\r') - colon - 2);
    return one * count;
  };
  curl_easy_setopt(curl.get(), CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_CUSTOMREQUEST, method.c_str());
  if (!body.empty()) curl_easy_setopt(curl.get(), CURLOPT_POSTFIELDS, body.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, list.get());
  curl_easy_setopt(curl.get(), CURLOPT_CONNECTTIMEOUT, 20L);
  curl_easy_setopt(curl.get(), CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_LOW_SPEED_TIME, 20L);
  curl_easy_setopt(curl.get(), CURLOPT_FOLLOWLOCATION, follow ? 1L : 0L);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &got);
  curl_easy_setopt(curl.get(), CURLOPT_HEADERFUNCTION, hear);
  curl_easy_setopt(curl.get(), CURLOPT_HEADERDATA, &got);
  const CURLcode failed = curl_easy_perform(curl.get());
  if (failed) throw Refused(0, "the shop cannot be reached", curl_easy_strerror(failed));
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &got.status);
  return got;
}

/** What is in `kept` stays between two starts, in the safest place that the computer has. */
class Client {
 public:
  std::string shop;  // without a slash at its end
  Trust trusted;
  json kept;  // key, access, refresh
  long long ahead = 0;  // how far the shop's clock is ahead, once the shop has said so

  /**
   * Believes an answer only when a trusted key signed it for this very request. An access token
   * that is good no more is refreshed, and a clock that is off is made up for, each once.
   */
  json ask(const std::string& method, const std::string& path, const json& sent = nullptr) {
    for (bool renew = kept.contains("refresh"), clock = true;;) try {
      std::string nonce;
      Got got = send(method, path, sent, nonce);
      json answer = trusted.readAnswer(got.body, got.headers["loadout-key"], got.headers["loadout-signature"], nonce);
      if (answer.at("code") != "CLOCK_SKEW" || !clock) return answer;
      clock = false;
      ahead = answer.at("time").get<long long>() - now();
    } catch (const Refused& no) {
      if (!renew || (no.code != "token_expired" && no.code != "unpaired")) throw;
      renew = false;
      refresh();
    }
  }

  /** Begins to pair a computer of that name and os: show `user_code`, and open the address. */
  json pair(json computer) {
    computer["public_key"] = encode(publicOf(key()));
    return plain("/loader/v1/pair", computer);
  }

  /** Fetches the tokens of a pairing, or of what was kept. `authorization_pending` says not yet. */
  void tokens(const json& sent) {
    const json got = plain("/loader/v1/token", sent);
    kept["access"] = got.at("access_token");
    kept["refresh"] = got.at("refresh_token");
  }

  void refresh() { tokens({{"grant_type", "refresh_token"}, {"refresh_token", kept.value("refresh", "")}}); }

 private:
  Key key() const { return privateKey(decode(kept.at("key"))); }

  /** A call without a signed answer. */
  json plain(const std::string& path, const json& sent) {
    std::string nonce;
    return json::parse(send("POST", path, sent, nonce).body);
  }

  /** Signs a request, and answers what came: nobody has vouched for it yet. */
  Got send(const std::string& method, const std::string& path, const json& sent, std::string& nonce) {
    const std::string body = sent.is_null() ? "" : sent.dump();
    const long long at = now() + ahead;
    nonce = encode(random(16));
    std::vector<std::string> headers{"loadout-time: " + std::to_string(at), "loadout-nonce: " + nonce,
                                     "loadout-signature: " + signRequest(key(), method, path, at, nonce, body)};
    if (!body.empty()) headers.push_back("content-type: application/json");
    if (kept.contains("access")) headers.push_back("authorization: Bearer " + kept.value("access", ""));
    Got got = http(method, shop + "/api" + path, body, headers);
    if (got.status == 200) return got;
    const json no = json::parse(got.body, nullptr, false);  // what stands before the shop may answer with a page
    if (!no.is_object() || !no.contains("code") || got.status >= 500)
      throw Refused(0, "the shop cannot be reached", std::to_string(got.status) + " was answered");
    const json detail = no.value("detail", json());
    throw Refused(got.status, no.value("code", ""), detail.is_string() ? detail.get<std::string>() : detail.dump());
  }
};
}  // namespace loader
