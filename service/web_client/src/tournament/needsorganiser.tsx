/** Instructions for users who cannot organise a tournament. */

import type { AccountProps } from "../account";
import { tournamentText as t } from "../i18n";
import { Identity } from "../identity";

export function NeedsOrganiser({ account }: AccountProps) {
  const { me } = account;
  return (
    <section class="card stack">
      <p>{t(me ? "organiser_needed" : "organiser_signs_in")}</p>
      {me ? (
        <p>
          {t("player_id")}
          {": "}
          <code>{me.player}</code>
        </p>
      ) : null}
      <p>
        <Identity account={account} />
      </p>
    </section>
  );
}
