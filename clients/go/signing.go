// The shop's keys, and the signatures both ways.
package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

var b64 = base64.RawURLEncoding // of all bytes
func unb64(text string) []byte  { bytes, _ := b64.DecodeString(text); return bytes }

// trust holds the shop's keys by their ids. A real loader is built with them.
type trust map[string]ed25519.PublicKey

func (t trust) add(key string) {
	if raw := unb64(key); len(raw) == ed25519.PublicKeySize {
		t[keyID(raw)] = raw
	}
}

// keyID names a key by its SPKI in DER, which is these bytes and the 32 of the key.
func keyID(raw []byte) string {
	spki := append([]byte("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"), raw...)
	return fmt.Sprintf("%x", sha256.Sum256(spki))[:16]
}

func (t trust) signed(key, context string, said []byte, signature string) bool {
	bytes := append([]byte(context+"\x00"), said...)
	return t[key] != nil && ed25519.Verify(t[key], bytes, unb64(signature))
}

func signRequest(key ed25519.PrivateKey, method, path string, at int64, nonce string, body []byte) string {
	hash := sha256.Sum256(body)
	text := fmt.Sprintf("loadout loader request 1\x00%s\n%s\n%d\n%s\n%x", method, path, at, nonce, hash)
	return b64.EncodeToString(ed25519.Sign(key, []byte(text)))
}
