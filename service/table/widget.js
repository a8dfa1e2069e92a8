/**
 * Entry point of the page that other sites may show in a frame: a game, the standings or the bracket of a tournament.
 * It shows what spectators see. It neither reads the tokens of this browser nor offers any action.
 */

import { html } from "./html.js";
import { render, useEffect, useState } from "./vendor/preact.js";
import { isolateRtl } from "./bidi.js";
import { ErrorMessage, Loading, loadStyle } from "./components.js";
import { preferredLanguage, setLanguage, t } from "./i18n.js";
import { Bracket } from "./tournament/bracket.js";
import { useTournament } from "./tournament/live.js";
import { Standings } from "./tournament/standings.js";
import { LiveBoard } from "./watch.js";

const NO_ACCOUNT = { isKnown: true, changeKey: () => undefined };

/** Read what to show from the URL. */
function route() {
  const [, kind = "", id = ""] = location.hash.split("/").map(decodeURIComponent);
  return { kind, id };
}

function Widget() {
  const [{ kind, id }, go] = useState(route);
  useEffect(() => addEventListener("hashchange", () => go(route())), []);
  if (kind === "game") return html`<${Frame} path=${`game/${id}`}><h1 class="hidden">${t("embed_game")}</h1><${LiveBoard} key=${id} game=${id} /></${Frame}>`;
  return html`<${Frame} path=${`tournament/${id}`}><${TournamentPart} key=${id} kind=${kind} id=${id} /></${Frame}>`;
}

/** The content, and a link to the whole page. @param {{path: string, children?: unknown}} props */
const Frame = ({ path, children }) => html`<main class="widget">${children}<p class="widget-foot"><a href=${`/#/${path}`} target="_blank" rel="noopener">${t("open_page")}</a></p></main>`;

/** @param {{kind: string, id: string}} props */
function TournamentPart({ kind, id }) {
  const { data, problem } = useTournament(id, undefined, true);
  useEffect(() => void loadStyle("tournament/tournament.css"), []);
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  if (!data) return html`<${Loading} label=${t("loading")} />`;
  const props = { data, account: NO_ACCOUNT, nameOf: (/** @type {number} */ entrant) => isolateRtl(data.entrants[entrant]?.name ?? String(entrant + 1)) };
  return html`<h1 class="widget-title"><bdi>${data.tournament.name}</bdi></h1>${kind === "bracket" ? html`<${Bracket} ...${props} />` : html`<${Standings} ...${props} />`}`;
}

await setLanguage(preferredLanguage());
render(html`<${Widget} />`, /** @type {Element} */ (document.getElementById("table")));
