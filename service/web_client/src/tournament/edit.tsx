/** The dialog in which the organiser changes name, start, entrant limit and Swiss rounds. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { tournamentText as t } from "../i18n";
import { readGroups, writeGroups } from "./apartgroups";
import { Count, Lines, Reason, Time, TournamentName } from "./fields";
import { FormDialog } from "./formdialog";
import { localTime, patchBody } from "./model";
import { OwnTextFields } from "./owntextfields";
import type { PageProps } from "./page";
import { MOST_ENTRANTS } from "./plan";
import { TeamMatesApart } from "./teamfields";

const MOST_ROUNDS = 100;

type EditDialogProps = PageProps & { close: () => void };

export function EditDialog({ data: { tournament, rounds, entrants }, account: { key: token }, close }: EditDialogProps) {
  const at = tournament.stage ?? 0;
  const stage = tournament.stages[at];
  const open = rounds.at(-1);
  const [values, setValues] = useState({
    name: tournament.name,
    most: tournament.max_entrants,
    begins: localTime(tournament.starts_at),
    ends: localTime(open?.open_until),
    rounds: stage.rounds ?? 0,
    reason: "",
    description: tournament.texts?.description ?? "",
    house_rules: (tournament.texts?.house_rules ?? []).join("\n"),
    label: tournament.texts?.label ?? "",
    mates_apart: tournament.keep_apart?.team_mates ?? false,
    apart_rounds: tournament.keep_apart?.rounds ?? 0,
    groups: writeGroups(tournament.keep_apart?.groups ?? [], entrants),
  });
  const { groups, unknown } = readGroups(values.groups, entrants);
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const send = () =>
    call(
      "PATCH /tournaments/{tournament}",
      { tournament: tournament.tournament, body: patchBody(tournament, { ...values, groups }, open) },
      { token },
    );
  const isReady = !unknown.length && groups.every(({ length }) => length > 1);
  return (
    <FormDialog title={t("change_tournament")} isReady={isReady} close={close} send={send}>
      <TournamentName value={values.name} change={(name) => set({ name })} />
      <Count
        label={t("max_entrants")}
        value={values.most}
        least={2}
        most={MOST_ENTRANTS}
        change={(most) => set({ most })}
      />
      {tournament.seed === undefined ? (
        <label class="field">
          <span>{t("start_time")}</span>
          <input
            type="datetime-local"
            value={values.begins}
            onInput={(event) => set({ begins: event.currentTarget.value })}
          />
        </label>
      ) : null}
      {open?.open_until ? (
        <Time
          label={t("round_open_until", { round: open.round })}
          value={values.ends}
          change={(ends) => set({ ends })}
        />
      ) : null}
      {stage.format === "swiss" ? (
        <Count
          label={t("rounds")}
          value={values.rounds}
          least={1}
          most={MOST_ROUNDS}
          change={(rounds) => set({ rounds })}
        />
      ) : null}
      <TeamMatesApart values={values} set={set} />
      <Lines
        label={t("apart_groups")}
        name="keep_apart.groups"
        rows={3}
        value={values.groups}
        note={t("apart_groups_note")}
        change={(text) => set({ groups: text })}
      />
      {unknown.length ? <p role="alert">{t("apart_unknown", { names: unknown.map(isolateRtl).join(", ") })}</p> : null}
      <OwnTextFields values={values} set={set} />
      <Reason value={values.reason} change={(reason) => set({ reason })} />
    </FormDialog>
  );
}
