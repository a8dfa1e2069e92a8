/** The line-ups that a captain, the organiser or a referee may set: who plays at which board of the next round. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { ErrorMessage, problemOf } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { Failure, Lineup } from "../types";
import { formatDate, placeAt } from "./model";
import type { PageProps } from "./page";

export function Lineups(props: PageProps) {
  const { lineups } = props.data;
  if (!lineups.length) return null;
  return (
    <details class="card" open={lineups.length === 1}>
      <summary>
        <h2>{t("lineups")}</h2>
      </summary>
      <p class="faint">{t("lineups_note")}</p>
      {lineups.map((lineup) => (
        <TeamLineup key={`${lineup.team}-${lineup.round}-${lineup.entrants.join()}`} {...props} lineup={lineup} />
      ))}
    </details>
  );
}

type TeamLineupProps = PageProps & { lineup: Lineup };

function TeamLineup({ lineup, data, account: { key: token }, nameOf }: TeamLineupProps) {
  const { team, round, entrants, closes_at: until } = lineup;
  const { tournament, team_matches: { boards = 0 } = {} } = data.tournament;
  const [order, setOrder] = useState<readonly number[]>(entrants);
  const [rejected, setRejected] = useState<Failure>();
  const isChanged = order.join() !== entrants.join();
  const submit = async (event: Event) => {
    event.preventDefault();
    setRejected(undefined);
    const body = { round, entrants: [...order] };
    await call("PUT /tournaments/{tournament}/lineup", { tournament, body }, { token }).catch((error) =>
      setRejected(problemOf(error)),
    );
  };
  const reserves = order.slice(boards);
  return (
    <form class="stack" aria-label={t("lineup_of", { team: isolateRtl(team), round })} onSubmit={submit}>
      <h3>{t("lineup_of", { team: isolateRtl(team), round })}</h3>
      {until ? <p class="faint">{t("lineup_until", { at: formatDate(until, currentLanguage()) })}</p> : null}
      <div class="fields narrow">
        {order.slice(0, boards).map((entrant, board) => (
          <label class="field" key={board}>
            <span>{t("lineup_board", { board: board + 1 })}</span>
            <select
              value={entrant}
              onChange={(event) => setOrder(placeAt(order, board, Number(event.currentTarget.value)))}
            >
              {order.map((each) => (
                <option key={each} value={each}>
                  {nameOf(each)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {reserves.length ? <p class="faint">{t("lineup_reserves", { names: reserves.map(nameOf).join(", ") })}</p> : null}
      <ErrorMessage problem={rejected} />
      <p class="row">
        <button type="submit" disabled={!isChanged}>
          {t("set_lineup")}
        </button>
      </p>
    </form>
  );
}
