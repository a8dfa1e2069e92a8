/** Notifications of this device: a Web Push subscription that the service knows as a target of the player. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { Problem, request } from "./api.js";
import { ErrorMessage, Loading, problemOf, useFetch } from "./components.js";
import { currentLanguage, t } from "./i18n.js";
import { setSetting, setting } from "./storage.js";

const TARGET = "notification_target";

/** Whether this browser can receive messages while the page is closed. */
const isSupported = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in self && "Notification" in self;

/** Return whether this device is a target of the player, and the public key of the service; no key if it sends no messages. @param {string} token @returns {Promise<{isOn: boolean, publicKey?: string}>} */
async function fetchState(token) {
  if (!isSupported()) return { isOn: false };
  const { vapid_public_key: publicKey } = await request("/notification-settings");
  const { targets } = await request("/me/notification-targets", { token });
  const registration = await navigator.serviceWorker.ready;
  const isSubscribed = Boolean(await registration.pushManager.getSubscription());
  return { publicKey, isOn: isSubscribed && targets.some((/** @type {any} */ each) => each.target_id === setting(TARGET)) };
}

/** Subscribe this device, and make it a target. @param {string} token @param {string} publicKey */
async function turnOn(token, publicKey) {
  if ((await Notification.requestPermission()) !== "granted") throw new Blocked();
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  const target = await request("/me/notification-targets", { token, body: { web_push: { endpoint, keys }, language: currentLanguage() } });
  setSetting(TARGET, target.target_id);
}

/** Remove this device from the targets, and end its subscription. @param {string} token */
export async function turnOff(token) {
  const target = setting(TARGET);
  setSetting(TARGET, "");
  if (target) await request(`/me/notification-targets/${target}`, { token, method: "DELETE" }).catch(ignoreMissing);
  const registration = await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

/** The user or the browser does not allow notifications. */
class Blocked extends Error {}

/** @param {unknown} error */
function ignoreMissing(error) {
  if (!(error instanceof Problem && error.status === 404)) throw error;
}

/** @param {unknown} error */
const noticeOf = (error) => (error instanceof Problem ? problemOf(error) : { title: t(error instanceof Blocked ? "notify_blocked" : "notify_failed") });

/** The switch that turns the notifications of this device on and off. @param {{token: string}} props */
export function NotifySwitch({ token }) {
  const { value, problem, reload } = useFetch(() => fetchState(token), [token]);
  const [state, setState] = useState(/** @type {{busy?: boolean, problem?: any, isSent?: boolean}} */ ({}));
  if (!value) return problem ? html`<p class="faint">${t("notify_unavailable")}</p>` : html`<${Loading} label=${t("loading")} />`;
  const { publicKey, isOn } = value;
  if (!publicKey) return html`<p class="faint">${t("notify_unavailable")}</p>`;
  const run = async (/** @type {() => Promise<any>} */ action, /** @type {object} */ after = {}) => {
    setState({ busy: true });
    await action().then(() => setState(after), (error) => setState({ problem: noticeOf(error) }));
    reload();
  };
  const toggle = () => run(() => (isOn ? turnOff(token) : turnOn(token, publicKey)));
  const test = () => run(() => request(`/me/notification-targets/${setting(TARGET)}/test`, { token, method: "POST" }), { isSent: true });
  return html`<div class="stack"><label class="switch"><input type="checkbox" checked=${isOn} disabled=${state.busy} onChange=${toggle} /><span>${t("notify_me")}<small class="faint">${t("notify_note")}</small></span></label>
    ${isOn ? html`<p class="row"><button type="button" class="quiet small" disabled=${state.busy} onClick=${test}>${t("notify_test")}</button><span class="faint" role="status">${state.isSent ? t("notify_sent") : ""}</span></p>` : null}
    <${ErrorMessage} problem=${state.problem} /></div>`;
}
