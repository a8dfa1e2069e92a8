/** The top table of a tournament: follows its game, and goes on to the next one. */

import { html } from "../html.js";
import { useAccount } from "../account.js";
import { isolateRtl } from "../bidi.js";
import { ErrorMessage, Loading, useTitle } from "../components.js";
import { t } from "../i18n.js";
import { WatchScreen } from "../watch.js";
import { useTournament } from "../tournament/live.js";
import { closedUntil } from "../tournament/model.js";

/** Return the running games that spectators can see, of the first table first. @param {import("../tournament/live.js").TournamentData} data @returns {{round: number, table: number, game: string}[]} */
export function openGames({ tournament, rounds }) {
  return rounds.flatMap((round) => round.tables.flatMap((table) => table.games.filter((game) => game.status === "running" && closedUntil(tournament, round, table, game) === "open")
    .map((game) => ({ round: round.round, table: table.table, game: game.game_id })))).sort((one, other) => one.table - other.table || other.round - one.round);
}

/** @param {{id: string}} props */
export function TopTable({ id }) {
  const account = useAccount();
  const { data, problem } = useTournament(id, account.key, account.isKnown);
  useTitle(data ? isolateRtl(data.tournament.name) : t("tournaments"));
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  if (!data) return html`<${Loading} label=${t("loading")} />`;
  const [top] = openGames(data);
  return html`<p class="row watch-top"><a class="button quiet small" href=${`#/tournament/${id}`}>${isolateRtl(data.tournament.name)}</a>
      <span role="status">${top ? t("rule_title", { round: top.round, table: top.table }) : t("no_open_table")}</span></p>
    ${top ? html`<${WatchScreen} key=${top.game} game=${top.game} />` : null}`;
}
