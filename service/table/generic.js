/** The generic board for any ruleset: the view as nested cards, with names for ids. Names can be selected. */

import { html } from "./html.js";
import { seatClass } from "./components.js";
import { t } from "./i18n.js";
import { targetKey } from "./selection.js";
import { fieldName, toWords } from "./client/texts.js";

/** @typedef {import("./selection.js").Target} Target */

/** @param {any} value */
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {any} value */
const isEmpty = (value) => value === undefined || (typeof value === "object" && value !== null && !Object.keys(value).length);

/** @param {any} props */
export function GenericBoard({ view, texts, stateOf, select, hinted }) {
  const tools = { texts, stateOf, select, hinted, entry: "", at: "" };
  return html`<div class="plain">${renderFields(tools, view.view, "", {})}</div>`;
}

/** Show the fields of an object: scalars in a list, others as cards. @param {any} tools @param {any} object @param {string} prefix @param {Target} outer */
function renderFields(tools, object, prefix, outer) {
  const entries = Object.entries(object).filter(([, value]) => !isEmpty(value));
  const scalars = entries.filter(([, value]) => typeof value !== "object");
  const nested = entries.filter(([, value]) => typeof value === "object");
  const inside = { ...outer, ...idFields(tools.texts, prefix, scalars) };
  return html`
    ${scalars.length ? html`<dl class="facts">${scalars.map(([field, value]) => html`<div key=${field} data-path=${tools.at + field}><dt>${fieldName(tools.texts, field)}</dt><dd>${renderScalar(tools, prefix + field, value, outer)}</dd></div>`)}</dl>` : null}
    ${nested.map(([field, value]) => html`<section key=${field} class="plain-part" data-path=${tools.at + field}><h2>${fieldName(tools.texts, field)}</h2>${renderValue({ ...tools, at: `${tools.at}${field}/` }, prefix + field, value, inside)}</section>`)}`;
}

/** Return the target of an object: its fields that are ids. @param {any} texts @param {string} prefix @param {[string, any][]} scalars @returns {Target} */
function idFields(texts, prefix, scalars) {
  /** @type {Target} */
  const target = {};
  for (const [field, value] of scalars) {
    const kind = texts.kindOf("view", "", prefix + field);
    if (kind && (kind === "seat" || texts.has(kind, value))) target[kind] = value;
  }
  return target;
}

/** @param {any} tools @param {string} path @param {any} value @param {Target} outer @returns {any} */
function renderValue(tools, path, value, outer) {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) return renderScalars(tools, path, value, outer);
    if (value.length > 1 && value.every(isFlat)) return renderRows(tools, path, value, outer);
    return html`<div class="plain-list">${value.map((item, index) => html`<article key=${index} data-path=${tools.at + index} class=${`plain-card ${seatClassOf(item)}`}>${isMapping(item) ? renderFields(within(tools, index), item, `${path}/`, outer) : renderValue(within(tools, index), path, item, outer)}</article>`)}</div>`;
  }
  if (isMapping(value)) return renderMapping(tools, path, value, outer);
  return renderScalar(tools, path, value, outer);
}

/** Return the tools for an entry of a list: its number separates its values from those of other entries, and belongs to its path (`at`) in the view. @param {any} tools @param {number} index */
const within = (tools, index) => ({ ...tools, entry: `${tools.entry}/${index}`, at: `${tools.at}${index}/` });

/** Show a list of values. Equal ones are counted, since each needs its own key. @param {any} tools @param {string} path @param {any[]} values @param {Target} outer */
function renderScalars(tools, path, values, outer) {
  const nth = (/** @type {any} */ item, /** @type {number} */ index) => values.slice(0, index).filter((each) => each === item).length;
  return html`<p class="chips">${values.map((item, index) => renderScalar(within(tools, nth(item, index)), path, item, outer))}</p>`;
}

/** Whether an object has only scalar fields. @param {any} item */
const isFlat = (item) => isMapping(item) && Object.values(item).every((value) => typeof value !== "object");

