/** The list of players and whose turn it is. */

import { html } from "./html.js";
import { initial } from "./bidi.js";
import { Clock } from "./clock.js";
import { seatClass } from "./components.js";
import { t } from "./i18n.js";

/** @param {any} props */
export function Players({ view, state, texts }) {
  return html`<ul class="players" aria-label=${t("players")}>
    ${view.seats.map((/** @type {any} */ seat) => {
      const isActing = view.to_act.includes(seat.seat);
      const note = noteOf(view, state, seat, isActing);
      return html`<li key=${`player-${seat.seat}`} class=${`player ${seatClass(seat.seat)} ${isActing ? "acting" : ""} ${state.seat === seat.seat ? "own" : ""}`} aria-current=${isActing ? "true" : undefined}>
        <span class="disc" aria-hidden="true">${initial(texts.name("seat", seat.seat))}</span>
        <span class="player-text"><bdi class="player-name">${texts.name("seat", seat.seat)}</bdi>
        <span class="player-note">${note}${isActing && seat.kind === "ai" ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>` : null}</span></span>
        <${Clock} view=${view} seat=${seat.seat} />
      </li>`;
    })}</ul>`;
}

/** @param {any} view @param {any} state @param {any} seat @param {boolean} isActing */
function noteOf(view, state, seat, isActing) {
  const rank = view.outcome?.find((/** @type {any} */ each) => each.seat === seat.seat)?.rank;
  if (rank) return t("rank", { rank });
  if (isActing) return seat.kind === "ai" ? t("thinking") : state.seat === seat.seat ? t("your_turn") : t("to_act");
  return state.seat === seat.seat ? t("you") : "";
}
