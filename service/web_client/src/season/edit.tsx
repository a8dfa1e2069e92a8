/** The dialog in which the organiser creates a season, or changes its divisions. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { useFetch } from "../components";
import { tournamentText as t } from "../i18n";
import { VISIBILITIES } from "../terms";
import { Choice, Count, Text } from "../tournament/fields";
import { FormDialog } from "../tournament/formdialog";
import type { Season, TournamentSummary } from "../types";

const MOST_LETTERS = { name: 64, description: 500, places: 500 };
const MOST_RISERS = 100;
const MOST_BEST = 100;
const MOST_DIVISIONS = 20;
const POINTS_BY_PLACE = "[0-9]{1,4}([ ,]+[0-9]{1,4})*[ ,]*";

type DivisionValues = { name: string; tournaments: string[]; places: string; best: number };
type SeasonDialogProps = { season?: Season; token?: string; close: () => void };

export function SeasonDialog({ season, token, close }: SeasonDialogProps) {
  const [values, setValues] = useState({
    name: season?.name ?? "",
    description: season?.description ?? "",
    visibility: season?.visibility ?? "public",
    risers: season?.risers ?? 0,
    divisions: season?.divisions.map(valuesOf) ?? [emptyDivision(t("first_division"))],
  });
  const set = (part: Partial<typeof values>) => setValues({ ...values, ...part });
  const { divisions } = values;
  const { value: own } = useFetch(() => call("GET /tournaments", { mine: true, limit: 100 }, { token }), [token]);
  const change = (number: number, part: Partial<DivisionValues>) =>
    set({ divisions: divisions.map((each, at) => (at === number ? { ...each, ...part } : each)) });
  const send = async () => {
    const { season: id } = await sent(values, season, token);
    location.hash = `#/season/${id}`;
  };
  const listed = tournamentsOf(season, own?.tournaments ?? []);
  return (
    <FormDialog title={t(season ? "change_season" : "create_season")} kind="" close={close} send={send}>
      <Text label={t("name")} value={values.name} most={MOST_LETTERS.name} isNeeded change={(name) => set({ name })} />
      <Text
        label={t("description")}
        value={values.description}
        most={MOST_LETTERS.description}
        change={(description) => set({ description })}
      />
      <Choice
        label={t("season_visibility")}
        value={values.visibility}
        choices={VISIBILITIES.map((each) => [each, t("season_visibility_named", { value: each })])}
        change={(visibility) => set({ visibility })}
      />
      {divisions.map((division, number) => (
        <DivisionFields
          key={number}
          division={division}
          tournaments={listed.filter(
            ({ tournament }) => !divisions.some((each, at) => at !== number && each.tournaments.includes(tournament)),
          )}
          change={(part) => change(number, part)}
        />
      ))}
      <p class="row">
        {divisions.length < MOST_DIVISIONS ? (
          <button type="button" class="small" onClick={() => set({ divisions: [...divisions, emptyDivision("")] })}>
            {t("add_division")}
          </button>
        ) : null}
        {divisions.length > 1 ? (
          <button type="button" class="quiet small" onClick={() => set({ divisions: divisions.slice(0, -1) })}>
            {t("remove_division")}
          </button>
        ) : null}
      </p>
      {divisions.length > 1 ? (
        <Count
          label={t("risers")}
          value={values.risers}
          least={0}
          most={MOST_RISERS}
          note={t("risers_note")}
          change={(risers) => set({ risers })}
        />
      ) : null}
    </FormDialog>
  );
}

type FieldsProps = {
  division: DivisionValues;
  /** the tournaments that can be chosen */
  tournaments: TournamentSummary[];
  change: (part: Partial<DivisionValues>) => void;
};

function DivisionFields({ division, tournaments, change }: FieldsProps) {
  const toggle = (name: string, isChosen: boolean) => {
    const others = division.tournaments.filter((each) => each !== name);
    change({ tournaments: isChosen ? [...others, name] : others });
  };
  return (
    <fieldset class="stack">
      <legend>{division.name || t("division")}</legend>
      <Text
        label={t("division_name")}
        value={division.name}
        most={MOST_LETTERS.name}
        isNeeded
        change={(name) => change({ name })}
      />
      <fieldset class="stack">
        <legend>{t("tournaments")}</legend>
        {tournaments.length ? null : <p class="faint">{t("no_own_tournaments")}</p>}
        {tournaments.map(({ tournament, name }) => (
          <label key={tournament} class="switch small">
            <input
              type="checkbox"
              checked={division.tournaments.includes(tournament)}
              onChange={(event) => toggle(tournament, event.currentTarget.checked)}
            />
            <span>
              <bdi>{name}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
      <Text
        label={t("place_points")}
        value={division.places}
        most={MOST_LETTERS.places}
        pattern={POINTS_BY_PLACE}
        placeholder="10, 6, 3, 1"
        note={t("place_points_note")}
        change={(places) => change({ places })}
      />
      <Count
        label={t("best_results")}
        value={division.best}
        least={0}
        most={MOST_BEST}
        note={t("best_results_note")}
        change={(best) => change({ best })}
      />
    </fieldset>
  );
}

const emptyDivision = (name: string): DivisionValues => ({ name, tournaments: [], places: "", best: 0 });

const valuesOf = ({ name, tournaments, place_points: places = [], best = 0 }: Season["divisions"][number]) => ({
  name,
  tournaments: tournaments.map(({ tournament }) => tournament),
  places: places.join(", "),
  best,
});

/** The tournaments of the season, then the other ones of the organiser. */
function tournamentsOf(season: Season | undefined, own: readonly TournamentSummary[]): TournamentSummary[] {
  const inSeason = season?.divisions.flatMap(({ tournaments }) => tournaments) ?? [];
  const known = new Set(inSeason.map(({ tournament }) => tournament));
  return [...inSeason, ...own.filter(({ tournament }) => !known.has(tournament))];
}

type Values = {
  name: string;
  description: string;
  visibility: Season["visibility"];
  risers: number;
  divisions: DivisionValues[];
};

/** Send what has changed: new divisions or risers remove the confirmation. */
function sent({ name, description, visibility, risers, divisions: listed }: Values, season?: Season, token?: string) {
  const divisions = listed.map(({ places, ...each }) => ({ ...each, place_points: places.match(/\d+/g)?.map(Number) }));
  if (!season) {
    const body = { name, visibility, risers, divisions, ...(description ? { description } : {}) };
    return call("POST /seasons", { body }, { token });
  }
  const isSame = JSON.stringify(listed) === JSON.stringify(season.divisions.map(valuesOf));
  const parts = { ...(isSame ? {} : { divisions }), ...(risers === season.risers ? {} : { risers }) };
  return call(
    "PATCH /seasons/{season}",
    { season: season.season, body: { name, description, visibility, ...parts } },
    { token },
  );
}
