/** The results of a game: winners, score sheet and analysis. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { pollUntilReady, request } from "./api.js";
import { cacheFinished } from "./cache.js";
import { Analysis } from "./chart.js";
import { ErrorMessage, Loading, problemOf, seatClass, useFetch } from "./components.js";
import { Paragraph } from "./help.js";
import { t } from "./i18n.js";
import { tokenOf } from "./session.js";
import { isKey, storedGame, storeGame } from "./storage.js";

/** Seconds between looks whether another player has started the rematch. */
const REMATCH_SECONDS = 4;

/** @param {any} props */
export function Results(props) {
  const { view, texts, session } = props;
  const path = `/games/${view.game_id}/result`;
  const { value, problem } = useFetch(() => pollUntilReady(path, "scoring", { token: tokenOf(session), signal: session.controller.signal }), [view.game_id]);
  return html`<section class="card panel results" aria-labelledby="over-title"><p class="eyebrow">${t("over")}</p>
    <div role="status"><h2 id="over-title">${value ? winners(texts, value.winners) : t("scoring")}</h2></div>
    <${ErrorMessage} problem=${problem} />
    ${(value?.seats ?? []).filter((/** @type {any} */ { reason }) => reason).map((/** @type {any} */ { seat, reason }) => html`<p key=${seat} class="faint">${t("seat_change", { kind: reason === "forfeit" ? "forfeited" : reason, name: texts.name("seat", seat), once: "no" })}</p>`)}
    <p class="row">${session.state.seat === null ? null : html`<${Rematch} ...${props} />`}
      <a class="button quiet" href=${`#/new/${view.ruleset}`}>${t("play_again")}</a>
      <a class="button quiet" href=${`/v1/games/${view.game_id}/record`} download=${`${view.ruleset}-${view.game_id}.json`} onClick=${() => void cacheFinished(view)}>${t("save_record")}</a></p>
    ${value ? html`<${ScoreSheet} result=${value} texts=${texts} />` : problem ? null : html`<${Loading} label=${t("scoring")} />`}
    <${Analysis} ...${props} />
  </section>`;
}

/** A button that opens the next game of the same players. Every player gets the same one. @param {any} props */
function Rematch({ view, session }) {
  const [problem, setProblem] = useState(/** @type {any} */ (undefined));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) return undefined;
    const look = () => document.visibilityState === "visible" && request(`/games/${view.game_id}`, { token: tokenOf(session), attempts: 1 }).then(({ rematch }) => setOpen(Boolean(rematch)), () => undefined);
    const timer = setInterval(look, REMATCH_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [isOpen]);
  const open = async () => {
    const { game_id: old, seats } = view;
    const stored = storedGame(old);
    const token = stored?.creator ?? tokenOf(session);
    const next = await request(`/games/${old}/rematch`, { token, body: {} }).catch((error) => void setProblem(problemOf(error)));
    if (!next) return;
    const turned = (stored?.seats ?? []).filter((each) => isKey(each.token)).map((each) => ({ ...each, seat: (each.seat || seats.length) - 1 }));
    storeGame({ game: next.game_id, ruleset: view.ruleset, seats: [...turned, ...next.tokens], creator: next.creator_token });
    location.hash = `#/game/${next.game_id}`;
  };
  return html`<button type="button" class="primary" onClick=${open}>${t(isOpen ? "join_rematch" : "rematch")}</button><${ErrorMessage} problem=${problem} />`;
}

/** @param {any} texts @param {number[]} seats */
export function winners(texts, seats) {
  if (!seats.length) return t("no_winner");
  const names = seats.map((seat) => texts.name("seat", seat)).join(", ");
  return seats.length === 1 ? t("winner", { names }) : t("winners", { names });
}

/** @param {{result: any, texts: any}} props */
export function ScoreSheet({ result, texts }) {
  const [paragraph, show] = useState("");
  const seats = [...result.seats].sort((/** @type {any} */ one, /** @type {any} */ other) => one.rank - other.rank);
  const rows = mergeRows(seats, "rows");
  const ties = mergeRows(seats, "tie_breaks");
  const line = (/** @type {any} */ row) => html`<tr key=${row.item}><th scope="row"><span>${texts.name("score_item", row.item)}</span>
    <button type="button" class="paragraph" aria-label=${t("rule_of", { item: texts.name("score_item", row.item), paragraph: row.paragraph })} onClick=${() => show(row.paragraph)}>§ ${row.paragraph}</button></th>
    ${seats.map(({ seat }) => html`<td key=${seat}>${`${row.amounts.get(seat) ?? "–"}`.replace("-", "−")}</td>`)}</tr>`;
  return html`<div class="scroll-frame" tabindex="0" role="region" aria-label=${t("score_sheet")}><table class="score-sheet"><caption class="hidden">${t("score_sheet")}</caption>
    <thead><tr><td></td>${seats.map(({ seat, rank }) => html`<th scope="col" key=${seat}><span class=${`pip ${seatClass(seat)}`}><bdi>${texts.name("seat", seat)}</bdi></span><small>${t("rank", { rank })}</small></th>`)}</tr></thead>
    <tbody>${rows.filter(({ amounts }) => [...amounts.values()].some(Boolean)).map(line)}</tbody>
    <tfoot><tr><th scope="row">${t("total")}</th>${seats.map(({ seat, total }) => html`<td key=${seat}><strong>${total}</strong></td>`)}</tr>
    ${ties.length && seats.some(({ rank }, index) => index && seats[index - 1].total === seats[index].total) ? html`<tr><th scope="row" class="faint">${t("tie_breaks")}</th>${seats.map(({ seat }) => html`<td key=${seat}></td>`)}</tr>${ties.map(line)}` : null}</tfoot></table></div>
    ${paragraph ? html`<${Paragraph} ruleset=${texts.ruleset.ruleset} paragraph=${paragraph} close=${() => show("")} />` : null}`;
}

/** Merge the rows of all seats, ordered by their first appearance. @param {any[]} seats @param {string} field @returns {{item: string, paragraph: string, amounts: Map<number, number>}[]} */
function mergeRows(seats, field) {
  const rows = new Map();
  for (const seat of seats) {
    for (const { item, paragraph, amount } of seat[field]) {
      if (!rows.has(item)) rows.set(item, { item, paragraph, amounts: new Map() });
      rows.get(item).amounts.set(seat.seat, amount);
    }
  }
  return [...rows.values()];
}
