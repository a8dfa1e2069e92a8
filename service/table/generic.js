/** The generic board for any ruleset: the view as nested cards, with names for ids. Names can be selected. */

import { html } from "./html.js";
import { same } from "./narrow.js";
import { seatClass } from "./parts.js";
import { humanised, memberName } from "./lexicon.js";
import { t } from "./words.js";

/** @typedef {import("./narrow.js").Points} Points */

/** @param {any} value */
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {any} value */
const isEmpty = (value) => value === undefined || (typeof value === "object" && value !== null && !Object.keys(value).length);

/** @param {any} props */
export function GenericBoard({ view, lex, marks, point, hinted }) {
  const drawing = { lex, marks, point, hinted };
  return html`<div class="plain">${members(drawing, view.view, "", {})}</div>`;
}

/** Show the fields of an object: scalars in a list, others as cards. @param {any} drawing @param {any} thing @param {string} under @param {Points} around */
function members(drawing, thing, under, around) {
  const entries = Object.entries(thing).filter(([, value]) => !isEmpty(value));
  const short = entries.filter(([, value]) => typeof value !== "object");
  const long = entries.filter(([, value]) => typeof value === "object");
  const inside = { ...around, ...identity(drawing.lex, under, short) };
  return html`
    ${short.length ? html`<dl class="facts">${short.map(([member, value]) => html`<div key=${member}><dt>${memberName(drawing.lex, member)}</dt><dd>${scalar(drawing, under + member, value, around)}</dd></div>`)}</dl>` : null}
    ${long.map(([member, value]) => html`<section key=${member} class="plain-part"><h2>${memberName(drawing.lex, member)}</h2>${shown(drawing, under + member, value, inside)}</section>`)}`;
}

/** Return the target of an object: its fields that are ids. @param {any} lex @param {string} under @param {[string, any][]} short @returns {Points} */
function identity(lex, under, short) {
  /** @type {Points} */
  const points = {};
  for (const [member, value] of short) {
    const kind = lex.kindOf("view", "", under + member);
    if (kind && (kind === "seat" || lex.has(kind, value))) points[kind] = value;
  }
  return points;
}

/** @param {any} drawing @param {string} path @param {any} value @param {Points} around @returns {any} */
function shown(drawing, path, value, around) {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object")) return html`<p class="chips">${value.map((item) => scalar(drawing, path, item, around))}</p>`;
    if (value.length > 1 && value.every(isFlat)) return rows(drawing, path, value, around);
    return html`<div class="plain-list">${value.map((item, index) => html`<article key=${index} class=${`plain-card ${seatClassOf(item)}`}>${isMapping(item) ? members(drawing, item, `${path}/`, around) : shown(drawing, path, item, around)}</article>`)}</div>`;
  }
  if (isMapping(value)) return mapping(drawing, path, value, around);
  return scalar(drawing, path, value, around);
}

/** Whether an object has only scalar fields. @param {any} item */
const isFlat = (item) => isMapping(item) && Object.values(item).every((value) => typeof value !== "object");

/** Show similar objects as rows of a table. @param {any} drawing @param {string} path @param {any[]} items @param {Points} around */
function rows(drawing, path, items, around) {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return html`<div class="plain-scroll" tabindex="0" role="group" aria-label=${memberName(drawing.lex, path.split("/").at(-1) ?? path)}><table class="plain-sheet"><thead><tr>${columns.map((column) => html`<th key=${column} scope="col">${memberName(drawing.lex, column)}</th>`)}</tr></thead>
    <tbody>${items.map((item, index) => {
      const own = { ...around, ...identity(drawing.lex, `${path}/`, Object.entries(item)) };
      return html`<tr key=${index}>${columns.map((column) => html`<td key=${column}>${item[column] === undefined ? null : scalar(drawing, `${path}/${column}`, item[column], own)}</td>`)}</tr>`;
    })}</tbody></table></div>`;
}

/** @param {any} item */
const seatClassOf = (item) => (typeof item?.seat === "number" ? seatClass(item.seat) : "");

/** Show counts by name, or the fields of an object. @param {any} drawing @param {string} path @param {any} value @param {Points} around */
function mapping(drawing, path, value, around) {
  const kind = drawing.lex.kindOf("view", "", path, true) ?? kindOfKeys(drawing.lex, path, value);
  if (!kind || !Object.values(value).every((held) => typeof held !== "object")) return html`<div class="plain-card">${members(drawing, value, `${path}/`, around)}</div>`;
  return html`<p class="chips">${Object.entries(value).filter(([, held]) => held !== 0).map(([key, held]) => chip(drawing, kind, key, around, typeof held === "number" ? held : undefined))}</p>`;
}

/** Return the kind that knows every key, for rulesets without references. @param {any} lex @param {string} path @param {any} value */
function kindOfKeys(lex, path, value) {
  if (lex.ruleset.references?.length) return undefined;
  const keys = Object.keys(value);
  const kinds = [...new Set(lex.ruleset.names.map((/** @type {any} */ each) => each.kind))].filter((kind) => !["fact", "action", "equipment", "option"].includes(kind));
  return keys.length ? kinds.find((kind) => keys.every((key) => lex.has(kind, key))) : undefined;
}

/** @param {any} drawing @param {string} path @param {any} value @param {Points} around */
function scalar(drawing, path, value, around) {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  const kind = drawing.lex.kindOf("view", "", path);
  if (kind && (kind === "seat" || drawing.lex.has(kind, value))) return chip(drawing, kind, value, around);
  return html`<span class="value">${typeof value === "string" ? humanised(value) : value}</span>`;
}

/** Show a name, as a button if it can be selected, alone or together with the object around it. @param {any} drawing @param {string} kind @param {any} id @param {Points} around @param {number} [count] */
function chip({ lex, marks, point, hinted }, kind, id, around, count) {
  const name = lex.name(kind, id);
  const look = lex.look(kind, id);
  const value = typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id;
  const ways = [{ ...around, [kind]: value }, { [kind]: value }];
  const points = ways.find((each) => marks(each) !== "");
  const words = html`${look ? html`<span class="chip-dot" style=${{ background: look.colour }} aria-hidden="true"></span>` : null}${name}${count !== undefined && count !== 1 ? html` <b>× ${count}</b>` : null}`;
  const inner = kind === "seat" ? html`<span class=${`pip ${seatClass(Number(id))}`}>${name}</span>` : words;
  if (!points) return html`<span class="chip">${inner}</span>`;
  const state = marks(points);
  return html`<button type="button" class=${`chip thing ${state} ${state === "legal" && hinted(points) ? "hinted" : ""}`} aria-pressed=${String(state === "chosen")} data-points=${same(points)} onClick=${() => point(points)}>${inner}</button>`;
}
