/** The top table of a tournament: follows its game, and goes on to the next one. */

import { useAccount } from "../account";
import { isolateRtl } from "../bidi";
import { ErrorMessage, Loading, useTitle } from "../components";
import { tournamentText as t } from "../i18n";
import type { TournamentData } from "../tournament/live";
import { useTournament } from "../tournament/live";
import { closedUntil } from "../tournament/model";
import { WatchScreen } from "../watch";

/** Return the running games that spectators can see, of the first table first. */
export function openGames({ tournament, rounds }: TournamentData): { round: number; table: number; game: string }[] {
  return rounds
    .flatMap((round) =>
      round.tables.flatMap((table) =>
        table.games
          .filter((game) => game.status === "running" && closedUntil(tournament, round, table, game) === "open")
          .map((game) => ({ round: round.round, table: table.table, game: game.game_id })),
      ),
    )
    .sort((one, other) => one.table - other.table || other.round - one.round);
}

export function TopTable({ id }: { id: string }) {
  const account = useAccount();
  const { data, problem } = useTournament(id, account.key, account.isKnown);
  useTitle(data ? isolateRtl(data.tournament.name) : t("tournaments"));
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!data) return <Loading label={t("loading")} />;
  const [top] = openGames(data);
  return (
    <>
      <p class="row watch-top">
        <a class="button quiet small" href={`#/tournament/${id}`}>
          {isolateRtl(data.tournament.name)}
        </a>
        <span role="status">{top ? t("rule_title", { round: top.round, table: top.table }) : t("no_open_table")}</span>
      </p>
      {top ? <WatchScreen key={top.game} game={top.game} /> : null}
    </>
  );
}
