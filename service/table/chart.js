/** The analysis of a finished game as a chart: each seat's chance to win, decision by decision. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { awaited } from "./api.js";
import { described, seatClass, Trouble, Waiting } from "./parts.js";
import { lookBack, tokenOf } from "./session.js";
import { t } from "./words.js";

const WIDTH = 600;
const HEIGHT = 240;
const LEFT = 40;
const BOTTOM = 26;

/** @param {any} props */
export function Analysis({ session, view, lex }) {
  const [state, setState] = useState(/** @type {any} */ ({}));
  const ask = async () => {
    setState({ done: 0 });
    const options = { token: tokenOf(session), signal: session.ending.signal };
    try {
      const value = await awaited(`/games/${view.game_id}/analysis`, "analysing", options, ({ done }) => setState({ done }));
      setState({ value });
    } catch (error) {
      setState({ problem: described(error) });
    }
  };
  if (state.problem) return html`<${Trouble} problem=${state.problem} />`;
  if (state.value) return html`<${Chart} analysis=${state.value} lex=${lex} show=${(/** @type {number} */ version) => lookBack(session, version)} />`;
  if (state.done === undefined) return html`<p class="row"><button type="button" class="quiet" onClick=${ask}>${t("analyse")}</button></p>`;
  return html`<div><${Waiting} label=${t("analysing", { done: state.done, all: view.version })} /><progress max=${view.version} value=${state.done} aria-label=${t("analyse")}></progress></div>`;
}

/** @param {{analysis: any, lex: any, show: (version: number) => void}} props */
function Chart({ analysis, lex, show }) {
  const { decisions, seats, swings, version: last } = analysis;
  const first = Math.min(...decisions.map((/** @type {any} */ each) => each.version)) - 1;
  const x = (/** @type {number} */ version) => LEFT + ((version - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 10);
  const y = (/** @type {number} */ chance) => 10 + (1 - chance) * (HEIGHT - BOTTOM - 10);
  const line = (/** @type {number} */ seat) => decisions.map((/** @type {any} */ { version, after }) => `${x(version)},${y(after[seat])}`).join(" ");
  const trend = (/** @type {number} */ seat) => calmed(decisions, seat).map(({ version, chance }) => `${x(version)},${y(chance)}`).join(" ");
  const worst = swings.slice(0, 5);
  return html`<figure class="chart"><figcaption><h3>${t("course")}</h3></figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${t("course_more")}>
      ${[0, 0.25, 0.5, 0.75, 1].map((chance) => html`<g key=${chance}><line class="chart-grid" x1=${LEFT} x2=${WIDTH - 10} y1=${y(chance)} y2=${y(chance)} /><text class="chart-word" x=${LEFT - 6} y=${y(chance) + 4} text-anchor="end">${chance * 100}%</text></g>`)}
      <text class="chart-word" x=${LEFT} y=${HEIGHT - 6}>${first + 1}</text><text class="chart-word" x=${WIDTH - 10} y=${HEIGHT - 6} text-anchor="end">${last}</text>
      ${seats.map((/** @type {any} */ { seat }) => html`<polyline key=${`line-${seat}`} class=${`chart-line ${seatClass(seat)}`} points=${line(seat)} />`)}
      ${seats.map((/** @type {any} */ { seat }) => html`<polyline key=${`trend-${seat}`} class=${`chart-line trend ${seatClass(seat)}`} points=${trend(seat)} />`)}
      ${worst.map((/** @type {any} */ { version, seat }) => {
        const decision = decisions.find((/** @type {any} */ each) => each.version === version);
        return html`<circle key=${version} class=${`chart-swing ${seatClass(seat)}`} cx=${x(version)} cy=${y(decision.after[seat])} r="6" />`;
      })}</svg>
    <ul class="legend">${seats.map((/** @type {any} */ each) => html`<li key=${each.seat}><span class=${`pip ${seatClass(each.seat)}`}>${lex.name("seat", each.seat)}</span> ${t("played", { blunders: each.blunders, percent: Math.round(each.average_loss * 100) })}</li>`)}</ul>
    ${worst.length ? html`<h3>${t("swings")}</h3><ol class="choices">${worst.map((/** @type {any} */ swing) => html`<li key=${swing.version}><${Swing} swing=${swing} decision=${decisions.find((/** @type {any} */ each) => each.version === swing.version)} lex=${lex} show=${show} /></li>`)}</ol>` : null}
  </figure>`;
}

/** The course without its tremor, which comes from judging each decision by a short search: means over a few decisions. @param {any[]} decisions @param {number} seat */
function calmed(decisions, seat) {
  const reach = Math.floor(decisions.length / 50);
  return decisions.map(({ version }, index) => {
    const near = decisions.slice(Math.max(0, index - reach), index + reach + 1);
    return { version, chance: near.reduce((sum, { after }) => sum + after[seat], 0) / near.length };
  });
}

/** @param {{swing: any, decision: any, lex: any, show: (version: number) => void}} props */
function Swing({ swing, decision, lex, show }) {
  return html`<button type="button" class="choice" onClick=${() => show(swing.version - 1)}><span>${swing.version}. ${lex.sentence("action", decision.action, swing.seat)} <b>−${Math.round(swing.loss * 100)} %</b></span>
    <small>${t("better")}: ${lex.sentence("action", decision.best, swing.seat)}</small></button>`;
}
