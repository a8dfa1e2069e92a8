/** The decision panel: the pending decision, the selection, and the remaining choices. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { choose } from "./board.js";
import { Hurry } from "./clock.js";
import { ErrorMessage, Later, Loading } from "./components.js";
import { isFree } from "./focus.js";
import { Hint, hintTest } from "./hint.js";
import { t } from "./i18n.js";
import { versionSeen } from "./latest.js";
import { lastResignation, sentences } from "./log.js";
import { differingFields, matchingActions, removeTarget, selectedAction, targetKey, toggleTarget } from "./selection.js";
import { act, isSecret } from "./acting.js";
import { setSetting, setting } from "./storage.js";
import { fieldName, toWords } from "./client/texts.js";

const MOST_LISTED = 7;
const MOST_SENTENCES = 150;

/** @param {any} props */
export function Panel(props) {
  const { state, view, texts } = props;
  const resignation = lastResignation(state.log, view);
  if (resignation) return html`<section class="card panel waiting-panel" tabindex="-1"><div role="status"><h2 class="turn">${sentences(texts, resignation)[0].text}</h2><p class="faint">${t("played_out")}</p></div></section>`;
  if (state.seat === null) return html`<section class="card panel" tabindex="-1"><p class="eyebrow">${t("spectator")}</p><${Turn} view=${view} texts=${texts} /></section>`;
  if (view.decision === undefined) return html`<section class="card panel waiting-panel" tabindex="-1"><${Turn} view=${view} texts=${texts} />${state.isSealed ? html`<${SubmittedNote} />` : null}${mayPlan(props) ? html`<${LaterPlans} ...${props} />` : null}</section>`;
  return html`<${DecisionPanel} key=${view.decision} ...${props} />`;
}

/** Whether the player can plan a move like an earlier one: a human player acts, or moves are planned. @param {any} props */
const mayPlan = ({ state, view }) => view.status === "running" && state.planned !== null && versionSeen(state.log, state.seat) > 0 && (state.planned?.actions.length > 0 || view.to_act.some((/** @type {number} */ seat) => view.seats[seat].kind !== "ai"));

/** @param {any} props */
const LaterPlans = (props) => html`<${Later} load=${() => import("./plans.js")} name="Plans" ...${props} />`;

/** @param {any} props */
function Turn({ view, texts }) {
  const names = view.to_act.map((/** @type {number} */ seat) => texts.name("seat", seat)).join(", ");
  return html`<div role="status"><h2 class="turn">${names ? t("waiting_for", { names }) : t("one_moment")}</h2></div>`;
}

/** Return the kind of the pending decision. @param {any} view */
export const decisionKind = ({ view }) => view.decision_kind ?? view.decision ?? view.step;

/** Whether the choice must be hidden from other people at the device. @param {any} texts @param {any[]} actions */
export const isSecretChoice = (texts, actions) => actions.length > 1 && actions.some(({ action }) => isSecret(texts.ruleset, action.type));

/** @param {any} props */
function DecisionPanel(props) {
  const { session, state, view, texts, actions, isCovered } = props;
  const kind = decisionKind(view);
  const secret = isSecretChoice(texts, actions);
  const title = kind ? texts.sentence("decision", { type: kind }) : t("your_turn");
  const [isFolded, fold] = useFold(isCovered || state.chosen.length > 0 || state.rejection !== undefined);
  const take = (/** @type {any} */ action) => void act(session, action);
  return html`<section class=${`card panel deciding ${secret ? "secret" : ""} ${isFolded ? "folded" : ""}`} tabindex="-1" aria-labelledby="decision-title">
    <p class="eyebrow">${t("your_turn")}</p><h2 id="decision-title">${title}</h2>
    <button type="button" class="quiet round fold" aria-label=${t(isFolded ? "unfold" : "fold")} aria-expanded=${String(!isFolded)} onClick=${fold}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d=${isFolded ? "M5 15l7-7 7 7" : "M5 9l7 7 7-7"} /></svg></button>
    <${Hurry} view=${view} seat=${state.seat} />
    ${state.planned?.actions.length || state.planned?.dropped ? html`<${LaterPlans} ...${props} />` : null}
    ${!state.actions ? html`<${Loading} label=${t("one_moment")} />`
      : isCovered ? html`<${Cover} reveal=${() => session.change({ revealed: view.decision })} />`
      : html`<${Choices} ...${props} submit=${take} />`}
    ${state.rejection ? html`<${ErrorMessage} problem=${{ ...state.rejection.problem, title: texts.rejectionText(state.rejection.problem) }} ruleset=${texts.ruleset.ruleset} />` : null}
    ${isCovered ? null : html`<${Hint} ...${props} submit=${take} />`}
  </section>`;
}

