/** A guided first game: one scenario of the ruleset after the other, each with an action to try. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { ErrorMessage, Loading, problemOf, useFetch } from "./components.js";
import { playAtOnce } from "./find.js";
import { GameScreen } from "./game.js";
import { t } from "./i18n.js";
import { removeGame, setting, storedGames, storeGame } from "./storage.js";
import { termsBody, USUAL } from "./terms.js";
import { canonical } from "./verify.js";

/** Number of scenarios of a game that names no lessons. */
const MOST_LESSONS = 6;

/** @param {{ruleset: string}} props */
export function LessonScreen({ ruleset: name }) {
  const { value, problem } = useFetch(() => Promise.all([request(`/rulesets/${name}`), request(`/rulesets/${name}/scenarios`)]), [name]);
  const [at, go] = useState(0);
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  if (!value) return html`<${Loading} label=${t("loading")} />`;
  const [ruleset, { scenarios }] = value;
  const lessons = lessonsOf(ruleset, scenarios);
  if (at >= lessons.length) return html`<${Finished} ruleset=${ruleset} again=${lessons.length ? () => go(0) : undefined} />`;
  return html`<${Lesson} key=${lessons[at].name} ruleset=${ruleset} scenario=${lessons[at]} at=${at} count=${lessons.length} next=${() => go(at + 1)} back=${at ? () => go(at - 1) : undefined} />`;
}

/** Return the scenarios that teach a game: those it names, or the first ones with a legal action. @param {any} ruleset @param {any[]} scenarios */
export function lessonsOf({ lessons = [] }, scenarios) {
  const legal = scenarios.filter(({ attempt }) => attempt?.action && !attempt.code);
  const named = lessons.flatMap((/** @type {string} */ name) => legal.find((each) => each.name === name) ?? []);
  return named.length ? named : legal.slice(0, MOST_LESSONS);
}

/** Create the game of a lesson: the learner's seat, and the weakest level in all others. @param {any} ruleset @param {any} scenario @returns {Promise<string>} */
async function createLesson(ruleset, scenario) {
  const seats = Array.from({ length: scenario.seats }, (_, seat) => (seat === scenario.attempt.seat ? { kind: "human", name: setting("name") || t("player", { number: seat + 1 }) } : { kind: "ai", level: ruleset.levels[0] }));
  const terms = termsBody({ ...USUAL, visibility: "private" }, ruleset);
  const game = await request("/games", { body: { ruleset: ruleset.ruleset, rules_version: ruleset.rules_version, seats, sandbox: { scenario: scenario.name }, ...terms } });
  storeGame({ game: game.game_id, ruleset: ruleset.ruleset, seats: game.tokens, creator: game.creator_token, isLesson: true });
  return game.game_id;
}

/** Delete the games of lessons, also those of an earlier visit. */
function deleteLessons() {
  for (const { game, creator, isLesson } of storedGames()) {
    if (!isLesson) continue;
    removeGame(game);
    request(`/games/${game}`, { method: "DELETE", token: creator, attempts: 1 }).catch(() => undefined);
  }
}

/** @param {{ruleset: any, scenario: any, at: number, count: number, next: () => void, back?: () => void}} props */
function Lesson({ ruleset, scenario, at, count, next, back }) {
  const [attempt, setAttempt] = useState(0);
  const [made, setMade] = useState(/** @type {{game?: string, problem?: any}} */ ({}));
  const [shown, setShown] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    let isCurrent = true;
    setShown(undefined);
    setMade({});
    deleteLessons();
    createLesson(ruleset, scenario).then((game) => isCurrent && setMade({ game }), (error) => isCurrent && setMade({ problem: problemOf(error) }));
    return () => void ((isCurrent = false), deleteLessons());
  }, [attempt]);
  return html`<div class="lesson"><${Coach} ...${{ ruleset, scenario, at, count, next, back, shown }} again=${() => setAttempt(attempt + 1)} />
    <${ErrorMessage} problem=${made.problem} />
    ${made.game ? html`<${GameScreen} key=${made.game} game=${made.game} onShown=${setShown} />` : made.problem ? null : html`<${Loading} label=${t("loading")} />`}</div>`;
}

/** What the position shows, what to try, and the way on. @param {any} props */
function Coach({ ruleset, scenario, at, count, next, back, again, shown }) {
  const { action, seat } = scenario.attempt;
  const own = shown?.state.log.find((/** @type {any} */ event) => event.seat === seat && event.version > scenario.version);
  const isTried = own && canonical(own.action) === canonical(action);
  const index = (shown?.state.actions ?? []).findIndex((/** @type {any} */ each) => canonical(each) === canonical(action));
  const text = shown?.texts.sentence("action", { ...action, ...shown.state.previews?.[index] });
  const showMe = () => shown.session.change({ chosen: [], hint: { decision: shown.view.decision, actions: [{ index, action }] } });
  return html`<section class=${`card coach ${own ? "done" : ""}`} aria-labelledby="lesson-title">
    <progress max=${count} value=${at + (own ? 1 : 0)} aria-label=${t("lesson_number", { at: at + 1, count })}></progress>
    <div class="coach-text"><p class="eyebrow">${ruleset.title} · ${t("lesson_number", { at: at + 1, count })}</p><h1 id="lesson-title">${scenario.title}</h1>
      <p role="status">${own ? t(isTried ? "lesson_done" : "lesson_other") : text ? t("lesson_try", { action: text }) : ""}</p></div>
    <p class="row">${own ? html`<button type="button" class="quiet small" onClick=${again}>${t("try_again")}</button>` : html`<button type="button" class="quiet small" disabled=${index < 0} onClick=${showMe}>${t("show_me")}</button>`}
      ${back ? html`<button type="button" class="quiet small" onClick=${back}>${t("back")}</button>` : null}
      <button type="button" class=${own ? "primary small" : "small"} onClick=${next}>${t(own ? "continue" : "skip_lesson")}</button>
      <a class="button quiet small" href="#/">${t("leave_lesson")}</a></p></section>`;
}

/** @param {{ruleset: any, again?: () => void}} props */
function Finished({ ruleset, again }) {
  const [problem, setProblem] = useState(/** @type {any} */ (undefined));
  const play = () => playAtOnce(ruleset).catch((error) => setProblem(problemOf(error)));
  return html`<section class="card stack create"><h1>${ruleset.title}</h1><p>${t(again ? "lessons_finished" : "no_lessons")}</p><${ErrorMessage} problem=${problem} />
    <p class="row"><button type="button" class="primary" onClick=${play}>${t("play_at_once")}</button><a class="button quiet" href=${`#/rules/${ruleset.ruleset}`}>${t("all_rules")}</a>
      ${again ? html`<button type="button" class="quiet" onClick=${again}>${t("start_again")}</button>` : null}<a class="button quiet" href="#/">${t("to_lobby")}</a></p></section>`;
}
