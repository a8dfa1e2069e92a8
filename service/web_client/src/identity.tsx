/** The button that shows who is signed in. */

import { useEffect, useState } from "preact/hooks";
import type { AccountProps } from "./account";
import { isolateRtl } from "./bidi";
import { later } from "./components";
import { t } from "./i18n";

const Profile = later(async () => (await import("./profile")).Profile, { isQuiet: true });

/** A button with the player's name that opens the sign-in dialog. */
export function Identity({ account }: AccountProps) {
  const [isOpen, open] = useState(false);
  const { me, problem } = account;
  const player = me?.player;
  useEffect(() => {
    if (player) open(false);
  }, [player]);
  return (
    <>
      <button type="button" class="quiet small identity" onClick={() => open(true)}>
        <span class={me ? "identity-dot known" : "identity-dot"} aria-hidden="true"></span>
        {me ? isolateRtl(me.name ?? t("nameless")) : t(problem ? "key_rejected" : "sign_in")}
      </button>
      {isOpen ? <Profile account={account} close={() => open(false)} /> : null}
    </>
  );
}
