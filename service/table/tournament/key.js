/** The account of the user: a player key stored in this browser, which is sent in the header of a request only. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { request } from "../api.js";
import { described, Dialog, Trouble, useAnswer } from "../parts.js";
import { dropToken, setSetting, setting } from "../seats.js";
import { t } from "../words.js";
import { isolated } from "../isolate.js";

/**
 * @typedef {{player: string, name?: string, scopes: string[]}} Me
 * @typedef {{key?: string, me?: Me, isKnown: boolean, problem?: any, take: (key: string) => void}} Reader
 */

/** Return the account of the stored key. Send no request with the key before `isKnown`. @returns {Reader} */
export function useReader() {
  const [key, setKey] = useState(setting("key") ?? "");
  const { value, problem } = useAnswer(() => asked(key), [key]);
  const isAnswered = value?.key === key;
  const take = (/** @type {string} */ next) => {
    if (key && key !== next) dropToken(key);
    setSetting("key", next);
    setKey(next);
  };
  return { key: isAnswered ? key || undefined : undefined, me: isAnswered ? value?.me : undefined, isKnown: isAnswered || Boolean(problem), problem: isAnswered ? undefined : problem, take };
}

/** @param {string} key @returns {Promise<{key: string, me?: Me}>} */
const asked = async (key) => ({ key, me: key ? await request("/me", { token: key }) : undefined });

/** @param {Reader} reader */
export const mayOrganise = ({ me }) => Boolean(me?.scopes.includes("organise"));

/** A button with the player's name that opens the sign-in dialog. @param {{reader: Reader}} props */
export function Identity({ reader }) {
  const [isOpen, open] = useState(false);
  const { me, problem } = reader;
  return html`<button type="button" class="quiet small identity" onClick=${() => open(true)}><span class=${me ? "identity-dot known" : "identity-dot"} aria-hidden="true"></span>${me ? isolated(me.name ?? t("nameless")) : t(problem ? "key_rejected" : "sign_in")}</button>
    ${isOpen ? html`<${Dialog} title=${t("sign_in")} kind="narrow" close=${() => open(false)}>${me ? html`<${Known} reader=${reader} />` : html`<${Unknown} reader=${reader} />`}</${Dialog}>` : null}`;
}

/** @param {{reader: Reader}} props */
function Known({ reader }) {
  const { me, key = "" } = reader;
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard?.writeText(key).then(() => setCopied(true), () => undefined);
  return html`<div class="stack"><p>${t("you_are", { name: isolated(me?.name ?? t("nameless")) })} ${t(mayOrganise(reader) ? "can_organise" : "cannot_organise")}</p>
    <label class="field"><span>${t("your_key")}</span><input type="password" readonly value=${key} autocomplete="off" /></label>
    <p class="faint">${t("key_note")}</p>
    <p class="row end"><button type="button" class="quiet" onClick=${copy}>${t(isCopied ? "copied" : "copy_key")}</button>
      <button type="button" class="quiet" onClick=${() => reader.take("")}>${t("forget_key")}</button></p></div>`;
}

/** @param {{reader: Reader}} props */
function Unknown({ reader }) {
  const [key, setKey] = useState("");
  const [name, setName] = useState(setting("name") ?? "");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const use = (/** @type {Event} */ event) => (event.preventDefault(), reader.take(key.trim()));
  const become = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted) setSetting("name", wanted);
    await request("/players", { body: wanted ? { name: wanted } : {} }).then((made) => reader.take(made.key), (error) => setRejected(described(error)));
  };
  return html`<div class="stack">
    <form class="row bottom" onSubmit=${become}><label class="field"><span>${t("your_name")}</span><input value=${name} maxlength="64" autocomplete="nickname" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <button class="primary">${t("become_player")}</button></form>
    <form class="row bottom" onSubmit=${use}><label class="field"><span>${t("have_key")}</span><input type="password" required value=${key} autocomplete="off" placeholder="bk_…" onInput=${(/** @type {any} */ event) => setKey(event.target.value)} /></label>
      <button>${t("use_key")}</button></form>
    <${Trouble} problem=${rejected ?? reader.problem} /><p class="faint">${t("key_note")}</p></div>`;
}

/** Instructions for users who cannot organise. @param {{reader: Reader}} props */
export function NeedsOrganiser({ reader }) {
  return html`<section class="card stack"><p>${t("organiser_needed")}</p><p><code>bottega keys create --scopes play,create,organise</code></p><p><${Identity} reader=${reader} /></p></section>`;
}
