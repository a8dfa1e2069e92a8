/** The score sheets of the finished games of a round. */

import { gameTexts } from "@bottega/client/texts";
import { call } from "../api";
import { ErrorMessage, Loading, useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import { ScoreSheet } from "../scoresheet";
import { closedUntil } from "../tournament/model";
import type { MatchGame, Result, Round, Tournament } from "../types";
import type { RoundSheetProps } from "./pairings";

type Sheet = { table: number; game: MatchGame; result: Result };
type ScoreSheetsProps = RoundSheetProps & { token?: string };

export function ScoreSheets({ tournament, round, nameOf, token }: ScoreSheetsProps) {
  const finished = finishedGames(tournament, round);
  const { value, problem } = useFetch(
    async () => ({
      ruleset: await call("GET /rulesets/{ruleset}", { ruleset: tournament.ruleset }),
      sheets: await fetchSheets(finished, token),
    }),
    [tournament.tournament, round.round, finished.length, token],
  );
  if (problem) return <ErrorMessage problem={problem} />;
  if (!value) return <Loading label={t("loading")} />;
  if (!value.sheets.length) return <p>{t("no_score_sheets")}</p>;
  return value.sheets.map(({ table, game, result }) => (
    <section key={game.game_id} class="score-page">
      <h3>
        {t("table_number", { table })}
        {tournament.games > 1 ? ` · ${t("game_number", { game: game.game + 1 })}` : ""}
      </h3>
      <ScoreSheet result={result} texts={gameTexts(value.ruleset, currentLanguage(), game.seats.map(nameOf))} />
    </section>
  ));
}

/** List the finished games of a round whose results everybody may see. */
const finishedGames = (tournament: Tournament, round: Round) =>
  round.tables.flatMap((table) =>
    table.games
      .filter((game) => game.status === "over" && closedUntil(tournament, round, table, game) === "open")
      .map((game) => ({ table: table.table, game })),
  );

/** Fetch the results one by one: a round can have hundreds of games. */
async function fetchSheets(games: Omit<Sheet, "result">[], token?: string): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for (const { table, game } of games) {
    const result = await call("GET /games/{game_id}/result", { game_id: game.game_id }, { token });
    if (!("status" in result)) sheets.push({ table, game, result });
  }
  return sheets;
}
