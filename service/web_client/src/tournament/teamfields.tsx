/** The fields of teams: whether team mates meet, and the team of an entrant. */

import { useId, useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { tournamentText as t } from "../i18n";
import type { Entrant } from "../types";
import { Count, Switch } from "./fields";
import { FormDialog } from "./formdialog";
import type { PageProps } from "./page";
import type { ApartValues } from "./plan";

const MOST_BOARD = 100;
const MOST_LETTERS = 64;
const MOST_ROUNDS = 100;

type ApartProps = { values: ApartValues; set: (changes: Partial<ApartValues>) => void };

/** Whether team mates meet, and in which rounds. */
export const TeamMatesApart = ({ values, set }: ApartProps) => (
  <>
    <Switch
      label={t("mates_apart")}
      name="keep_apart.team_mates"
      note={t("mates_apart_note")}
      value={values.mates_apart}
      change={(mates_apart) => set({ mates_apart })}
    />
    <div class="fields">
      <Count
        label={t("apart_rounds")}
        name="keep_apart.rounds"
        value={values.apart_rounds}
        least={0}
        most={MOST_ROUNDS}
        note={t("apart_rounds_note")}
        change={(apart_rounds) => set({ apart_rounds })}
      />
    </div>
  </>
);

type TeamDialogProps = PageProps & { entrant: Entrant; close: () => void };

/** The dialog in which the organiser sets the team of an entrant. */
export function TeamDialog({ entrant, data, account: { key: token }, close }: TeamDialogProps) {
  const [team, setTeam] = useState(entrant.team ?? "");
  const [board, setBoard] = useState(entrant.board ?? 0);
  const list = useId();
  const teams = [...new Set(data.entrants.flatMap((each) => each.team ?? []))].sort();
  const send = () => {
    const teams = [{ entrant: entrant.entrant, team: team.trim(), board: team.trim() ? board : 0 }];
    return call(
      "PATCH /tournaments/{tournament}",
      { tournament: data.tournament.tournament, body: { teams } },
      { token },
    );
  };
  return (
    <FormDialog title={`${t("team")}: ${isolateRtl(entrant.name)}`} verb={t("set_team")} close={close} send={send}>
      <label class="field">
        <span>{t("team_may")}</span>
        <input
          list={list}
          value={team}
          maxlength={MOST_LETTERS}
          autocomplete="off"
          onInput={(event) => setTeam(event.currentTarget.value)}
        />
      </label>
      <datalist id={list}>
        {teams.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Count label={t("board")} value={board} least={0} most={MOST_BOARD} note={t("board_note")} change={setBoard} />
    </FormDialog>
  );
}
