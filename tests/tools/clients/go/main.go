// Command play plays recorded games with the client that openapi-generator makes for Go.
//
// The arguments are the URL of the service and the recorded games as JSON. It prints a report of each game as a line.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"time"

	bottega "github.com/bottega/client"
)

type recorded struct {
	Name    string
	Ruleset string
	Game    json.RawMessage
	Actions []struct {
		Seat    int32
		Version int32
		Wire    json.RawMessage
	}
	Seats json.RawMessage
}

type report struct {
	Game      string   `json:"game"`
	Actions   int      `json:"actions"`
	Values    int      `json:"values"`
	Different []string `json:"different"`
}

var api *bottega.APIClient

func main() {
	settings := bottega.NewConfiguration()
	settings.Servers = bottega.ServerConfigurations{{URL: os.Args[1]}}
	api = bottega.NewAPIClient(settings)
	var games []recorded
	content, err := os.ReadFile(os.Args[2])
	check(err)
	check(json.Unmarshal(content, &games))
	for _, game := range games {
		line, err := json.Marshal(play(game))
		check(err)
		fmt.Println(string(line))
	}
}

func play(game recorded) *report {
	done := &report{Game: game.Name, Different: []string{}}
	take(done, "listRulesets")(api.RulesetsAPI.ListRulesets(context.Background()).Execute())
	take(done, "getRuleset")(api.RulesetsAPI.GetRuleset(context.Background(), game.Ruleset).Execute())
	var body bottega.GameRequest
	check(json.Unmarshal(game.Game, &body))
	made := api.GamesAPI.CreateGame(context.Background()).GameRequest(body)
	created := decoded[struct {
		GameId string `json:"game_id"`
		Tokens []struct {
			Seat  int32
			Token string
		}
	}](take(done, "createGame")(made.Execute()))
	tokens := map[int32]string{}
	for _, each := range created.Tokens {
		tokens[each.Seat] = each.Token
	}
	for _, action := range game.Actions {
		act(done, as(tokens[action.Seat]), created.GameId, game.Ruleset, action.Wire)
		events := api.EventsAPI.ListEvents(as(tokens[action.Seat]), created.GameId).After(action.Version - 1).Patches(true)
		take(done, "listEvents")(events.Execute())
		done.Actions++
	}
	for _, token := range tokens {
		take(done, "queryView")(api.GamesAPI.QueryView(as(token), created.GameId).Execute())
	}
	compareResult(done, created.GameId, game.Seats)
	return done
}

// act finds the recorded action among the legal ones and submits it twice; the second submission must be rejected.
func act(done *report, seat context.Context, game, ruleset string, action json.RawMessage) {
	legal := decoded[struct {
		Decision json.RawMessage
		Actions  []json.RawMessage
	}](take(done, "listLegalActions")(api.ActionsAPI.ListLegalActions(seat, game).Execute()))
	isListed := false
	for _, each := range legal.Actions {
		isListed = isListed || alike(each, action)
	}
	if !isListed {
		done.Different = append(done.Different, fmt.Sprintf("%s is not listed", action))
	}
	wire, err := json.Marshal(map[string]any{"ruleset": ruleset, "decision": legal.Decision, "action": action})
	check(err)
	var body bottega.ActionRequest
	check(json.Unmarshal(wire, &body))
	take(done, "submitAction")(api.ActionsAPI.SubmitAction(seat, game).ActionRequest(body).Execute())
	_, response, err := api.ActionsAPI.SubmitAction(seat, game).ActionRequest(body).Execute()
	if err == nil || response.StatusCode != http.StatusConflict {
		done.Different = append(done.Different, "a second submission is not rejected")
	}
}

// compareResult waits until the game is scored, and compares its seats with the recorded ones.
func compareResult(done *report, game string, seats json.RawMessage) {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		value, response, err := api.GamesAPI.GetResult(context.Background(), game).Execute()
		if response != nil && response.StatusCode == http.StatusAccepted {
			continue // the client knows the type of 200 only
		}
		received := take(done, "getResult")(value, response, err)
		if !alike(decoded[struct{ Seats json.RawMessage }](received).Seats, seats) {
			done.Different = append(done.Different, "the outcome is another one")
		}
		return
	}
	done.Different = append(done.Different, "the game is not scored")
}

// take counts a response and compares its JSON before and after decoding; it returns what was received.
func take(done *report, what string) func(value any, response *http.Response, err error) []byte {
	return func(value any, response *http.Response, err error) []byte {
		check(err)
		received, err := io.ReadAll(response.Body)
		check(err)
		encoded, err := json.Marshal(value)
		check(err)
		done.Values++
		if !alike(received, encoded) {
			done.Different = append(done.Different, what+" changes by decoding and encoding")
		}
		return received
	}
}

func as(token string) context.Context {
	return context.WithValue(context.Background(), bottega.ContextAccessToken, token)
}

func decoded[Value any](content []byte) Value {
	var value Value
	check(json.Unmarshal(content, &value))
	return value
}

func alike(one, other []byte) bool {
	return reflect.DeepEqual(plain(one), plain(other))
}

func plain(content []byte) any {
	return decoded[any](content) // 1000.0 and 1000 are the same number
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
