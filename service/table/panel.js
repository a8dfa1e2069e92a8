/** What is to do: the decision, what has been chosen of it, and what is left to choose. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { choose } from "./board.js";
import { Hint, hinting } from "./hint.js";
import { humanised, memberName } from "./lexicon.js";
import { differences, meant, pointed, remaining, same, without } from "./narrow.js";
import { Trouble, Waiting } from "./parts.js";
import { setSetting, setting } from "./seats.js";
import { act } from "./session.js";
import { t } from "./words.js";

const FEW = 7;
const MANY = 150;

/** @param {any} props */
export function Panel(props) {
  const { state, view, lex } = props;
  if (state.seat === null) return html`<section class="card panel"><p class="eyebrow">${t("spectator")}</p><${Turn} view=${view} lex=${lex} /></section>`;
  if (view.decision === undefined) return html`<section class="card panel waiting-panel"><${Turn} view=${view} lex=${lex} />${state.sealed ? html`<${Seal} />` : null}</section>`;
  return html`<${Deciding} key=${view.decision} ...${props} />`;
}

/** Say whose turn it is. @param {any} props */
function Turn({ view, lex }) {
  const names = view.to_act.map((/** @type {number} */ seat) => lex.name("seat", seat)).join(", ");
  return html`<div role="status"><h2 class="turn">${names ? t("waiting_for", { names }) : t("one_moment")}</h2></div>`;
}

/** The kind of the open decision. @param {any} view */
export const decisionKind = ({ view }) => view.decision_kind ?? view.decision ?? view.step;

/** Whether others will read less of an action than its player: the ruleset has a stand-in that conceals it. @param {any} lex @param {string} type */
export const isSecret = (lex, type) =>
  lex.ruleset.names.some((/** @type {any} */ { kind, id }) => kind === "action" && id.startsWith("concealed_") && type.split("_").includes(id.slice("concealed_".length)));

/** Whether there is a choice that others are not to see. @param {any} lex @param {any[]} list */
export const isSecretChoice = (lex, list) => list.length > 1 && list.some(({ action }) => isSecret(lex, action.type));

/** @param {any} props */
function Deciding(props) {
  const { session, state, view, lex, list, isCovered } = props;
  const kind = decisionKind(view);
  const secret = isSecretChoice(lex, list);
  const title = kind ? lex.sentence("decision", { type: kind }) : t("your_turn");
  const [isFolded, fold] = useFold(isCovered || state.chosen.length > 0 || state.rejection !== undefined);
  const give = (/** @type {any} */ action) => {
    if (isSecret(lex, action.type)) session.change({ sealed: Date.now() });
    act(session, action);
  };
  return html`<section class=${`card panel deciding ${secret ? "secret" : ""} ${isFolded ? "folded" : ""}`} aria-labelledby="decision-title">
    <p class="eyebrow">${t("your_turn")}</p><h2 id="decision-title">${title}</h2>
    <button type="button" class="quiet round fold" aria-label=${t(isFolded ? "unfold" : "fold")} aria-expanded=${String(!isFolded)} onClick=${fold}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d=${isFolded ? "M5 15l7-7 7 7" : "M5 9l7 7 7-7"} /></svg></button>
    ${!state.actions ? html`<${Waiting} label=${t("one_moment")} />`
      : isCovered ? html`<${Cover} lift=${() => session.change({ lifted: view.decision })} />`
      : html`<${Choices} ...${props} give=${give} />`}
    ${state.rejection ? html`<${Trouble} problem=${{ ...state.rejection.problem, title: lex.why(state.rejection.problem) }} />` : null}
    ${isCovered ? null : html`<${Hint} ...${props} give=${give} />`}
  </section>`;
}

/** Whether a phone shows no more than the title, as its reader left it; something new to read opens it. @param {boolean} isNeeded @returns {[boolean, () => void]} */
function useFold(isNeeded) {
  const [isFolded, setFolded] = useState(setting("panel") === "folded");
  useEffect(() => void (isNeeded && setFolded(false)), [isNeeded]);
  return [isFolded, () => (setFolded(!isFolded), setSetting("panel", isFolded ? "open" : "folded"))];
}

