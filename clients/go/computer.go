package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
)

var others = regexp.MustCompile("[^A-Za-z0-9]")

func hashOf(value string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.ToUpper(others.ReplaceAllString(value, "")))))
}

// components are the hashes of LOADER_COMPUTER, a file of values by kind: {"board":["PF-1A2B3C"],…}.
// A real loader asks the system for them.
func components() (map[string][]string, error) {
	values := map[string][]string{}
	text, err := os.ReadFile(os.Getenv("LOADER_COMPUTER"))
	if err == nil {
		err = json.Unmarshal(text, &values)
	}
	for _, all := range values {
		for n, value := range all {
			all[n] = hashOf(value)
		}
	}
	return values, err
}

// stampOf is the signed block at the end of a loader; empty where a file has none.
func stampOf(file []byte) string {
	end := len(file)
	if end < 84 {
		return ""
	}
	if magic := string(file[end-8:]); magic != "LOADOUT1" && magic != "LOADOUT2" {
		return ""
	}
	size := int(binary.LittleEndian.Uint32(file[end-12:])) + 84
	if size > end {
		return ""
	}
	return b64.EncodeToString(file[end-size:])
}

// ownStamp is that of the file that runs; nil where it has none.
func ownStamp() any {
	path, _ := os.Executable()
	file, _ := os.ReadFile(path)
	if stamp := stampOf(file); stamp != "" {
		return stamp
	}
	return nil
}
