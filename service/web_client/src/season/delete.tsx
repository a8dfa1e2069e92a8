/** The dialog in which the organiser deletes a season. */

import { call } from "../api";
import { tournamentText as t } from "../i18n";
import { FormDialog } from "../tournament/formdialog";
import type { SeasonDialogProps } from "./page";

export function DeleteDialog({ season, token, close }: SeasonDialogProps) {
  const send = async () => {
    await call("DELETE /seasons/{season}", { season: season.season }, { token });
    location.hash = "#/seasons";
  };
  return (
    <FormDialog title={t("delete_season")} close={close} send={send}>
      <p>{t("delete_season_note")}</p>
    </FormDialog>
  );
}
