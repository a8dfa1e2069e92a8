/** The fields of teams: whether team mates meet, how teams meet, and the team of an entrant. */

import { useId, useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { tournamentText as t } from "../i18n";
import type { Entrant } from "../types";
import { Choice, Count, Switch } from "./fields";
import { FormDialog } from "./formdialog";
import type { PageProps } from "./page";
import { type ApartValues, type FormValues, hasKnockout, type TeamMatchValues } from "./plan";

const MOST_BOARD = 100;
const MOST_LETTERS = 64;
const MOST_ROUNDS = 100;
const MOST_BOARDS = 20;
const MOST_MINUTES = 10_080;

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

type TeamMatchProps = {
  values: TeamMatchValues & Pick<FormValues, "stages">;
  set: (changes: Partial<TeamMatchValues>) => void;
};

/** The usual match points for a win, a draw and a loss. */
const MATCH_POINTS = [
  [2, 1, 0],
  [3, 1, 0],
];

/** Return the match points to choose from, with those of an earlier tournament. */
function pointsChoices(own: number[]): [string, string][] {
  const choices = MATCH_POINTS.some((each) => each.join() === own.join()) ? MATCH_POINTS : [...MATCH_POINTS, own];
  return choices.map(([win, draw, loss]) => [`${win},${draw},${loss}`, t("match_points_of", { win, draw, loss })]);
}

/** Whether teams meet, at how many boards, for which match points, and when line-ups close. */
export const TeamMatchFields = ({ values, set }: TeamMatchProps) => (
  <details class="cup-options">
    <summary>{t("matches_of_teams")}</summary>
    <div class="fields">
      <Count
        label={t("team_boards")}
        name="team_matches.boards"
        value={values.boards}
        least={0}
        most={MOST_BOARDS}
        note={t("team_boards_note")}
        change={(boards) => set({ boards })}
      />
      {values.boards ? (
        <>
          <Choice
            label={t("match_points_for")}
            name="team_matches.match_points"
            value={values.match_points.join()}
            choices={pointsChoices(values.match_points)}
            change={(chosen) => set({ match_points: chosen.split(",").map(Number) })}
          />
          <Count
            label={t("lineup_minutes")}
            name="team_matches.lineup_minutes"
            value={values.lineup_minutes}
            least={0}
            most={MOST_MINUTES}
            note={t("lineup_minutes_note")}
            change={(lineup_minutes) => set({ lineup_minutes })}
          />
        </>
      ) : null}
    </div>
    {values.boards && hasKnockout(values.stages) ? <p class="faint">{t("team_level_note")}</p> : null}
  </details>
);

type TeamDialogProps = PageProps & { entrant: Entrant; close: () => void };

/** The dialog in which the organiser sets the team of an entrant. */
export function TeamDialog({ entrant, data, account: { key: token }, close }: TeamDialogProps) {
  const [team, setTeam] = useState(entrant.team ?? "");
  const [board, setBoard] = useState(entrant.board ?? 0);
  const [isCaptain, setCaptain] = useState(entrant.captain ?? false);
  const list = useId();
  const teams = [...new Set(data.entrants.flatMap((each) => each.team ?? []))].sort();
  const send = () => {
    const own = team.trim() ? { board, ...(isCaptain ? { captain: true } : {}) } : { board: 0 };
    const teams = [{ entrant: entrant.entrant, team: team.trim(), ...own }];
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
      {data.tournament.team_matches ? (
        <Switch label={t("captain")} note={t("captain_note")} value={isCaptain} change={setCaptain} />
      ) : null}
    </FormDialog>
  );
}