/** Show similar objects as rows of a table. @param {any} tools @param {string} path @param {any[]} items @param {Target} outer */
function renderRows(tools, path, items, outer) {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return html`<div class="plain-scroll" tabindex="0" role="group" aria-label=${fieldName(tools.texts, path.split("/").at(-1) ?? path)}><table class="plain-data"><thead><tr>${columns.map((column) => html`<th key=${column} scope="col">${fieldName(tools.texts, column)}</th>`)}</tr></thead>
    <tbody>${items.map((item, index) => {
      const own = { ...outer, ...idFields(tools.texts, `${path}/`, Object.entries(item)) };
      return html`<tr key=${index} data-path=${tools.at + index}>${columns.map((column) => html`<td key=${column}>${item[column] === undefined ? null : renderScalar(within(tools, index), `${path}/${column}`, item[column], own)}</td>`)}</tr>`;
    })}</tbody></table></div>`;
}

/** @param {any} item */
const seatClassOf = (item) => (typeof item?.seat === "number" ? seatClass(item.seat) : "");

/** Show counts by name, or the fields of an object. @param {any} tools @param {string} path @param {any} value @param {Target} outer */
function renderMapping(tools, path, value, outer) {
  const kind = tools.texts.kindOf("view", "", path, true) ?? kindOfKeys(tools.texts, path, value);
  if (!kind || !Object.values(value).every((held) => typeof held !== "object")) return html`<div class="plain-card">${renderFields(tools, value, `${path}/`, outer)}</div>`;
  return html`<p class="chips">${Object.entries(value).filter(([, held]) => held !== 0).map(([key, held]) => renderName(tools, kind, key, outer, `${path}${tools.entry} ${key} ${held}`, typeof held === "number" ? held : undefined))}</p>`;
}

/** Return the kind that knows every key, for rulesets without references. @param {any} texts @param {string} path @param {any} value */
function kindOfKeys(texts, path, value) {
  if (texts.ruleset.references?.length) return undefined;
  const keys = Object.keys(value);
  const kinds = [...new Set(texts.ruleset.names.map((/** @type {any} */ each) => each.kind))].filter((kind) => !["fact", "action", "equipment", "option", "field"].includes(kind));
  return keys.length ? kinds.find((kind) => keys.every((key) => texts.has(kind, key))) : undefined;
}

/** Show a value. Its key changes with it, so that a new value is marked. @param {any} tools @param {string} path @param {any} value @param {Target} outer */
function renderScalar(tools, path, value, outer) {
  const key = `${path}${tools.entry} ${value}`;
  if (typeof value === "boolean") return html`<span key=${key}>${value ? t("yes") : t("no")}</span>`;
  const kind = tools.texts.kindOf("view", "", path);
  if (kind && (kind === "seat" || tools.texts.has(kind, value))) return renderName(tools, kind, value, outer, key);
  return html`<span key=${key} class="value">${typeof value === "string" ? toWords(value) : value}</span>`;
}

/** Show a name, as a button if it can be selected, alone or together with the object around it. @param {any} tools @param {string} kind @param {any} id @param {Target} outer @param {string} key @param {number} [count] */
function renderName({ texts, stateOf, select, hinted }, kind, id, outer, key, count) {
  const name = texts.name(kind, id);
  const appearance = texts.appearanceOf(kind, id);
  const value = typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
  const candidates = [{ ...outer, [kind]: value }, { [kind]: value }];
  const target = candidates.find((each) => stateOf(each) !== "");
  const label = html`${appearance ? html`<span class="chip-dot" style=${{ background: appearance.colour }} aria-hidden="true"></span>` : null}${name}${count !== undefined && count !== 1 ? html` <b>× ${count}</b>` : null}`;
  const inner = kind === "seat" ? html`<span class=${`pip ${seatClass(Number(id))}`}>${name}</span>` : label;
  if (!target) return html`<span key=${key} class="chip">${inner}</span>`;
  const state = stateOf(target);
  return html`<button type="button" key=${key} class=${`chip selectable ${state} ${state === "legal" && hinted(target) ? "hinted" : ""}`} aria-pressed=${String(state === "chosen")} data-target=${targetKey(target)} onClick=${(/** @type {MouseEvent} */ event) => select(target, event.currentTarget)}>${inner}</button>`;
}
