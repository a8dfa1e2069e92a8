/** The choice of a seat in the next game of a series, by the loser of the game before. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { ErrorMessage, problemOf } from "../components";
import { tournamentText as t } from "../i18n";
import type { Failure, MatchTable, Round } from "../types";
import type { PageProps } from "./page";

/** `own`: the entrant of the signed-in player. */
type SeatChoiceProps = PageProps & { round: Round; table: MatchTable; own?: number };

export function SeatChoice({ round, table, own, data, account, may, nameOf }: SeatChoiceProps) {
  const [rejected, setRejected] = useState<Failure>();
  const { chooser, next_seats } = table.series ?? {};
  if (next_seats) return <p class="cup-note cup-choice">{t("next_starts", { name: nameOf(next_seats[0]) })}</p>;
  if (chooser === undefined) return null;
  if (chooser !== own && !may("referee"))
    return <p class="cup-note cup-choice">{t("seat_is_chosen", { name: nameOf(chooser) })}</p>;
  const given = { tournament: data.tournament.tournament, round: round.round, table: table.table };
  const choose = (seat: number) =>
    call(
      "PUT /tournaments/{tournament}/rounds/{round}/tables/{table}/seat",
      { ...given, body: { seat } },
      { token: account.key ?? "" },
    ).catch((error) => setRejected(problemOf(error)));
  return (
    <div class="stack cup-choice">
      <p>{t(chooser === own ? "choose_seat" : "choose_seat_for", { name: nameOf(chooser) })}</p>
      <p class="row">
        {table.entrants.map((_, seat) => (
          <button key={`seat-${seat}`} type="button" class="small" onClick={() => choose(seat)}>
            {seatWords(table, seat, own, chooser, nameOf)}
          </button>
        ))}
      </p>
      <ErrorMessage problem={rejected} />
    </div>
  );
}

/** Return the words of a button: who starts in a game of two, or else the number of the seat. */
function seatWords(
  { entrants }: MatchTable,
  seat: number,
  own: number | undefined,
  chooser: number,
  nameOf: (entrant: number) => string,
) {
  if (entrants.length > 2) return t("seat_in_order", { number: seat + 1 });
  if (chooser === own) return t(seat ? "they_start" : "i_start");
  const other = entrants.find(({ entrant }) => entrant !== chooser)?.entrant ?? chooser;
  return t("starts_named", { name: nameOf(seat ? other : chooser) });
}
