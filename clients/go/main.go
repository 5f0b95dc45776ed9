// A command of the client, to try a shop with:
//
//	go build -o loader *.go
//	export LOADER_SHOP=https://your.shop LOADER_KEYS=<its public key> LOADER_COMPUTER=values.json
//	./loader pair; ./loader validate <product>; ./loader play <product>; ./loader vectors <file>
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

const keptIn = "loader.json" // a real loader takes the safest place that the computer has

func open() (*loader, error) {
	l := &loader{shop: os.Getenv("LOADER_SHOP"), trusted: trust{}, Offline: map[string]entitlement{}}
	for _, key := range strings.Split(os.Getenv("LOADER_KEYS"), ",") {
		l.trusted.add(key)
	}
	text, err := os.ReadFile(keptIn)
	if err == nil {
		err = json.Unmarshal(text, l)
	}
	if err == nil && len(l.Key) != ed25519.SeedSize {
		err = errors.New("it holds no key")
	}
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return l, about(keptIn+" cannot be read", err)
	}
	l.Key = make([]byte, ed25519.SeedSize)
	_, err = rand.Read(l.Key)
	return l, err
}

// keep writes all of it or nothing, and for its owner alone.
func (l *loader) keep() error {
	text, _ := json.Marshal(l)
	err := os.WriteFile(keptIn+".new", text, 0o600)
	if err == nil {
		err = os.Rename(keptIn+".new", keptIn)
	}
	return about(keptIn+" cannot be written", err)
}

func about(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// pair shows the code, and asks for the tokens until the customer has answered.
func pair(l *loader) error {
	if err := l.keep(); err != nil { // before the customer is asked
		return err
	}
	name, _ := os.Hostname()
	computer := object{"name": fmt.Sprintf("%.60s", name), "os": runtime.GOOS}
	if stamp := ownStamp(); stamp != nil {
		computer["build"] = stamp
	}
	begun, err := l.pair(computer)
	if err != nil {
		return err
	}
	fmt.Println("Open", begun.Address, "and pair this computer. It shows the code", begun.UserCode)
	for wait := begun.Interval; ; {
		time.Sleep(time.Duration(wait) * time.Second)
		err := l.tokens(object{"grant_type": "device_code", "device_code": begun.DeviceCode})
		var no *refused
		switch {
		case err == nil:
			fmt.Println("paired")
			return nil
		case errors.As(err, &no) && no.Code == "slow_down":
			wait += 5
		case !errors.As(err, &no) || no.Code != "authorization_pending":
			return err
		}
	}
}

func validate(l *loader, product string) (answer, error) {
	parts, err := components()
	if err != nil {
		return answer{}, err
	}
	said, err := l.ask("POST", "/loader/v1/validate", object{"product": product, "components": parts, "build": ownStamp()})
	if isAway(err) {
		says, ok := l.Offline[product].says(l.trusted, time.Now())
		for _, one := range says.Products {
			if ok && one.Slug == product {
				fmt.Println("offline until", says.NotAfter)
			}
		}
	}
	if err != nil {
		return said, err
	}
	fmt.Println("validate", said.Code, said.Sentence, said.Advice)
	delete(l.Offline, product)
	if said.Entitlement != nil {
		l.Offline[product] = *said.Entitlement
	}
	return said, nil
}

// isAway tells a shop that cannot be reached from one that says no.
func isAway(err error) bool {
	var net *url.Error
	var no *refused
	return errors.As(err, &net) || errors.As(err, &no) && no.isAway()
}

// play fetches the module, and sends heartbeats until the shop or the player ends it.
func play(l *loader, product string) error {
	said, err := validate(l, product)
	if err != nil || said.Session == nil {
		return err
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	session := object{"session": said.Session.ID}
	if err := fetchModule(l, product); err != nil {
		return err
	}
	for missed := 0; missed < 3; {
		beat, err := l.ask("POST", "/loader/v1/heartbeat", session)
		switch {
		case isAway(err):
			missed++ // a running game goes on until its session would be lost
		case err != nil:
			return err
		default:
			missed = 0
			fmt.Println("heartbeat", beat.Code, beat.Sentence, beat.Advice)
			if beat.Code != "VALID" {
				return nil
			}
		}
		select {
		case <-stop:
			bye, err := l.ask("POST", "/loader/v1/logout", session)
			fmt.Println("logout", bye.Code)
			return err
		case <-time.After(time.Duration(said.Session.Beat_seconds) * time.Second):
		}
	}
	return errors.New("the shop was away for three heartbeats")
}

func main() {
	err := run(append(os.Args[1:], "", ""))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if args[0] == "vectors" {
		return checkVectors(args[1])
	}
	l, err := open()
	if err != nil {
		return err
	}
	switch args[0] {
	case "pair":
		err = pair(l)
	case "validate":
		_, err = validate(l, args[1])
	case "play":
		err = play(l, args[1])
	default:
		return errors.New("pair, validate <product>, play <product>, vectors <file>")
	}
	if kept := l.keep(); err == nil {
		err = kept
	}
	return err
}
