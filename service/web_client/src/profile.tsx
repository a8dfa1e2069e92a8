/** The dialog of the account: it signs in, or shows the key and the notifications of the player. */

import { useState } from "preact/hooks";
import type { AccountProps } from "./account";
import { mayOrganise } from "./account";
import { isolateRtl } from "./bidi";
import { Dialog, ErrorMessage, problemOf, useFetch } from "./components";
import { useCopy } from "./copying";
import { screenText as t } from "./i18n";
import { NameField, useName } from "./namefield";
import { playerKey } from "./player";
import type { Failure } from "./types";

export function Profile({ account, close }: AccountProps & { close: () => void }) {
  const { me } = account;
  return (
    <Dialog title={t(me ? "your_profile" : "sign_in")} kind="narrow" close={close}>
      {me ? <SignedIn account={account} /> : <SignInForm account={account} />}
    </Dialog>
  );
}

function SignedIn({ account }: AccountProps) {
  const { me, key = "" } = account;
  const { value: notify } = useFetch(() => import("./notify"), []);
  const { value: contacts } = useFetch(() => import("./contacts"), []);
  const { value: calendar } = useFetch(() => import("./calendarlink"), []);
  const signOut = async () => {
    await notify?.turnOff(key).catch(() => undefined); // a device that is signed out receives no messages
    account.changeKey("");
  };
  const { isCopied, copy } = useCopy(key);
  return (
    <div class="stack">
      <p>
        {t("you_are", { name: isolateRtl(me?.name ?? t("nameless")) })}{" "}
        {t(mayOrganise(account) ? "can_organise" : "cannot_organise")}
      </p>
      <label class="field">
        <span>{t("your_key")}</span>
        <input type="password" readonly value={key} autocomplete="off" />
      </label>
      <p class="faint">{t("key_note")}</p>
      {notify && key ? <notify.NotifySwitch token={key} /> : null}
      {contacts && key ? <contacts.Contacts token={key} /> : null}
      {calendar && me && key ? <calendar.CalendarLink path={`/players/${me.player}/calendar`} token={key} /> : null}
      <p class="row end">
        <button type="button" class="quiet" onClick={copy}>
          {t(isCopied ? "copied" : "copy_key")}
        </button>
        <button type="button" class="quiet" onClick={signOut}>
          {t("forget_key")}
        </button>
      </p>
    </div>
  );
}

function SignInForm({ account }: AccountProps) {
  const [key, setKey] = useState("");
  const [name, setName] = useName();
  const [rejected, setRejected] = useState<Failure>();
  const use = (event: Event) => {
    event.preventDefault();
    account.changeKey(key.trim());
  };
  const createPlayer = async (event: Event) => {
    event.preventDefault();
    await playerKey(account, name).catch((error) => setRejected(problemOf(error)));
  };
  return (
    <div class="stack">
      <form class="row bottom" onSubmit={createPlayer}>
        <NameField name={name} change={setName} />
        <button type="submit" class="primary">
          {t("become_player")}
        </button>
      </form>
      <form class="row bottom" onSubmit={use}>
        <label class="field">
          <span>{t("have_key")}</span>
          <input
            type="password"
            required
            value={key}
            autocomplete="off"
            placeholder="bk_…"
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <button type="submit">{t("use_key")}</button>
      </form>
      <ErrorMessage problem={rejected ?? account.problem} />
      <p class="faint">{t("key_note")}</p>
    </div>
  );
}
