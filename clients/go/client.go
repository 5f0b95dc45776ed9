// The reference client of the loader's API in Go: docs/loader.md says what each part is for, and it
// needs the standard library alone. main.go makes a command of it.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

type object = map[string]any

type answer struct {
	Code, Sentence, Advice, Nonce string
	Time                          int64
	Session                       *struct {
		ID           string
		Beat_seconds int
	}
	Entitlement *entitlement
	Release     *struct { // the product's module
		Version, Sha256, Address string
		Size                     int64
	}
}

var errForged = errors.New("this answer is not the shop’s")

// readAnswer verifies before it parses, and then compares the nonce with the one that was sent.
func (t trust) readAnswer(text []byte, key, signature, nonce string) (said answer, err error) {
	if !t.signed(key, "loadout loader answer 1", text, signature) {
		return said, errForged
	}
	if err = json.Unmarshal(text, &said); err == nil && said.Nonce != nonce {
		err = errForged
	}
	return
}

type entitlement struct{ Payload, Signature, Key string }

// says is not ok when no trusted key signed the entitlement, or its time is over.
func (e entitlement) says(trusted trust, now time.Time) (said struct {
	Products []struct{ Slug string }
	NotAfter time.Time `json:"not_after"`
}, ok bool) {
	payload := unb64(e.Payload)
	ok = trusted.signed(e.Key, "loadout loader entitlement 1", payload, e.Signature) &&
		json.Unmarshal(payload, &said) == nil && now.Before(said.NotAfter)
	return
}

// loader keeps what is in capitals between two starts, in the safest place that the computer has.
type loader struct {
	shop            string // without a slash at its end
	trusted         trust
	ahead           int64 // how far the shop's clock is ahead, once the shop has said so
	Key             []byte
	Access, Refresh string
	Offline         map[string]entitlement // by product
}

type refused struct { // what comes with 4xx and 5xx
	Status int `json:"-"`
	Code   string
	Detail any
}

// isAway says that what stands before the shop has answered, with a page perhaps.
func (r *refused) isAway() bool { return r.Code == "" || r.Status >= 500 }

func (r *refused) Error() string {
	if r.isAway() {
		return fmt.Sprintf("the shop cannot be reached: %d was answered", r.Status)
	}
	return fmt.Sprint(r.Code, ": ", r.Detail)
}

var web = http.Client{Timeout: 20 * time.Second}

// send signs a request, and answers what came: nobody has vouched for it yet.
func (l *loader) send(method, path string, body []byte) (text []byte, from http.Header, nonce string, err error) {
	request, err := http.NewRequest(method, l.shop+"/api"+path, bytes.NewReader(body))
	random := make([]byte, 16)
	if _, failed := rand.Read(random); err != nil || failed != nil {
		return nil, nil, "", fmt.Errorf("cannot ask: %v %v", err, failed)
	}
	nonce = b64.EncodeToString(random)
	at, key := time.Now().UnixMilli()+l.ahead, ed25519.NewKeyFromSeed(l.Key)
	request.Header.Set("loadout-time", fmt.Sprint(at))
	request.Header.Set("loadout-nonce", nonce)
	request.Header.Set("loadout-signature", signRequest(key, method, path, at, nonce, body))
	if body != nil {
		request.Header.Set("content-type", "application/json")
	}
	if l.Access != "" && path != "/loader/v1/token" {
		request.Header.Set("authorization", "Bearer "+l.Access)
	}
	response, err := web.Do(request)
	if err != nil {
		return nil, nil, "", fmt.Errorf("the shop cannot be reached: %w", err)
	}
	defer response.Body.Close()
	if text, err = io.ReadAll(io.LimitReader(response.Body, 1<<20)); err == nil && response.StatusCode != 200 {
		no := &refused{Status: response.StatusCode}
		_ = json.Unmarshal(text, no)
		err = no
	}
	return text, response.Header, nonce, err
}

// ask believes an answer only when a trusted key signed it for this very request. An access token
// that is good no more is refreshed, and a clock that is off is made up for, each once.
func (l *loader) ask(method, path string, sent object) (said answer, err error) {
	var body []byte
	var no *refused
	if sent != nil {
		body, _ = json.Marshal(sent)
	}
	for refresh, clock := l.Refresh != "", true; ; {
		text, from, nonce, err := l.send(method, path, body)
		if refresh && errors.As(err, &no) && (no.Code == "token_expired" || no.Code == "unpaired") {
			refresh, err = false, l.refresh()
			if err == nil {
				continue
			}
		}
		if err != nil {
			return said, err
		}
		said, err = l.trusted.readAnswer(text, from.Get("loadout-key"), from.Get("loadout-signature"), nonce)
		if err != nil || said.Code != "CLOCK_SKEW" || !clock {
			return said, err
		}
		clock, l.ahead = false, said.Time-time.Now().UnixMilli()
	}
}

// plain is for what has no signed answer.
func (l *loader) plain(path string, sent object, into any) error {
	body, _ := json.Marshal(sent)
	text, _, _, err := l.send("POST", path, body)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

// tokens fetches those of a pairing, or of what was kept: 400 authorization_pending says not yet.
func (l *loader) tokens(sent object) error {
	got := struct{ Access_token, Refresh_token string }{l.Access, l.Refresh}
	err := l.plain("/loader/v1/token", sent, &got)
	l.Access, l.Refresh = got.Access_token, got.Refresh_token
	return err
}

func (l *loader) refresh() error {
	return l.tokens(object{"grant_type": "refresh_token", "refresh_token": l.Refresh})
}

type pairing struct { // show the code, and open the address
	DeviceCode string `json:"device_code"`
	UserCode   string `json:"user_code"`
	Address    string `json:"verification_uri_complete"`
	Interval   int    // seconds to wait before each call of tokens
}

// pair takes the name and the os of the computer, and its build where the loader has a stamp.
func (l *loader) pair(computer object) (begun pairing, err error) {
	public := ed25519.NewKeyFromSeed(l.Key).Public().(ed25519.PublicKey)
	computer["public_key"] = b64.EncodeToString(public)
	err = l.plain("/loader/v1/pair", computer, &begun)
	return
}
