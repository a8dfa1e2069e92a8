/** The dialog in which the organiser confirms who rises and falls. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { tournamentText as t } from "../i18n";
import { Choice, Text } from "../tournament/fields";
import { FormDialog } from "../tournament/formdialog";
import type { Season } from "../types";
import { rowKey } from "./division";
import type { SeasonDialogProps } from "./page";

const MOST_LETTERS = 500;
const UNDECIDED = -1;
const STEPS = { rises: -1, stays: 0, falls: 1, undecided: 0 };

type Placed = { key: string; name: string; tournament: string; entrant: number; computed: number };

/** The players of all divisions with their computed divisions, each once. */
function placed({ divisions }: Season): Placed[] {
  return divisions.flatMap(({ standings }, division) =>
    standings.map((row) => {
      const { name, outcome = "stays", results } = row;
      const computed = outcome === "undecided" ? UNDECIDED : division + STEPS[outcome];
      return { key: rowKey(row), name, computed, ...results[0] };
    }),
  );
}

export function ConfirmDialog({ season, token, close }: SeasonDialogProps) {
  const [chosen, choose] = useState<Record<string, number>>({});
  const [reason, setReason] = useState("");
  const { divisions } = season;
  const players = placed(season);
  const divisionOf = ({ key, computed }: Placed) => chosen[key] ?? computed;
  const changes = players
    .filter((each) => divisionOf(each) !== each.computed)
    .map((each) => ({ tournament: each.tournament, entrant: each.entrant, division: divisionOf(each) }));
  const send = () =>
    call(
      "PATCH /seasons/{season}",
      { season: season.season, body: { confirmation: { changes, ...(reason ? { reason } : {}) } } },
      { token },
    );
  const names = divisions.map(({ name }, number): [number, string] => [number, name]);
  return (
    <FormDialog
      title={t("confirm_season")}
      close={close}
      send={send}
      isReady={players.every((each) => divisionOf(each) !== UNDECIDED)}
    >
      <p class="faint">{t("confirm_season_note")}</p>
      {divisions.length > 1
        ? players.map((each) => (
            <Choice
              key={each.key}
              label={each.name}
              value={divisionOf(each)}
              choices={
                each.computed === UNDECIDED
                  ? [[UNDECIDED, t("season_outcome", { outcome: "undecided" })], ...names]
                  : names
              }
              change={(division) => choose({ ...chosen, [each.key]: division })}
            />
          ))
        : null}
      <Text label={t("reason_of_changes")} value={reason} most={MOST_LETTERS} change={setReason} />
    </FormDialog>
  );
}
