/** Play a game with the screen of the README in a small DOM, and show the lists of games and a tournament until its end. */

import { createClient } from "@bottega/client";
import { BottegaProvider, useGame, useMyGames, useTournament } from "@bottega/react";
import { createElement as h } from "react";
import { App } from "./app.mjs";
import { show, window } from "./dom.mjs";

const [url, token] = process.argv.slice(2);
const now = Date.now;
Date.now = () => now() + 3_600_000; // the clock of the device is an hour ahead
const client = createClient({ url, token });
const { claimSeat, createGame, createPlayer, createTournament, startTournament } = client.operations;

/** More games than fit on one page. */
const MANY = 101;
const ruleset = "azul";
const seats = [{ kind: "human", name: "Ada" }, { kind: "human", name: "Bruno" }];
const { game_id: game, tokens } = await createGame({ body: { ruleset, seats } });
const played = await Promise.all(tokens.map((seat) =>
  show(h(App, { client, game, token: seat.token, language: "en" }), (screen) => screen.querySelector("h1"), (screen) => screen.querySelector("button")?.click())));

const { key } = await createPlayer({ body: { name: "Carla" } });
const Games = () => h("p", null, `${useMyGames({ token: key }).games?.length ?? "…"} games`);
const shown = show(h(BottegaProvider, { client }, h(Games)), (screen) => screen.textContent === `${MANY} games`);
for (let number = 0; number < MANY; number++) {
  const open = await createGame({ body: { ruleset, seats: [{ kind: "open" }, { kind: "human" }] } });
  await claimSeat({ game_id: open.game_id, seat: 0, body: {} }, { token: key });
}

const overrides = { sentences: { "action/draft_tiles": "{actor} takes tiles" } };
const Log = () => h("p", null, useGame(game, { overrides }).texts?.sentence("action", { type: "draft_tiles" }, 1));
const overridden = await show(h(BottegaProvider, { client }, h(Log)), (screen) => screen.textContent);

const entrants = ["Ada", "Bruno", "Carla", "Dario"].map((name) => ({ name, level: "random" }));
const { tournament } = await createTournament({ body: { name: "Cup", ruleset, stages: [{ format: "knockout" }], next_round: "automatic", entrants } });
const Cup = () => {
  const { tournament: cup, rounds } = useTournament(tournament);
  return h("p", null, cup ? `${cup.status} ${rounds.length}` : "…");
};
const cup = show(h(BottegaProvider, { client }, h(Cup)), (screen) => screen.textContent.startsWith("over"));
await startTournament({ tournament, body: {} });

console.log(JSON.stringify({ game, played, games: await shown, overridden, cup: await cup }));
await window.happyDOM.close();
