/** The sheets of a round: the pairings by table and by name, and a result slip for each table. */

import { currentLanguage, tournamentText as t } from "../i18n";
import { splitTables } from "../tournament/parts";
import type { Round, Tournament } from "../types";
import { placesByName } from "./sheets";

export type RoundSheetProps = { tournament: Tournament; round: Round; nameOf: (entrant: number) => string };

/** The pairings for the wall, in the order of the tables. */
export function PairingsByTable({ tournament, round, nameOf }: RoundSheetProps) {
  const isPairs = round.tables.every(({ entrants }) => entrants.length === 2);
  return (
    <>
      {splitTables(tournament, round).map(({ title, tables }) => (
        <table key={title} class="sheet-table">
          <caption class={title ? "" : "hidden"}>{title || t("print_named", { sheet: "tables" })}</caption>
          <thead>
            <tr>
              <th scope="col" class="sheet-number">
                {t("table_column")}
              </th>
              <th scope="col">{t("players_in_seat_order")}</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ table, entrants }) => (
              <tr key={table}>
                <th scope="row" class="sheet-number">
                  {table}
                </th>
                <td>
                  <ol class={`sheet-names ${isPairs ? "is-pairs" : ""}`}>
                    {entrants.map(({ entrant }) => (
                      <li key={entrant}>
                        <bdi>{nameOf(entrant)}</bdi>
                      </li>
                    ))}
                  </ol>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <Resting round={round} nameOf={nameOf} />
    </>
  );
}

/** Who plays at no table of a round. */
function Resting({ round, nameOf }: Pick<RoundSheetProps, "round" | "nameOf">) {
  const byes = round.byes.map(({ entrant }) => nameOf(entrant));
  const others = round.sitting_out.map(nameOf);
  return (
    <>
      {byes.length ? (
        <p>
          <strong>{t("byes")}</strong> {byes.join(", ")}
        </p>
      ) : null}
      {others.length ? (
        <p>
          <strong>{t("sitting_out")}</strong> {others.join(", ")}
        </p>
      ) : null}
    </>
  );
}

/** The pairings in the order of the names, in columns: each player finds a name, and the table beside it. */
export function PairingsByName({ round, nameOf }: RoundSheetProps) {
  return (
    <ul class="sheet-index">
      {placesByName(round, nameOf, currentLanguage()).map(({ entrant, table, opponents }) => (
        <li key={entrant}>
          <strong>
            <bdi>{nameOf(entrant)}</bdi>
          </strong>
          <span class="sheet-number">{table ?? t("bye")}</span>
          {opponents.length ? <small>{opponents.map(nameOf).join(", ")}</small> : null}
        </li>
      ))}
    </ul>
  );
}

/** A slip for each table, on which the players write their scores and sign. */
export function ResultSlips({ tournament, round, nameOf }: RoundSheetProps) {
  const games = Array.from({ length: tournament.games }, (_, game) => game + 1);
  return (
    <div class="slips">
      {round.tables.map(({ table, entrants }) => (
        <section key={table} class="slip" aria-label={t("rule_title", { round: round.round, table })}>
          <header>
            <strong>{t("table_number", { table })}</strong>
            <span>{t("round_number", { round: round.round })}</span>
            <bdi>{tournament.name}</bdi>
          </header>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("name")}</th>
                {games.map((game) => (
                  <th scope="col" key={game} class="slip-box">
                    {games.length > 1 ? t("game_number", { game }) : t("slip_score")}
                  </th>
                ))}
                <th scope="col" class="slip-box">
                  {t("place")}
                </th>
                <th scope="col" class="slip-sign">
                  {t("signature")}
                </th>
              </tr>
            </thead>
            <tbody>
              {entrants.map(({ entrant }) => (
                <tr key={entrant}>
                  <th scope="row">
                    <bdi>{nameOf(entrant)}</bdi>
                  </th>
                  {games.map((game) => (
                    <td key={game}></td>
                  ))}
                  <td></td>
                  <td></td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
