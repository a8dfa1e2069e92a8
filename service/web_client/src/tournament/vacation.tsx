/** Vacations: until when an entrant is away, and the dialogs that start and end a vacation. */

import { useState } from "preact/hooks";
import { call, serviceTime } from "../api";
import { isolateRtl } from "../bidi";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { Entrant, Tournament } from "../types";
import { Count, Reason } from "./fields";
import { FormDialog } from "./formdialog";
import { formatDate } from "./model";
import type { PageProps } from "./page";

const DAY = 86_400_000;
/** All days that are left are a little less when the request arrives. */
const MARGIN = 60_000;

/** Whether an entrant is on vacation. */
export const isAway = ({ vacation_until: until }: Entrant) => until !== undefined && Date.parse(until) > serviceTime();

const endOf = ({ vacation_until: until = "" }: Entrant) => formatDate(until, currentLanguage());

/** Say until when an entrant is on vacation; empty without a vacation. */
export const vacationOf = (entrant: Entrant) => (isAway(entrant) ? t("away_until", { until: endOf(entrant) }) : "");

/** Say until when the player is on vacation; empty without a vacation. */
export const ownVacation = (entrant: Entrant) => (isAway(entrant) ? t("you_are_away", { until: endOf(entrant) }) : "");

/** Whether an entrant can go on vacation, or come back. */
export const mayLeave = ({ vacation_days: days, status }: Tournament, { withdrawn, level, ...entrant }: Entrant) =>
  Boolean(days) &&
  !["over", "cancelled"].includes(status) &&
  !withdrawn &&
  !level &&
  (isAway(entrant as Entrant) || (entrant.vacation_days_left ?? 0) > 0);

type DialogProps = Pick<PageProps, "data" | "account"> & { entrant: Entrant; close: () => void };

export const VacationDialog = (props: DialogProps) =>
  isAway(props.entrant) ? <Return {...props} /> : <Leave {...props} />;

/** The dialog in which an entrant goes on vacation for some days. */
function Leave({ entrant, data: { tournament }, account: { key: token }, close }: DialogProps) {
  const left = entrant.vacation_days_left ?? 0;
  const most = Math.ceil(left);
  const [days, setDays] = useState(Math.min(7, most));
  const [reason, setReason] = useState("");
  const send = () => {
    const length = Math.min(days * DAY, left * DAY - MARGIN);
    const body = {
      vacation_until: new Date(serviceTime() + length).toISOString(),
      reason: reason.trim() || undefined,
    };
    const given = { tournament: tournament.tournament, entrant: entrant.entrant, body };
    return call("POST /tournaments/{tournament}/entrants/{entrant}/withdraw", given, { token });
  };
  return (
    <FormDialog
      title={`${t("vacation")}: ${isolateRtl(entrant.name)}`}
      verb={t("vacation_start")}
      isReady={days >= 1 && days <= most}
      close={close}
      send={send}
    >
      <p class="faint">{t("vacation_note")}</p>
      <Count
        label={t("vacation_length")}
        value={days}
        least={1}
        most={most}
        note={t("vacation_left", { days: Math.floor(left * 10) / 10 })}
        change={setDays}
      />
      <Reason value={reason} change={setReason} />
    </FormDialog>
  );
}

/** The dialog in which an entrant comes back before the end of the vacation. */
function Return({ entrant, data: { tournament }, account: { key: token }, close }: DialogProps) {
  const given = { tournament: tournament.tournament, entrant: entrant.entrant, body: {} };
  return (
    <FormDialog
      title={`${t("vacation")}: ${isolateRtl(entrant.name)}`}
      verb={t("vacation_end")}
      close={close}
      send={() => call("POST /tournaments/{tournament}/entrants/{entrant}/reenter", given, { token })}
    >
      <p>{vacationOf(entrant)}</p>
      <p class="faint">{t("vacation_end_note")}</p>
    </FormDialog>
  );
}