/** Fold the panel on phones, as the user left it. New content unfolds it. @param {boolean} isNeeded @returns {[boolean, () => void]} */
function useFold(isNeeded) {
  const [isFolded, setFolded] = useState(setting("panel") === "folded");
  useEffect(() => void (isNeeded && setFolded(false)), [isNeeded]);
  return [isFolded, () => (setFolded(!isFolded), setSetting("panel", isFolded ? "open" : "folded"))];
}

/** A cover over choices that only this player may see. @param {{reveal: () => void}} props */
function Cover({ reveal }) {
  return html`<button type="button" class="cover" onClick=${reveal}><span class="seal" aria-hidden="true"></span><span>${t("lift_cover")}</span><small>${t("lift_cover_more")}</small></button>`;
}

const SubmittedNote = () => html`<p class="sealed"><span class="seal stamped" aria-hidden="true"></span>${t("sealed")}</p>`;

/** What is selected, and the choices that are left. @param {any} props */
export function Choices(props) {
  const { session, state, texts, actions, submit, sentence } = props;
  const { chosen } = state;
  const remaining = matchingActions(actions, chosen);
  const action = selectedAction(remaining, chosen);
  const others = remaining.filter((each) => each.action !== action);
  useEnter(action && !state.busy ? () => submit(action) : undefined);
  return html`
    ${chosen.length ? html`<${Selection} ...${props} />` : null}
    ${action ? html`<p class="selected-action"><button type="button" class="primary big" disabled=${state.busy} onClick=${() => submit(action)}><span>${sentence(action)}</span> <kbd aria-hidden="true">↵</kbd></button></p>` : null}
    ${others.length && others.length <= MOST_LISTED ? html`<${ActionList} title=${action ? t("or") : chosen.length ? t("which_one") : t("choose")} actions=${others} sentence=${sentence} submit=${submit} busy=${state.busy} />`
      : others.length ? html`<${FieldChoices} ...${props} remaining=${others} sentence=${sentence} />` : null}
    ${others.length > MOST_LISTED ? html`<${AllActions} ...${props} remaining=${remaining} sentence=${sentence} />` : null}`;
}

