/** Entry point: the screen for the current URL in the chosen language. */

import { html } from "./html.js";
import { render, useEffect, useState } from "./vendor/preact.js";
import { Identity, useAccount } from "./account.js";
import { Later } from "./components.js";
import { GameScreen } from "./game.js";
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES, preferredLanguage, setLanguage, t } from "./i18n.js";
import { Lobby } from "./lobby.js";
import { seatOf, storeGame } from "./storage.js";
import { showTooltips } from "./tooltip.js";

/** Seconds until the service worker fetches what the page needs offline: the first game goes first. */
const QUIET_SECONDS = 2;
const TOURNAMENTS = ["tournaments", "tournament", "new-tournament"];
const TOURNAMENT_STYLE = "tournament/tournament.css";
const VENUE_STYLES = [TOURNAMENT_STYLE, "venue/venue.css"];

/** Read the screen from the URL. A token in the URL is stored and removed from the URL at once. */
function route() {
  const [, screen = "", game = "", word = "", token = ""] = location.hash.split("/").map(decodeURIComponent);
  if (screen === "game" && word === "token") {
    storeGame({ game, seats: [{ seat: seatOf(token), token }] });
    history.replaceState(null, "", `#/game/${game}`);
  }
  return { screen, argument: game, detail: word };
}

/** @param {{screen: string, argument: string, detail: string, record: any, language: string}} props */
function Screen({ screen, argument, detail, record, language }) {
  const key = `${screen}/${argument}/${language}`;
  if (screen === "new") return html`<${Later} key=${key} load=${() => import("./create.js")} name="Create" ruleset=${argument} />`;
  if (screen === "game") return html`<${GameScreen} key=${key} game=${argument} />`;
  if (screen === "join") return html`<${Later} key=${key} load=${() => import("./join.js")} name="Join" game=${argument} />`;
  if (screen === "record") return html`<${Later} key=${record ? record.name : key} load=${() => import("./record.js")} name="RecordScreen" file=${record} />`;
  if (TOURNAMENTS.includes(screen)) return html`<${Later} key=${key} load=${() => import("./tournament/page.js")} name="TournamentScreens" styles=${[TOURNAMENT_STYLE]} screen=${screen} argument=${argument} />`;
  if (screen === "venue") return html`<${Later} key=${key} load=${() => import("./venue/venue.js")} name="Venue" styles=${VENUE_STYLES} id=${argument} />`;
  if (screen === "top-table") return html`<${Later} key=${key} load=${() => import("./venue/top.js")} name="TopTable" styles=${VENUE_STYLES} id=${argument} />`;
  if (screen === "watch") return html`<${Later} key=${key} load=${() => import("./watch.js")} name="WatchScreen" game=${argument} />`;
  if (screen === "rules") return html`<${Later} key=${key} load=${() => import("./rules.js")} name="RulesScreen" ruleset=${argument} paragraph=${detail} />`;
  if (screen === "learn") return html`<${Later} key=${key} load=${() => import("./lesson.js")} name="LessonScreen" ruleset=${argument} />`;
  return html`<${Lobby} key=${key} />`;
}

function App() {
  const account = useAccount();
  const [place, go] = useState(route);
  const [language, setPageLanguage] = useState(/** @type {string} */ (currentLanguage()));
  const [record, setRecord] = useState(/** @type {any} */ (null));
  useEffect(() => listenToHash(go), []);
  useEffect(() => listenToFileDrops((file) => (setRecord(file), (location.hash = "#/record"))), []);
  const choose = async (/** @type {any} */ event) => (await setLanguage(event.target.value), setPageLanguage(currentLanguage()));
  return html`
    <a class="skip" href="#main" onClick=${focusMain}>${t("skip")}</a>
    <header class="top">
      <a class="brand" href="#/"><span class="brand-mark" aria-hidden="true"></span>Bottega</a>
      <span class="top-title" id="top-title"></span>
      <${Identity} account=${account} />
      <label class="language"><span class="hidden">${t("language")}</span>
        <select value=${language} onChange=${choose}>
          ${LANGUAGES.map((each) => html`<option key=${each} value=${each} lang=${each}>${LANGUAGE_NAMES[each]}</option>`)}
        </select>
      </label>
    </header>
    <main id="main" tabindex="-1" class=${`screen screen-${place.screen || "lobby"}`}>
      <${Screen} ...${place} record=${record} language=${language} />
    </main>`;
}

/** @param {Event} event */
function focusMain(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** @param {(place: any) => void} go */
function listenToHash(go) {
  const navigate = () => (go(route()), document.getElementById("main")?.focus({ preventScroll: true }), scrollTo(0, 0));
  addEventListener("hashchange", navigate);
  return () => removeEventListener("hashchange", navigate);
}

/** @param {(file: File) => void} take */
function listenToFileDrops(take) {
  const over = (/** @type {DragEvent} */ event) => event.preventDefault();
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  };
  addEventListener("dragover", over);
  addEventListener("drop", drop);
  return () => (removeEventListener("dragover", over), removeEventListener("drop", drop));
}

await setLanguage(preferredLanguage());
showTooltips();
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("table")));
if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.open && location.assign(data.open)); // after a click on a notification
  const register = () => navigator.serviceWorker.register("/table/serviceworker.js", { scope: "/" }).catch(() => undefined);
  setTimeout(register, QUIET_SECONDS * 1000);
}
