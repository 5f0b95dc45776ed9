// Base64url, SHA-256 and Ed25519 by OpenSSL 1.1.1 or later, for client.hpp.
#pragma once
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace loader {
using Bytes = std::string;
using Key = std::shared_ptr<EVP_PKEY>;

inline const unsigned char* raw(const Bytes& bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

/** Base64url without padding, as all bytes are written. */
inline std::string encode(const Bytes& bytes) {
  std::string text(bytes.size() / 3 * 4 + 5, 0);
  auto to = reinterpret_cast<unsigned char*>(&text[0]);
  text.resize(EVP_EncodeBlock(to, raw(bytes), static_cast<int>(bytes.size())));
  text.erase(text.find_last_not_of('=') + 1);
  for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return text;
}

/** Empty where it is not base64url. */
inline Bytes decode(std::string text) {
  for (char& c : text) c = c == '-' ? '+' : c == '_' ? '/' : c;
  const size_t padding = (4 - text.size() % 4) % 4;
  text.append(padding, '=');
  Bytes bytes(text.size() / 4 * 3 + 1, 0);
  auto to = reinterpret_cast<unsigned char*>(&bytes[0]);
  const int size = EVP_DecodeBlock(to, raw(text), static_cast<int>(text.size()));
  bytes.resize(size < 0 || padding > 2 ? 0 : size - padding);
  return bytes;
}

/** SHA-256 in lower-case hex. */
inline std::string sha256(const Bytes& bytes) {
  unsigned char hash[32];
  EVP_Digest(bytes.data(), bytes.size(), hash, nullptr, EVP_sha256(), nullptr);
  std::string hex;
  for (const unsigned char byte : hash) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

inline Bytes random(int size) {
  Bytes bytes(size, 0);
  if (RAND_bytes(reinterpret_cast<unsigned char*>(&bytes[0]), size) != 1)
    throw std::runtime_error("this computer gives no random bytes");
  return bytes;
}

inline Key privateKey(const Bytes& seed) {
  return {EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, raw(seed), seed.size()), EVP_PKEY_free};
}

inline Bytes publicOf(const Key& key) {
  Bytes bytes(32, 0);
  size_t size = bytes.size();
  EVP_PKEY_get_raw_public_key(key.get(), reinterpret_cast<unsigned char*>(&bytes[0]), &size);
  return bytes;
}

inline std::string sign(const Key& key, const Bytes& text) {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  Bytes signature(64, 0);
  size_t size = signature.size();
  if (EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) != 1 ||
      EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(&signature[0]), &size, raw(text), text.size()) != 1)
    throw std::runtime_error("this key does not sign");
  return encode(signature);
}

inline bool verify(const Bytes& key, const Bytes& text, const Bytes& signature) {
  Key by(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw(key), key.size()), EVP_PKEY_free);
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  return by && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, by.get()) == 1 &&
         EVP_DigestVerify(context.get(), raw(signature), signature.size(), raw(text), text.size()) == 1;
}
}  // namespace loader