/** What only this player is to see lies under a cover. @param {{lift: () => void}} props */
function Cover({ lift }) {
  return html`<button type="button" class="cover" onClick=${lift}><span class="seal" aria-hidden="true"></span><span>${t("lift_cover")}</span><small>${t("lift_cover_more")}</small></button>`;
}

/** A secret has been given away, sealed. */
const Seal = () => html`<p class="sealed"><span class="seal stamped" aria-hidden="true"></span>${t("sealed")}</p>`;

/** @param {any} props */
function Choices(props) {
  const { session, state, lex, list, give } = props;
  const { chosen } = state;
  const left = remaining(list, chosen);
  const action = meant(left, chosen);
  const others = left.filter((each) => each.action !== action);
  const sentence = (/** @type {any} */ each) => lex.sentence("action", each);
  useEnter(action && !state.busy ? () => give(action) : undefined);
  return html`
    ${chosen.length ? html`<${Chosen} ...${props} />` : null}
    ${action ? html`<div class="meant"><p class="meant-words">${sentence(action)}</p>
      <button type="button" class="primary big" disabled=${state.busy} onClick=${() => give(action)}>${t("confirm")}</button></div>` : null}
    ${others.length && others.length <= FEW ? html`<${Sentences} title=${action ? t("or") : chosen.length ? t("which_one") : t("choose")} list=${others} sentence=${sentence} give=${give} busy=${state.busy} />`
      : others.length ? html`<${Facets} ...${props} left=${others} sentence=${sentence} />` : null}
    ${others.length > FEW ? html`<${All} ...${props} left=${left} sentence=${sentence} />` : null}`;
}

