/** The list of players and whose turn it is. */

import { html } from "./html.js";
import { initial } from "./bidi.js";
import { Clock } from "./clock.js";
import { isFree, seatClass } from "./components.js";
import { tallyOf } from "./drawings.js";
import { t } from "./i18n.js";

/** @param {any} props */
export function Players({ view, state, texts, present = new Map() }) {
  return html`<ul class="players" aria-label=${t("players")}>
    ${view.seats.map((/** @type {any} */ seat) => {
      const isActing = view.to_act.includes(seat.seat);
      const note = noteOf(view, state, seat, isActing);
      const isPresent = seat.seat === state.seat ? undefined : present.get(seat.seat);
      const connected = t("connected", { is: isPresent ? "yes" : "no" });
      return html`<li key=${`player-${seat.seat}`} class=${`player ${seatClass(seat.seat)} ${isActing ? "acting" : ""} ${state.seat === seat.seat ? "own" : ""}`} aria-current=${isActing ? "true" : undefined}>
        <span class="disc" aria-hidden="true">${initial(texts.name("seat", seat.seat))}</span>
        <span class="player-text"><bdi class="player-name" title=${texts.name("seat", seat.seat)}>${texts.name("seat", seat.seat)}</bdi>
        <span class="player-note">${note}${isActing && seat.kind === "ai" ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : null}</span></span>
        ${isPresent === undefined ? null : html`<span class=${`presence ${isPresent ? "is-present" : ""}`} role="img" aria-label=${connected} title=${connected}></span>`}
        <${Tally} ...${tallyOf(view, seat.seat)} />
        <${Clock} view=${state.view ?? view} seat=${seat.seat} />
      </li>`;
    })}</ul>`;
}

/** The score of a seat, and the size of its hand. @param {{score?: number, hand?: number}} props */
function Tally({ score, hand }) {
  const held = hand === undefined ? "" : t("in_hand", { count: hand });
  return html`${score === undefined ? null : html`<b class="score" title=${t("score")}><span class="hidden">${t("score")} </span>${score}</b>`}
    ${held ? html`<small class="in-hand" title=${held}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d="M4 8l9-4 4 12-9 4zM15 5h5v13h-3" /></svg><span aria-hidden="true">${hand}</span><span class="hidden">${held}</span></small>` : null}`;
}

/** @param {any} view @param {any} state @param {any} seat @param {boolean} isActing */
function noteOf(view, state, seat, isActing) {
  const rank = view.outcome?.find((/** @type {any} */ each) => each.seat === seat.seat)?.rank;
  if (rank) return t("rank", { rank });
  if (isActing) return seat.kind === "ai" ? t("thinking") : state.seat === seat.seat && view.decision !== undefined ? t("your_turn") : t("to_act");
  if (state.seats?.[seat.seat] && isFree(state.seats[seat.seat])) return t("free_seat");
  return state.seat === seat.seat ? t("you") : "";
}
