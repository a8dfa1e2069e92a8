/** The dialog in which the organiser changes the plan: name, times, entrant limit, Swiss rounds, groups and texts. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { tournamentText as t } from "../i18n";
import { readGroups, writeGroups } from "./apartgroups";
import { movedEnds, patchBody } from "./changes";
import { Count, Lines, Reason, Time, TournamentName } from "./fields";
import { FormDialog } from "./formdialog";
import type { TournamentData } from "./live";
import { localTime } from "./model";
import { OwnTextFields } from "./owntextfields";
import type { PageProps } from "./page";
import { MOST_ENTRANTS, mayHaveEnds } from "./plan";
import { RepeatFields } from "./repeatfields";
import { repeatValues } from "./repeats";
import { TeamMatesApart } from "./teamfields";
import { RoundTimes } from "./times";

const MOST_ROUNDS = 100;

type EditDialogProps = PageProps & { close: () => void };

/** Return what the dialog shows first: the present plan, and until when the latest round is open. */
function valuesOf({ tournament, rounds, entrants }: TournamentData) {
  const { name, max_entrants: most, starts_at, stage = 0, stages, texts = {}, keep_apart: apart = {} } = tournament;
  return {
    name,
    most,
    begins: localTime(starts_at),
    ends: localTime(rounds.at(-1)?.open_until),
    later: (tournament.round_ends ?? []).slice(rounds.at(-1)?.round ?? 0).map(localTime),
    repeats: repeatValues(tournament.repeats),
    rounds: stages[stage].rounds ?? 0,
    reason: "",
    description: texts.description ?? "",
    house_rules: (texts.house_rules ?? []).join("\n"),
    label: texts.label ?? "",
    mates_apart: apart.team_mates ?? false,
    apart_rounds: apart.rounds ?? 0,
    groups: writeGroups(apart.groups ?? [], entrants),
  };
}

export function EditDialog({ data, account: { key: token }, close }: EditDialogProps) {
  const { tournament, rounds, entrants } = data;
  const stage = tournament.stages[tournament.stage ?? 0];
  const open = rounds.at(-1);
  const [values, setValues] = useState(() => valuesOf(data));
  const { groups, unknown } = readGroups(values.groups, entrants);
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const send = () =>
    call(
      "PATCH /tournaments/{tournament}",
      { tournament: tournament.tournament, body: patchBody(tournament, { ...values, groups }, open) },
      { token },
    );
  const made = open?.round ?? 0;
  const ends = tournament.round_ends?.length ?? 0;
  const mayHaveLaterEnds = made ? ends >= made : mayHaveEnds(tournament.stages);
  const mayRepeat = tournament.seed === undefined && values.begins && !tournament.next_tournament;
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
      {mayRepeat ? <RepeatFields values={values} set={set} /> : null}
      {open?.open_until ? (
        <Time
          label={t("round_open_until", { round: open.round })}
          value={values.ends}
          change={(ends) => set(movedEnds(values, ends))}
        />
      ) : null}
      {mayHaveLaterEnds ? (
        <RoundTimes name="round_ends" times={values.later} first={made + 1} change={(later) => set({ later })} />
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