/** Carry out what is meant with Enter, wherever no button has the focus. @param {(() => void) | undefined} give */
function useEnter(give) {
  useEffect(() => {
    if (!give) return undefined;
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const isFree = event.target === document.body || event.target === document.getElementById("main");
      if (event.key === "Enter" && isFree) give();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** What was pointed at so far; each can be taken back. @param {any} props */
function Chosen({ session, state, lex }) {
  const each = [...new Map(state.chosen.map((/** @type {any} */ points) => [same(points), points])).values()];
  const count = (/** @type {any} */ points) => state.chosen.filter((/** @type {any} */ other) => same(other) === same(points)).length;
  return html`<p class="chips chosen-row"><span class="hidden">${t("chosen")}</span>${each.map((points) => html`<button type="button" key=${`chosen-${same(points)}`} class="chip chosen" title=${t("deselect")} onClick=${() => session.change({ chosen: without(state.chosen, points), rejection: undefined })}>
    ${worded(lex, points)}${count(points) > 1 ? ` × ${count(points)}` : ""} <span aria-hidden="true">×</span></button>`)}
    <button type="button" class="quiet small" onClick=${() => session.change({ chosen: [], rejection: undefined })}>${t("clear_selection")} <kbd>Esc</kbd></button></p>`;
}

/** Say what was pointed at. @param {any} lex @param {any} points */
function worded(lex, points) {
  return Object.entries(points).map(([name, value]) => {
    if (name === "type") return lex.has("action", value) ? lex.name("action", value) : humanised(value);
    const kind = [name, lex.kindOf("action", "", name), ...actionKinds(lex, name)].find((each) => each && lex.has(each, value));
    if (kind) return lex.name(kind, value);
    return value === true ? memberName(lex, name) : `${memberName(lex, name)} ${typeof value === "string" ? humanised(value) : value}`;
  }).join(" · ");
}

/** The kinds that a member of that name has in any action. @param {any} lex @param {string} member */
const actionKinds = (lex, member) => (lex.ruleset.references ?? []).filter((/** @type {any} */ each) => each.part === "action" && each.field.split("/").at(-1) === member).map((/** @type {any} */ each) => each.kind);

/** A short list in sentences. @param {any} props */
function Sentences({ title, list, sentence, give, busy }) {
  return html`<h3 class="choice-title">${title}</h3><ul class="choices">${list.map((/** @type {any} */ { action }) => html`<li key=${JSON.stringify(action)}>
    <button type="button" class="choice" disabled=${busy} onClick=${() => give(action)}>${sentence(action)}</button></li>`)}</ul>`;
}

/** What the actions that are left differ in, as far as it cannot be pointed at on the table; those that are nothing but themselves at once. @param {any} props */
function Facets(props) {
  const { session, state, lex, list, left, offered, sentence, give } = props;
  const hinted = hinting(props);
  const whole = left.filter((/** @type {any} */ { units }) => !units.length);
  const rest = left.filter((/** @type {any} */ { units }) => units.length);
  const groups = canAllBePointedAt(rest, offered) ? [] : differences(rest, state.chosen);
  const shown = groups.filter(({ choices }) => !choices.every((choice) => isOffered(lex, offered, rest, choice)));
  return html`
    ${shown.length < groups.length || !groups.length ? html`<p class="point-hint"><span class="at-length">${t("point_at_table")}</span><span class="in-short">${t("point_here")}</span></p>` : null}
    ${shown.map(({ member, choices }) => html`<div class="facet" key=${member} role="group" aria-label=${member === "type" ? t("action_type") : memberName(lex, member)}>
      <h3 class="choice-title">${member === "type" ? t("action_type") : memberName(lex, member)}</h3>
      <p class="chips">${choices.map((choice) => html`<button type="button" key=${`facet-${same(choice.points)}`} class=${`chip legal ${hinted(choice.points) ? "hinted" : ""}`} onClick=${() => choose(session, list, pointed(list, state.chosen, choice.points) ?? state.chosen)}>${faceted(lex, rest, choice)}</button>`)}</p></div>`)}
    ${whole.length ? html`<${Sentences} title=${t("or")} list=${whole} sentence=${sentence} give=${give} busy=${state.busy} />` : null}`;
}

/** Whether actions of several types all have something that the table offers. @param {any[]} rest @param {Set<string>} offered */
function canAllBePointedAt(rest, offered) {
  const types = new Set(rest.map(({ action }) => action.type));
  return types.size > 1 && rest.every(({ units }) => units.every((/** @type {any} */ unit) => [...unit.words].some((word) => offered.has(word))));
}

/** @param {any} lex @param {any[]} left @param {any} choice */
function faceted(lex, left, choice) {
  const type = left[0].action.type;
  if (choice.member === "type") return lex.has("action", choice.value) ? lex.name("action", choice.value) : humanised(choice.value);
  if (choice.value === true) return memberName(lex, choice.member);
  if (choice.key === undefined) return lex.shown("action", type, choice.member, choice.value);
  const kind = lex.kindOf("action", type, choice.member, true);
  return kind ? lex.name(kind, choice.key) : humanised(choice.key);
}

/** Whether the table offers a choice: by the member's own name, or by its kind. @param {any} lex @param {Set<string>} offered @param {any[]} left @param {any} choice */
function isOffered(lex, offered, left, { member, value, key }) {
  if (member === "type") return false;
  const type = left[0].action.type;
  const kinds = [member, lex.kindOf("action", type, member, key !== undefined), lex.kindOf("action", type, member)];
  return kinds.some((kind) => kind && offered.has(`${kind}=${key ?? value}`));
}

/** Everything that is legal now, by type, in sentences. @param {any} props */
function All({ left, sentence, give, state, lex }) {
  const [isOpen, setOpen] = useState(false);
  const types = [...new Set(left.map((/** @type {any} */ { action }) => action.type))];
  const some = left.slice(0, MANY);
  return html`<details class="all" onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${t("show_all_moves", { count: left.length })}</summary>
    ${isOpen ? types.map((type) => html`<${Sentences} key=${type} title=${lex.has("action", type) ? lex.name("action", type) : humanised(type)} list=${some.filter((/** @type {any} */ { action }) => action.type === type)} sentence=${sentence} give=${give} busy=${state.busy} />`) : null}
    ${left.length > MANY ? html`<p class="faint">${t("narrow_first")}</p>` : null}</details>`;
}
