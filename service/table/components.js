/** Components and hooks that several screens use. */

import { html } from "./html.js";
import { useEffect, useRef, useState } from "./vendor/preact.js";
import { Problem } from "./api.js";
import { isolateRtl } from "./bidi.js";
import { t } from "./i18n.js";
import { setSetting, setting } from "./storage.js";

/** Load a value, and load it again when the inputs change. @template T @param {() => Promise<T>} load @param {unknown[]} inputs @returns {{value?: T, problem?: any, reload: () => void}} */
export function useFetch(load, inputs) {
  const [state, setState] = useState(/** @type {{value?: T, problem?: any}} */ ({}));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setState({ value }),
      (error) => isCurrent && setState({ problem: problemOf(error) }),
    );
    return () => void (isCurrent = false);
  }, [...inputs, attempt]);
  return { ...state, reload: () => setAttempt((before) => before + 1) };
}

/** @param {any} error */
export const problemOf = (error) => (error instanceof Problem ? error.body : { title: t("unanswered"), code: "unanswered" });

/** @param {{problem: any, ruleset?: string}} props */
export function ErrorMessage({ problem, ruleset }) {
  if (!problem) return null;
  const errors = (problem.errors ?? []).map((/** @type {any} */ each) => `${each.path} ${each.message}`).join("; ");
  return html`<div class="error-message" role="alert">
    <strong>${problem.title || t("unanswered")}</strong>
    ${problem.rule ? html`<p>${problem.rule} ${ruleset && problem.paragraph ? html`<a href=${`#/rules/${ruleset}/${problem.paragraph}`}>§ ${problem.paragraph}</a>` : null}</p>` : problem.detail && !problem.rule ? html`<p lang="en">${problem.detail} ${errors}</p>` : null}
  </div>`;
}

/** A modal dialog. The browser traps the focus and closes it on Escape. @param {{title: string, close: () => void, children?: unknown, kind?: string}} props */
export function Dialog({ title, close, children, kind = "" }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    element.current?.showModal();
    return () => element.current?.close();
  }, []);
  const outside = (/** @type {MouseEvent} */ event) => event.target === element.current && close();
  return html`<dialog ref=${element} class=${`dialog ${kind}`} aria-label=${title} onClose=${close} onClick=${outside}>
    <div class="dialog-head"><h2>${title}</h2>
      <button type="button" class="quiet round" aria-label=${t("close")} onClick=${close}><${Cross} /></button></div>
    <div class="dialog-body">${children}</div>
  </dialog>`;
}

export const Cross = () => html`<svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>`;

/** @param {{label: string}} props */
export const Loading = ({ label }) => html`<p class="loading" role="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${label}</p>`;

/** A component whose module and style sheets are loaded on first use. @param {{load: () => Promise<any>, name: string, styles?: string[], [more: string]: any}} props */
export function Later({ load, name, styles = [], ...props }) {
  const { value, problem } = useFetch(async () => (await Promise.all([load(), ...styles.map(loadStyle)]))[0], []);
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  return value ? html`<${value[name]} ...${props} />` : html`<${Loading} label=${t("loading")} />`;
}

/** Load a style sheet once. @param {string} path below the folder of the web client */
export function loadStyle(path) {
  const href = `/table/${path}`;
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((resolve) => (link.onload = link.onerror = resolve));
}

/** A switch whose setting stays in this browser. @param {{name: string, label: string, on: string, off: string, isOn?: boolean, change?: () => void}} props */
export function Preference({ name, label, on, off, isOn = false, change }) {
  const [isChecked, check] = useState((setting(name) ?? (isOn ? on : off)) === on);
  const choose = (/** @type {any} */ event) => (setSetting(name, event.target.checked ? on : off), check(event.target.checked), change?.());
  return html`<label class="switch small"><input type="checkbox" checked=${isChecked} onChange=${choose} /><span>${label}</span></label>`;
}

/** Show a title in the header and in the tab, there after a note. @param {string} text @param {string} [note] */
export function useTitle(text, note) {
  useEffect(() => {
    const place = document.getElementById("top-title");
    if (place) place.textContent = text;
    document.title = [note, text, "Bottega"].filter(Boolean).join(" · ");
    return () => void (place && (place.textContent = ""));
  }, [text, note]);
}

/** Return the display name of a seat: the name of its player, its AI level, or its number. @param {{seat: number, kind: string, name?: string, level?: string}} seat @param {(level: string) => string} [levelName] */
export function playerName({ seat, kind, name, level }, levelName = (each) => t("level_named", { level: each })) {
  if (name) return isolateRtl(name);
  if (kind === "ai" && level) return `${levelName(level)} ${seat + 1}`;
  return t("player", { number: seat + 1 });
}

/** @param {{kind: string, claimed?: boolean}} seat */
export const isFree = ({ kind, claimed }) => kind === "open" && !claimed;

/** Return the CSS class of a seat's colour. The six colours also differ in lightness. @param {number} seat */
export const seatClass = (seat) => `seat-${seat % 7}`;

/** An emblem of a ruleset: a rosette computed from its name. @param {{name: string}} props */
export function Emblem({ name }) {
  const sum = [...name].reduce((total, letter) => (total * 33 + letter.charCodeAt(0)) % 99991, 5);
  const petals = 5 + (sum % 4);
  const tone = (sum >> 3) % 4;
  const angles = Array.from({ length: petals }, (_, index) => (index * 360) / petals);
  const petal = ["M0-6C9-14 9-28 0-34C-9-28-9-14 0-6Z", "M0-8L10-21L0-34L-10-21Z", "M0-7C14-12 12-30 0-34C4-26-6-18 0-7Z"][(sum >> 5) % 3];
  return html`<svg class=${`emblem tone-${tone}`} viewBox="-50 -50 100 100" aria-hidden="true">
    <circle r="48" class="emblem-background" /><circle r="41" class="emblem-ring" />
    ${angles.map((turn) => html`<path d=${petal} class="emblem-petal" transform=${`rotate(${turn})`} />`)}
    ${angles.map((turn) => html`<circle r="2.6" cy="-36" class="emblem-dot" transform=${`rotate(${turn + 180 / petals})`} />`)}
    <circle r="6.5" class="emblem-heart" />
  </svg>`;
}
