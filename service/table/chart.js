/** The analysis of a finished game as a chart of each seat's win probability. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { pollUntilReady } from "./api.js";
import { ErrorMessage, Loading, problemOf, seatClass } from "./components.js";
import { t } from "./i18n.js";
import { showVersion, tokenOf } from "./session.js";

const WIDTH = 600;
const HEIGHT = 240;
const LEFT = 40;
const BOTTOM = 26;

/** @param {any} props */
export function Analysis({ session, view, texts }) {
  const [state, setState] = useState(/** @type {any} */ ({}));
  const load = async () => {
    setState({ done: 0 });
    const options = { token: tokenOf(session), signal: session.controller.signal };
    try {
      const value = await pollUntilReady(`/games/${view.game_id}/analysis`, "analysing", options, ({ done }) => setState({ done }));
      setState({ value });
    } catch (error) {
      setState({ problem: problemOf(error) });
    }
  };
  if (state.problem) return html`<${ErrorMessage} problem=${state.problem} />`;
  if (state.value) return html`<${Chart} analysis=${state.value} texts=${texts} show=${(/** @type {number} */ version) => showVersion(session, version)} />`;
  if (state.done === undefined) return html`<p class="row"><button type="button" class="quiet" onClick=${load}>${t("analyse")}</button></p>`;
  return html`<div><${Loading} label=${t("analysing", { done: state.done, all: view.version })} /><progress max=${view.version} value=${state.done} aria-label=${t("analyse")}></progress></div>`;
}

/** @param {{analysis: any, texts: any, show: (version: number) => void}} props */
function Chart({ analysis, texts, show }) {
  const { decisions, seats, swings, version: last } = analysis;
  const first = Math.min(...decisions.map((/** @type {any} */ each) => each.version)) - 1;
  const x = (/** @type {number} */ version) => LEFT + ((version - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 10);
  const y = (/** @type {number} */ chance) => 10 + (1 - chance) * (HEIGHT - BOTTOM - 10);
  const line = (/** @type {number} */ seat) => decisions.map((/** @type {any} */ { version, after }) => `${x(version)},${y(after[seat])}`).join(" ");
  const trend = (/** @type {number} */ seat) => smoothed(decisions, seat).map(({ version, chance }) => `${x(version)},${y(chance)}`).join(" ");
  const worst = swings.slice(0, 5);
  return html`<figure class="chart"><figcaption><h3>${t("course")}</h3></figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${t("course_more")}>
      ${[0, 0.25, 0.5, 0.75, 1].map((chance) => html`<g key=${chance}><line class="chart-grid" x1=${LEFT} x2=${WIDTH - 10} y1=${y(chance)} y2=${y(chance)} /><text class="chart-label" x=${LEFT - 6} y=${y(chance) + 4} text-anchor="end">${chance * 100}%</text></g>`)}
      <text class="chart-label" x=${LEFT} y=${HEIGHT - 6}>${first + 1}</text><text class="chart-label" x=${WIDTH - 10} y=${HEIGHT - 6} text-anchor="end">${last}</text>
      ${seats.map((/** @type {any} */ { seat }) => html`<polyline key=${`line-${seat}`} class=${`chart-line ${seatClass(seat)}`} points=${line(seat)} />`)}
      ${seats.map((/** @type {any} */ { seat }) => html`<polyline key=${`trend-${seat}`} class=${`chart-line trend ${seatClass(seat)}`} points=${trend(seat)} />`)}
      ${worst.map((/** @type {any} */ { version, seat }) => {
        const decision = decisions.find((/** @type {any} */ each) => each.version === version);
        return html`<circle key=${version} class=${`chart-swing ${seatClass(seat)}`} cx=${x(version)} cy=${y(decision.after[seat])} r="6" />`;
      })}</svg>
    <ul class="legend">${seats.map((/** @type {any} */ each) => html`<li key=${each.seat}><span class=${`pip ${seatClass(each.seat)}`}>${texts.name("seat", each.seat)}</span> ${t("played", { blunders: each.blunders, percent: Math.round(each.average_loss * 100) })}</li>`)}</ul>
    ${worst.length ? html`<h3>${t("swings")}</h3><ol class="choices">${worst.map((/** @type {any} */ swing) => html`<li key=${swing.version}><${Swing} swing=${swing} decision=${decisions.find((/** @type {any} */ each) => each.version === swing.version)} texts=${texts} show=${show} /></li>`)}</ol>` : null}
  </figure>`;
}

/** Smooth the curve of a seat by moving averages: short searches make the evaluations noisy. @param {any[]} decisions @param {number} seat */
function smoothed(decisions, seat) {
  const radius = Math.floor(decisions.length / 50);
  return decisions.map(({ version }, index) => {
    const near = decisions.slice(Math.max(0, index - radius), index + radius + 1);
    return { version, chance: near.reduce((sum, { after }) => sum + after[seat], 0) / near.length };
  });
}

/** @param {{swing: any, decision: any, texts: any, show: (version: number) => void}} props */
function Swing({ swing, decision, texts, show }) {
  return html`<button type="button" class="choice" onClick=${() => show(swing.version - 1)}><span>${swing.version}. ${texts.sentence("action", decision.action, swing.seat)} <b>−${Math.round(swing.loss * 100)} %</b></span>
    <small>${t("better")}: ${texts.sentence("action", decision.best, swing.seat)}</small></button>`;
}
