/** Planned moves: the action queue of the seat, and the choice of a move while others act. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { Problem, request } from "./api.js";
import { targetOf } from "./callout.js";
import { Cross, ErrorMessage, problemOf } from "./components.js";
import { t } from "./i18n.js";
import { isOwnAction, versionSeen } from "./latest.js";
import { Choices } from "./panel.js";
import { actionParser, matchCount } from "./selection.js";
import { tokenOf } from "./session.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./selection.js").Action} Action */

/** Number of own decisions whose legal actions can be planned. */
const DECISIONS = 3;
const CHECK_SECONDS = 1;

/** @param {any} props */
export function Plans(props) {
  const { session, state, view, sentence } = props;
  const [problem, setProblem] = useState(/** @type {any} */ (undefined));
  const [isEmpty, setEmpty] = useState(false);
  const queue = state.planned;
  const isPending = view.decision !== undefined;
  useEffect(() => void readQueue(session), [state.seat, versionSeen(state.log, state.seat), view.decision]);
  useChecks(session, isPending && queue?.actions.length > 0);
  if (!queue) return null;
  const save = async (/** @type {any[]} */ actions) => {
    session.change({ busy: true, chosen: [], plan: undefined });
    await saveQueue(session, actions).then(() => setProblem(undefined), (error) => (setProblem(problemOf(error)), readQueue(session)));
    session.change({ busy: false });
  };
  const begin = async () => {
    const actions = await plannable(session).catch((error) => (setProblem(problemOf(error)), []));
    setEmpty(!actions.length);
    if (actions.length && session.state.view?.decision === undefined) session.change({ plan: { actions, add: (/** @type {Action} */ action) => save([...(session.state.planned?.actions ?? []), { action }]) } });
  };
  const dropped = queue.dropped?.version >= versionSeen(state.log, state.seat) ? queue.dropped.reason : undefined;
  if (isPending && !queue.actions.length && !dropped) return null;
  return html`<div class="plans">
    ${dropped ? html`<p class="notice" role="status">${t("plan_dropped", { reason: dropped })}</p>` : null}
    ${queue.actions.length ? html`<h3 class="choice-title">${t("planned")}</h3>` : null}
    <ol class="planned" aria-live="polite">${queue.actions.map((/** @type {any} */ each, /** @type {number} */ index) => html`<li key=${index}><span>${sentence(each.action)}</span>
      <button type="button" class="quiet round" disabled=${state.busy} aria-label=${`${t("remove")}: ${sentence(each.action)}`} onClick=${() => save(queue.actions.filter((/** @type {any} */ other) => other !== each))}><${Cross} /></button></li>`)}</ol>
    ${isPending ? null : state.plan ? html`<p class="faint">${t("plan_note")}</p><${Choices} ...${props} submit=${state.plan.add} />
        <button type="button" class="quiet" onClick=${() => session.change({ plan: undefined, chosen: [] })}>${t("back")}</button>`
      : html`<button type="button" class="quiet" disabled=${state.busy} onClick=${begin}>${t("plan_move")}</button>`}
    ${isEmpty ? html`<p class="faint" role="status">${t("plan_none")}</p>` : null}
    <${ErrorMessage} problem=${problem} />
  </div>`;
}

/** Read the queue again while a decision is pending that it may answer: no event says that it was dropped. @param {Session} session @param {boolean} isWaiting */
function useChecks(session, isWaiting) {
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => readQueue(session), CHECK_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
}

/** @param {Session} session */
const pathOf = ({ state }) => `/games/${state.game}/queue`;

/** Read the queue. It is null in a game without queues, and stays as it was without a connection. @param {Session} session */
async function readQueue(session) {
  const { seat } = session.state;
  const planned = await request(pathOf(session), { token: tokenOf(session), attempts: 1 }).catch((error) => (error instanceof Problem ? null : session.state.planned));
  if (session.state.seat === seat) session.change({ planned });
}

/** @param {Session} session @param {any[]} actions */
async function saveQueue(session, actions) {
  const { ruleset, version } = /** @type {any} */ (session.state.view);
  session.change({ planned: await request(pathOf(session), { token: tokenOf(session), method: "PUT", body: { ruleset, version, actions } }) });
}

/** List actions of the latest own decisions that the board still shows. Only the service knows later whether they are legal. @param {Session} session @returns {Promise<Action[]>} */
async function plannable(session) {
  const { log, seat, game, ruleset } = session.state;
  const own = log.filter((event) => event.action && isOwnAction(event, seat)).slice(-DECISIONS);
  const views = await Promise.all(own.map(({ version }) => request(`/games/${game}/view?at=${version - 1}&include=actions`, { token: tokenOf(session) })));
  const actions = new Map(views.flatMap((view) => view.actions ?? []).map((action) => [JSON.stringify(action), action]));
  const targets = [...document.querySelectorAll(".table [data-target]")].map(targetOf);
  const names = new Set(targets.flatMap(Object.keys));
  const parse = actionParser(/** @type {any} */ (ruleset).references ?? []);
  return [...actions.values()].filter((action) => isShown(parse(action), targets, names));
}

/** Whether the board shows every part of an action that it shows for others. @param {import("./selection.js").ParsedAction} parsed @param {import("./selection.js").Target[]} targets @param {Set<string>} names fields that the board shows */
function isShown(parsed, targets, names) {
  const own = targets.filter((target) => matchCount(parsed, target)).flatMap((target) => Object.entries(target).map(([name, value]) => `${name}=${value}`));
  return parsed.units.every(({ pairs }) => ![...pairs].some((each) => names.has(each.slice(0, each.indexOf("=")))) || own.some((each) => pairs.has(each)));
}
