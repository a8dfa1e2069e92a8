/** Play a whole game in an example of `@bottega/react`: in the front end from its form on, else with all seats on screens. */

import { createClient } from "@bottega/client";
import { createElement as h } from "react";
import { click, show, window } from "./dom.mjs";

const [url, example, ruleset] = process.argv.slice(2);
const requests = new Set();
const client = createClient({
  url,
  fetch: (address, options) => (requests.add(new URL(address).pathname.split("/").at(-1)), fetch(address, options)),
});

if (example.endsWith(".native")) {
  for (const name of ["EventSource", "TextDecoder", "crypto", "structuredClone"]) delete globalThis[name]; // React Native lacks them
  delete Response.prototype.body;
  delete URLSearchParams.prototype.size;
  delete Intl.PluralRules;
}
const { App } = await import(`./react/examples/${example}.jsx`);
let clicks = 0;
/** Choose another of several elements with each click. */
const choose = (elements) => click(elements[(clicks++ * 7) % elements.length]);

/** Choose the game in the form, or click a legal action in the drawing or in the list. */
function play(screen) {
  const select = screen.querySelector("select");
  if (select && select.value !== ruleset) {
    select.value = ruleset;
    select.dispatchEvent(new window.Event("change", { bubbles: true }));
  } else if (select) click(screen.querySelector("[type=submit]"));
  else {
    const isListed = screen.querySelector("[aria-label='Your turn'] > button");
    const drawn = isListed ? [] : screen.querySelectorAll("svg [role=button]");
    choose(drawn.length ? drawn : screen.querySelectorAll("li button"));
  }
}

let game;
if (example === "front-end") {
  await show(h(App, { client }), (screen) => screen.querySelector("td"), play);
  ({ game } = JSON.parse(window.localStorage.getItem("bottega-seat")));
} else {
  const seats = [{ kind: "human", name: "Ada" }, { kind: "human", name: "Bruno" }];
  const { game_id, tokens } = await client.operations.createGame({ body: { ruleset, seats } });
  game = game_id;
  const isOver = (screen) => screen.textContent.includes("The game is over.");
  const act = (screen) => choose(screen.querySelectorAll("button"));
  await Promise.all(tokens.map(({ token }) => show(h(App, { client, game, token, language: "en" }), isOver, act)));
}
console.log(JSON.stringify({ game, requests: [...requests] }));
await window.happyDOM.close();
