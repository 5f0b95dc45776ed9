package main

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// checkVectors checks docs/loader-vectors.json, but for how the shop matches computers.
func checkVectors(path string) error {
	type pair struct {
		Private string `json:"private_key"`
		Public  string `json:"public_key"`
		ID      string
	}
	var all struct {
		Keys     struct{ Shop, Loader, Stranger pair }
		Requests []struct {
			Method, Path, Nonce, Body, Signature string
			Time                                 int64
		}
		Answers []struct {
			About, Body, Signature string
			Nonce                  string `json:"asked_nonce"`
			Genuine                bool
		}
		Entitlements []struct {
			entitlement
			About string
			Now   int64
			Good  bool
		}
		Stamp  struct{ File, Build string }
		Signed struct{ File, Build string } `json:"signed_stamp"`
		Values []struct{ Value, Sha256 string }
	}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return err
	}
	checked, wrong := 0, 0
	check := func(about string, right bool) {
		checked++
		if !right {
			wrong++
			fmt.Println("wrong:", about)
		}
	}
	trusted := trust{}
	trusted.add(all.Keys.Shop.Public)
	for _, key := range []pair{all.Keys.Shop, all.Keys.Loader, all.Keys.Stranger} {
		public := ed25519.NewKeyFromSeed(unb64(key.Private)).Public().(ed25519.PublicKey)
		check("key "+key.ID, b64.EncodeToString(public) == key.Public && keyID(public) == key.ID)
	}
	own := ed25519.NewKeyFromSeed(unb64(all.Keys.Loader.Private))
	for _, one := range all.Requests {
		signature := signRequest(own, one.Method, one.Path, one.Time, one.Nonce, []byte(one.Body))
		check(one.Method+" "+one.Path, signature == one.Signature)
	}
	for _, one := range all.Answers {
		_, err := trusted.readAnswer([]byte(one.Body), all.Keys.Shop.ID, one.Signature, one.Nonce)
		check(one.About, (err == nil) == one.Genuine)
	}
	for _, one := range all.Entitlements {
		_, good := one.says(trusted, time.UnixMilli(one.Now))
		check(one.About, good == one.Good)
	}
	check("stamp", stampOf(unb64(all.Stamp.File)) == all.Stamp.Build)
	check("signed_stamp", stampOf(unb64(all.Signed.File)) == all.Signed.Build)
	for _, one := range all.Values {
		check(one.Value, hashOf(one.Value) == one.Sha256)
	}
	fmt.Println(checked, "checked,", wrong, "wrong")
	if wrong > 0 {
		return fmt.Errorf("%d are wrong", wrong)
	}
	return nil
}