/** Submit the action when Enter is pressed and no control has the focus. @param {(() => void) | undefined} submit */
function useEnter(submit) {
  useEffect(() => {
    if (!submit) return undefined;
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && isFree(event)) submit();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** The selected targets, each with a button that deselects it. @param {any} props */
function Selection({ session, state, texts }) {
  const each = [...new Map(state.chosen.map((/** @type {any} */ target) => [targetKey(target), target])).values()];
  const count = (/** @type {any} */ target) => state.chosen.filter((/** @type {any} */ other) => targetKey(other) === targetKey(target)).length;
  return html`<p class="chips selection"><span class="hidden">${t("chosen")}</span>${each.map((target) => html`<button type="button" key=${`chosen-${targetKey(target)}`} class="chip chosen" title=${t("deselect")} onClick=${() => session.change({ chosen: removeTarget(state.chosen, target), rejection: undefined })}>
    ${targetLabel(texts, target)}${count(target) > 1 ? ` × ${count(target)}` : ""} <span aria-hidden="true">×</span></button>`)}
    <button type="button" class="quiet small" onClick=${() => session.change({ chosen: [], rejection: undefined })}>${t("clear_selection")} <kbd>Esc</kbd></button></p>`;
}

/** Describe a target in words. @param {any} texts @param {any} target */
function targetLabel(texts, target) {
  return Object.entries(target).map(([name, value]) => {
    if (name === "type") return texts.has("action", value) ? texts.name("action", value) : toWords(value);
    const kind = [name, texts.kindOf("action", "", name), ...actionKinds(texts, name)].find((each) => each && texts.has(each, value));
    if (kind) return texts.name(kind, value);
    if (typeof value === "number" && !texts.has("field", name)) return String(value); // the id of the field is English
    return value === true ? fieldName(texts, name) : `${fieldName(texts, name)} ${typeof value === "string" ? toWords(value) : value}`;
  }).join(" · ");
}

/** Return the kinds of a field name over all actions. @param {any} texts @param {string} field */
const actionKinds = (texts, field) => (texts.ruleset.references ?? []).filter((/** @type {any} */ each) => each.part === "action" && each.field.split("/").at(-1) === field).map((/** @type {any} */ each) => each.kind);

/** A short list of actions as sentences. @param {any} props */
function ActionList({ title, actions, sentence, submit, busy }) {
  return html`<h3 class="choice-title">${title}</h3><ul class="choices">${actions.map((/** @type {any} */ { action }) => html`<li key=${JSON.stringify(action)}>
    <button type="button" class="choice" disabled=${busy} onClick=${() => submit(action)}>${sentence(action)}</button></li>`)}</ul>`;
}

/** Choices that cannot be made on the board: a group for each field in which the remaining actions differ. Actions without fields are listed as sentences. @param {any} props */
function FieldChoices(props) {
  const { session, state, texts, actions, remaining, offered, sentence, submit } = props;
  const hinted = hintTest(props);
  const withoutUnits = remaining.filter((/** @type {any} */ { units }) => !units.length);
  const withUnits = remaining.filter((/** @type {any} */ { units }) => units.length);
  const groups = isAllOffered(withUnits, offered) ? [] : differingFields(withUnits, state.chosen);
  const shown = groups.filter(({ choices }) => !choices.every((choice) => isOffered(texts, offered, withUnits, choice)));
  return html`
    ${shown.length < groups.length || !groups.length ? html`<p class="point-hint">${t("point_here")}</p>` : null}
    ${shown.map(({ field, choices }) => html`<div class="facet" key=${field} role="group" aria-label=${field === "type" ? t("action_type") : fieldName(texts, field)}>
      <h3 class="choice-title">${field === "type" ? t("action_type") : fieldName(texts, field)}</h3>
      <p class="chips">${choices.map((choice) => html`<button type="button" key=${`facet-${targetKey(choice.target)}`} class=${`chip legal ${hinted(choice.target) ? "hinted" : ""}`} onClick=${() => choose(session, actions, toggleTarget(actions, state.chosen, choice.target) ?? state.chosen)}>${choiceLabel(texts, withUnits, choice)}</button>`)}</p></div>`)}
    ${withoutUnits.length ? html`<${ActionList} title=${t("or")} actions=${withoutUnits} sentence=${sentence} submit=${submit} busy=${state.busy} />` : null}`;
}

/** Whether there are several types of actions, and all their units can be selected on the board. @param {any[]} withUnits @param {Set<string>} offered */
function isAllOffered(withUnits, offered) {
  const types = new Set(withUnits.map(({ action }) => action.type));
  return types.size > 1 && withUnits.every(({ units }) => units.every((/** @type {any} */ unit) => [...unit.pairs].some((pair) => offered.has(pair))));
}

/** @param {any} texts @param {any[]} remaining @param {any} choice */
function choiceLabel(texts, remaining, choice) {
  const type = remaining[0].action.type;
  if (choice.field === "type") return texts.has("action", choice.value) ? texts.name("action", choice.value) : toWords(choice.value);
  if (choice.value === true) return fieldName(texts, choice.field);
  if (choice.key === undefined) return texts.valueText("action", type, choice.field, choice.value);
  const kind = texts.kindOf("action", type, choice.field, true);
  return kind ? texts.name(kind, choice.key) : toWords(choice.key);
}

/** Whether the board offers a choice, by the name of its field or by its kind. @param {any} texts @param {Set<string>} offered @param {any[]} remaining @param {any} choice */
function isOffered(texts, offered, remaining, { field, value, key }) {
  if (field === "type") return false;
  const type = remaining[0].action.type;
  const kinds = [field, texts.kindOf("action", type, field, key !== undefined), texts.kindOf("action", type, field)];
  return kinds.some((kind) => kind && offered.has(`${kind}=${key ?? value}`));
}

/** All legal actions by type, as sentences. @param {any} props */
function AllActions({ remaining, sentence, submit, state, texts }) {
  const [isOpen, setOpen] = useState(false);
  const types = [...new Set(remaining.map((/** @type {any} */ { action }) => action.type))];
  const some = remaining.slice(0, MOST_SENTENCES);
  return html`<details class="all" onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${t("show_all_moves", { count: remaining.length })}</summary>
    ${isOpen ? types.map((type) => html`<${ActionList} key=${type} title=${texts.has("action", type) ? texts.name("action", type) : toWords(type)} actions=${some.filter((/** @type {any} */ { action }) => action.type === type)} sentence=${sentence} submit=${submit} busy=${state.busy} />`) : null}
    ${remaining.length > MOST_SENTENCES ? html`<p class="faint">${t("narrow_first")}</p>` : null}</details>`;
}
