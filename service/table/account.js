/** The account of the user: a player key stored in this browser, which is sent in request headers only. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { isolateRtl } from "./bidi.js";
import { Dialog, ErrorMessage, problemOf, useFetch } from "./components.js";
import { t } from "./i18n.js";
import { dropToken, setSetting, setting, storeGame } from "./storage.js";

/**
 * @typedef {{player: string, name?: string, scopes: string[]}} Me
 * @typedef {{key?: string, me?: Me, isKnown: boolean, problem?: any, changeKey: (key: string) => void}} Account
 */

/** Redraws all components that show the account. @type {Set<(key: string) => void>} */
const watchers = new Set();

/** Return the account of the stored key. Send no request with the key before `isKnown`. @returns {Account} */
export function useAccount() {
  const [key, setKey] = useState(setting("key") ?? "");
  useEffect(() => (watchers.add(setKey), () => void watchers.delete(setKey)), []);
  const { value, problem } = useFetch(() => fetchAccount(key), [key]);
  const isAnswered = value?.key === key;
  const changeKey = (/** @type {string} */ next) => {
    if (key && key !== next) dropToken(key);
    setSetting("key", next);
    for (const watcher of watchers) watcher(next);
  };
  return { key: isAnswered ? key || undefined : undefined, me: isAnswered ? value?.me : undefined, isKnown: isAnswered || Boolean(problem), problem: isAnswered ? undefined : problem, changeKey };
}

/** @param {string} key @returns {Promise<{key: string, me?: Me}>} */
const fetchAccount = async (key) => ({ key, me: key ? await known(key) : undefined });

/** The latest request for each key: all components share one. @type {Map<string, Promise<Me>>} */
const requests = new Map();

/** @param {string} key */
function known(key) {
  const found = requests.get(key) ?? request("/me", { token: key });
  requests.set(key, found);
  found.catch(() => requests.delete(key));
  return found;
}

/**
 * Create a game, store its seat tokens, and open it. The first person's seat belongs to the signed-in player, who finds
 * the game on every device.
 * @param {any} body
 */
export async function createGame(body) {
  const { key, me } = await fetchAccount(setting("key") ?? "").catch(() => ({ key: undefined, me: undefined }));
  const own = key && me?.scopes.includes("create") ? body.seats.findIndex((/** @type {any} */ { kind }) => kind === "human") : -1;
  const seats = body.seats.map((/** @type {any} */ seat, /** @type {number} */ index) => (index === own ? { ...seat, player: me?.player } : seat));
  const game = await request("/games", own < 0 ? { body } : { token: key, body: { ...body, seats } });
  const names = game.seats.map((/** @type {any} */ seat) => seat.name ?? "");
  const tokens = own < 0 ? game.tokens : [...game.tokens, { seat: own, token: key }];
  storeGame({ game: game.game_id, ruleset: body.ruleset, names, seats: tokens, creator: game.creator_token });
  location.hash = `#/game/${game.game_id}`;
}

/** @param {Account} account */
export const mayOrganise = ({ me }) => Boolean(me?.scopes.includes("organise"));

/** A button with the player's name that opens the sign-in dialog. @param {{account: Account}} props */
export function Identity({ account }) {
  const [isOpen, open] = useState(false);
  const { me, problem } = account;
  useEffect(() => void (me && open(false)), [me?.player]);
  return html`<button type="button" class="quiet small identity" onClick=${() => open(true)}><span class=${me ? "identity-dot known" : "identity-dot"} aria-hidden="true"></span>${me ? isolateRtl(me.name ?? t("nameless")) : t(problem ? "key_rejected" : "sign_in")}</button>
    ${isOpen ? html`<${Dialog} title=${t("sign_in")} kind="narrow" close=${() => open(false)}>${me ? html`<${SignedIn} account=${account} />` : html`<${SignInForm} account=${account} />`}</${Dialog}>` : null}`;
}

/** @param {{account: Account}} props */
function SignedIn({ account }) {
  const { me, key = "" } = account;
  const [isCopied, setCopied] = useState(false);
  const { value: notify } = useFetch(() => import("./notify.js"), []);
  const { value: contacts } = useFetch(() => import("./contacts.js"), []);
  const signOut = async () => {
    await notify?.turnOff(key).catch(() => undefined); // a device that is signed out receives no messages
    account.changeKey("");
  };
  const copy = () => navigator.clipboard?.writeText(key).then(() => setCopied(true), () => undefined);
  return html`<div class="stack"><p>${t("you_are", { name: isolateRtl(me?.name ?? t("nameless")) })} ${t(mayOrganise(account) ? "can_organise" : "cannot_organise")}</p>
    <label class="field"><span>${t("your_key")}</span><input type="password" readonly value=${key} autocomplete="off" /></label>
    <p class="faint">${t("key_note")}</p>
    ${notify && key ? html`<${notify.NotifySwitch} token=${key} />` : null}
    ${contacts && key ? html`<${contacts.Contacts} token=${key} />` : null}
    <p class="row end"><button type="button" class="quiet" onClick=${copy}>${t(isCopied ? "copied" : "copy_key")}</button>
      <button type="button" class="quiet" onClick=${signOut}>${t("forget_key")}</button></p></div>`;
}

/** @param {{account: Account}} props */
function SignInForm({ account }) {
  const [key, setKey] = useState("");
  const [name, setName] = useState(setting("name") ?? "");
  const [rejected, setRejected] = useState(/** @type {any} */ (undefined));
  const use = (/** @type {Event} */ event) => (event.preventDefault(), account.changeKey(key.trim()));
  const createPlayer = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted) setSetting("name", wanted);
    await request("/players", { body: wanted ? { name: wanted } : {} }).then((made) => account.changeKey(made.key), (error) => setRejected(problemOf(error)));
  };
  return html`<div class="stack">
    <form class="row bottom" onSubmit=${createPlayer}><label class="field"><span>${t("your_name")}</span><input value=${name} maxlength="64" autocomplete="nickname" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
      <button class="primary">${t("become_player")}</button></form>
    <form class="row bottom" onSubmit=${use}><label class="field"><span>${t("have_key")}</span><input type="password" required value=${key} autocomplete="off" placeholder="bk_…" onInput=${(/** @type {any} */ event) => setKey(event.target.value)} /></label>
      <button>${t("use_key")}</button></form>
    <${ErrorMessage} problem=${rejected ?? account.problem} /><p class="faint">${t("key_note")}</p></div>`;
}

/** Instructions for users who cannot organise. @param {{account: Account}} props */
export function NeedsOrganiser({ account }) {
  return html`<section class="card stack"><p>${t("organiser_needed")}</p><p><code>bottega keys create --scopes play,create,organise</code></p><p><${Identity} account=${account} /></p></section>`;
}
