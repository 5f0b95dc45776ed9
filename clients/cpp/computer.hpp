// What a computer and a loader's own file are told by, for client.hpp.
#pragma once
#include <fstream>
#include <sstream>

#include "client.hpp"

namespace loader {
inline std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/** The letters A to Z and the digits of a value, in capitals, and the SHA-256 of that. */
inline std::string hashOf(const std::string& value) {
  std::string normal;
  for (char c : value) {
    if (c >= 'a' && c <= 'z') c -= 'a' - 'A';
    if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) normal += c;
  }
  return sha256(normal);
}

/** The signed block at the end of a loader; null where a file has none. */
inline json stampOf(const Bytes& file) {
  const size_t end = file.size();
  if (end < 84) return nullptr;
  if (const Bytes magic = file.substr(end - 8); magic != "LOADOUT1" && magic != "LOADOUT2") return nullptr;
  const unsigned char* at = raw(file) + end - 12;
  const size_t size = (at[0] | at[1] << 8 | at[2] << 16 | static_cast<size_t>(at[3]) << 24) + 84;
  return size > end ? json(nullptr) : json(encode(file.substr(end - size)));
}
}  // namespace loader
