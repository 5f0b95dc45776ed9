#pragma once
#include <iostream>

#include "computer.hpp"

namespace loader {
/** Checks docs/loader-vectors.json, but for how the shop matches computers. */
inline void checkVectors(const std::string& path) {
  const json all = json::parse(read(path));
  const json& keys = all.at("keys");
  int checked = 0, wrong = 0;
  const auto check = [&](const json& about, bool right) {
    checked++;
    if (right) return;
    wrong++;
    std::cout << "wrong: " << about << std::endl;
  };
  Trust trusted;
  trusted.add(keys.at("shop").at("public_key"));
  for (const json& key : keys) {
    const Bytes own = publicOf(privateKey(decode(key.at("private_key"))));
    check(key.at("id"), encode(own) == key.at("public_key") && keyId(own) == key.at("id"));
  }
  const Key key = privateKey(decode(keys.at("loader").at("private_key")));
  for (const json& one : all.at("requests"))
    check(one.at("path"), signRequest(key, one.at("method"), one.at("path"), one.at("time"), one.at("nonce"),
                                      one.at("body")) == one.at("signature"));
  for (const json& one : all.at("answers")) {
    bool genuine = true;
    try {
      trusted.readAnswer(one.at("body"), keys["shop"].at("id"), one.at("signature"), one.at("asked_nonce"));
    } catch (const Forged&) {
      genuine = false;
    }
    check(one.at("about"), one.at("genuine") == genuine);
  }
  for (const json& one : all.at("entitlements"))
    check(one.at("about"), trusted.readEntitlement(one, one.at("now")).is_null() != one.at("good").get<bool>());
  for (const char* of : {"stamp", "signed_stamp"})
    check(of, stampOf(decode(all.at(of).at("file"))) == all[of].at("build"));
  for (const json& one : all.at("values")) check(one.at("value"), hashOf(one.at("value")) == one.at("sha256"));
  std::cout << checked << " checked, " << wrong << " wrong" << std::endl;
  if (wrong > 0) throw std::runtime_error(std::to_string(wrong) + " are wrong");
}
}  // namespace loader
