/** Notifications of this device: a Web Push subscription that the service knows as a target of the player. */

import { useState } from "preact/hooks";
import { call, Problem } from "./api";
import { ErrorMessage, Loading, problemOf, useFetch } from "./components";
import { currentLanguage, screenText as t } from "./i18n";
import { setSetting, setting } from "./storage";
import type { Failure } from "./types";

const TARGET = "notification_target";

/** Whether this browser can receive messages while the page is closed. */
const isSupported = () =>
  isSecureContext && "serviceWorker" in navigator && "PushManager" in self && "Notification" in self;

/** Return whether this device is a target of the player, and the public key of the service; no key if it sends no messages. */
async function fetchState(token: string): Promise<{ isOn: boolean; publicKey?: string }> {
  if (!isSupported()) return { isOn: false };
  const { vapid_public_key: publicKey } = await call("GET /notification-settings");
  const { targets } = await call("GET /me/notification-targets", {}, { token });
  const registration = await navigator.serviceWorker.ready;
  const isSubscribed = Boolean(await registration.pushManager.getSubscription());
  return { publicKey, isOn: isSubscribed && targets.some((each) => each.target_id === setting(TARGET)) };
}

/** Subscribe this device, and make it a target. */
async function turnOn(token: string, publicKey: string) {
  if ((await Notification.requestPermission()) !== "granted") throw new Blocked();
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { keys } = subscription.toJSON();
  const web_push = { endpoint: subscription.endpoint, keys: { auth: keys?.auth ?? "", p256dh: keys?.p256dh ?? "" } };
  const body = { web_push, language: currentLanguage() };
  const target = await call("POST /me/notification-targets", { body }, { token });
  setSetting(TARGET, target.target_id);
}

/** Remove this device from the targets, and end its subscription. */
export async function turnOff(token: string) {
  const target = setting(TARGET);
  setSetting(TARGET, "");
  if (target)
    await call("DELETE /me/notification-targets/{target_id}", { target_id: target }, { token }).catch(ignoreMissing);
  const registration = await navigator.serviceWorker.ready;
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

/** The user or the browser does not allow notifications. */
class Blocked extends Error {}

function ignoreMissing(error: unknown) {
  if (!(error instanceof Problem && error.status === 404)) throw error;
}

const noticeOf = (error: unknown): Failure =>
  error instanceof Problem
    ? problemOf(error)
    : { title: t(error instanceof Blocked ? "notify_blocked" : "notify_failed") };

/** The switch that turns the notifications of this device on and off. */
export function NotifySwitch({ token }: { token: string }) {
  const { value, problem, reload } = useFetch(() => fetchState(token), [token]);
  const [state, setState] = useState<{ busy?: boolean; problem?: Failure; isSent?: boolean }>({});
  if (!value) return problem ? <p class="faint">{t("notify_unavailable")}</p> : <Loading label={t("loading")} />;
  const { publicKey, isOn } = value;
  if (!publicKey) return <p class="faint">{t("notify_unavailable")}</p>;
  const run = async (action: () => Promise<unknown>, after: object = {}) => {
    setState({ busy: true });
    await action().then(
      () => setState(after),
      (error) => setState({ problem: noticeOf(error) }),
    );
    reload();
  };
  const toggle = () => run(() => (isOn ? turnOff(token) : turnOn(token, publicKey)));
  const test = () =>
    run(() => call("POST /me/notification-targets/{target_id}/test", { target_id: setting(TARGET) ?? "" }, { token }), {
      isSent: true,
    });
  return (
    <div class="stack">
      <label class="switch">
        <input type="checkbox" checked={isOn} disabled={state.busy} onChange={toggle} />
        <span>
          {t("notify_me")}
          <small class="faint">{t("notify_note")}</small>
        </span>
      </label>
      {isOn ? (
        <p class="row">
          <button type="button" class="quiet small" disabled={state.busy} onClick={test}>
            {t("notify_test")}
          </button>
          <span class="faint" role="status">
            {state.isSent ? t("notify_sent") : ""}
          </span>
        </p>
      ) : null}
      <ErrorMessage problem={state.problem} />
    </div>
  );
}
