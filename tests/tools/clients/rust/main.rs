//! Plays recorded games with the client that openapi-generator makes for Rust.
//!
//! The arguments are the URL of the service and the recorded games as JSON. It prints a report of each game as a line.
//! The client returns decoded values only. So each request is sent twice, the second time for the JSON of its response.
use bottega_client::apis::{actions_api, configuration::Configuration, events_api, games_api, rulesets_api, Error};
use bottega_client::models;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use std::{collections::HashMap, env, fs, io::Read, thread, time::Duration, time::Instant};

const LONGEST: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Deserialize)]
struct Recorded {
    name: String,
    ruleset: String,
    game: Value,
    actions: Vec<Turn>,
    seats: Value,
}

#[derive(Deserialize)]
struct Turn {
    seat: i64,
    version: i32,
    wire: Value,
}

#[derive(Serialize, Default)]
struct Report {
    game: String,
    actions: usize,
    values: usize,
    different: Vec<String>,
}

impl Report {
    /// Compares the JSON of a response with the one that the client decoded and encodes.
    fn take(&mut self, what: &str, received: &Value, decoded: &impl Serialize) {
        self.values += 1;
        if !alike(received, &serde_json::to_value(decoded).unwrap()) {
            self.different.push(format!("{what} changes by decoding and encoding"));
        }
    }
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let games: Vec<Recorded> = serde_json::from_str(&fs::read_to_string(&arguments[2]).unwrap()).unwrap();
    for game in games {
        println!("{}", serde_json::to_string(&play(&arguments[1], &game)).unwrap());
    }
}

fn play(url: &str, game: &Recorded) -> Report {
    let nobody = Configuration { base_path: url.to_owned(), ..Default::default() };
    let mut done = Report { game: game.name.clone(), ..Default::default() };
    let listed = rulesets_api::list_rulesets(&nobody, None, None).unwrap();
    done.take("listRulesets", &received(&nobody, "/v1/rulesets"), &listed);
    let ruleset = rulesets_api::get_ruleset(&nobody, &game.ruleset, None, None).unwrap();
    done.take("getRuleset", &received(&nobody, &format!("/v1/rulesets/{}", game.ruleset)), &ruleset);
    let created = create(&mut done, &nobody, &game.game);
    let id = created["game_id"].as_str().unwrap();
    let seats = tokens(&nobody, &created);
    for turn in &game.actions {
        let seat = &seats[&turn.seat];
        act(&mut done, seat, id, game, turn);
        let path = format!("/v1/games/{id}/events?after={}&patches=true", turn.version - 1);
        let after = Some(turn.version - 1);
        let page = events_api::list_events(seat, id, None, None, None, after, None, None, Some(true), None, None).unwrap();
        done.take("listEvents", &received(seat, &path), &page);
        done.actions += 1;
    }
    for seat in seats.values() {
        let view = games_api::query_view(seat, id, None, None, None, None, None, None).unwrap();
        done.take("queryView", &received(seat, &format!("/v1/games/{id}/view")), &view);
    }
    compare_result(&mut done, &nobody, id, &game.seats);
    done
}

/// Creates a game, and returns the response.
fn create(done: &mut Report, nobody: &Configuration, game: &Value) -> Value {
    let body: models::GameRequest = serde_json::from_value(game.clone()).unwrap();
    let key = random_key();
    let created = games_api::create_game(nobody, body, None, None, Some(&key)).unwrap();
    let again = repeated(nobody, "/v1/games", &key, game);
    done.take("createGame", &again, &created);
    again
}

/// Returns the settings of each seat with its token.
fn tokens(nobody: &Configuration, created: &Value) -> HashMap<i64, Configuration> {
    let with = |token: &Value| Configuration { bearer_access_token: token.as_str().map(str::to_owned), ..nobody.clone() };
    let issued = created["tokens"].as_array().unwrap().iter();
    issued.map(|each| (each["seat"].as_i64().unwrap(), with(&each["token"]))).collect()
}

/// Finds the recorded action among the legal ones and submits it. A second submission must be rejected.
fn act(done: &mut Report, seat: &Configuration, id: &str, game: &Recorded, turn: &Turn) {
    let path = format!("/v1/games/{id}/actions");
    let listed = received(seat, &path);
    let legal = actions_api::list_legal_actions(seat, id, None, None).unwrap();
    done.take("listLegalActions", &listed, &legal);
    if !listed["actions"].as_array().unwrap().iter().any(|each| alike(each, &turn.wire)) {
        done.different.push(format!("{} is not listed", turn.wire));
    }
    let body = json!({"ruleset": game.ruleset, "decision": listed["decision"], "action": turn.wire});
    let request: models::ActionRequest = serde_json::from_value(body.clone()).unwrap();
    let key = random_key();
    let after = actions_api::submit_action(seat, id, request.clone(), None, None, Some(&key), None, None, None).unwrap();
    done.take("submitAction", &repeated(seat, &path, &key, &body), &after);
    match actions_api::submit_action(seat, id, request, None, None, None, None, None, None) {
        Err(Error::ResponseError(response)) if response.status == 409 => {}
        _ => done.different.push("a second submission is not rejected".to_owned()),
    }
}

/// Waits until the game is scored, and compares its seats with the recorded ones.
fn compare_result(done: &mut Report, nobody: &Configuration, id: &str, seats: &Value) {
    let path = format!("/v1/games/{id}/result");
    let since = Instant::now();
    let mut scored = received(nobody, &path);
    while scored.get("seats").is_none() && since.elapsed() < LONGEST {
        thread::sleep(PAUSE);
        scored = received(nobody, &path);
    }
    done.take("getResult", &scored, &games_api::get_result(nobody, id, None, None).unwrap());
    if !alike(&scored["seats"], seats) {
        done.different.push("the outcome is another one".to_owned());
    }
}

fn received(caller: &Configuration, path: &str) -> Value {
    let request = caller.client.get(format!("{}{path}", caller.base_path));
    sent(caller, request)
}

/// Repeats a request with its `Idempotency-Key`, which returns the stored response.
fn repeated(caller: &Configuration, path: &str, key: &str, body: &Value) -> Value {
    let request = caller.client.post(format!("{}{path}", caller.base_path));
    sent(caller, request.header("Idempotency-Key", key).json(body))
}

fn sent(caller: &Configuration, request: reqwest::blocking::RequestBuilder) -> Value {
    let token = caller.bearer_access_token.as_ref();
    let request = token.into_iter().fold(request, |request, token| request.bearer_auth(token));
    request.send().unwrap().json().unwrap()
}

fn random_key() -> String {
    let mut bytes = [0; 16];
    fs::File::open("/dev/urandom").unwrap().read_exact(&mut bytes).unwrap();
    bytes.iter().map(|each| format!("{each:02x}")).collect()
}

/// Whether two values are the same JSON; 1000.0 and 1000 are the same number.
fn alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => one.len() == other.len() && one.iter().zip(other).all(|(a, b)| alike(a, b)),
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len() && one.iter().all(|(name, value)| other.get(name).is_some_and(|found| alike(value, found)))
        }
        _ => one == other,
    }
}
