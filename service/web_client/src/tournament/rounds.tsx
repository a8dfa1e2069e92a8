/** The rounds, table by table, with scores and links to watch. */

import { useState } from "preact/hooks";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { Round, Tournament } from "../types";
import { Conflicts } from "./conflicts";
import { formatDate, seriesArguments } from "./model";
import type { PageProps } from "./page";
import { byesOf, splitTables } from "./parts";
import { TableCard } from "./table";

/** Number of tables per page without common rounds. */
const PAGE_SIZE = 24;

export function Rounds(props: PageProps) {
  const { tournament, rounds } = props.data;
  if (["arena", "ladder"].includes(tournament.stages[tournament.stage ?? 0].format)) return <Arena {...props} />;
  return <RoundByRound {...props} rounds={rounds} />;
}

type RoundByRoundProps = PageProps & { rounds: Round[] };

function RoundByRound({ rounds, ...props }: RoundByRoundProps) {
  const [chosen, choose] = useState<number>();
  const { tournament } = props.data;
  const round = rounds.find((each) => each.round === chosen) ?? rounds.at(-1);
  if (!round)
    return (
      <section class="cup-rounds" aria-labelledby="rounds-title">
        <h2 id="rounds-title">{t("rounds")}</h2>
        <p class="faint">{t("first_round", { next: tournament.next_round })}</p>
      </section>
    );
  const isLast = round === rounds.at(-1);
  return (
    <section class="cup-rounds" aria-labelledby="rounds-title">
      <div class="head-line wrap">
        <h2 id="rounds-title">
          {t("round_number", { round: round.round })} <span class="cup-note">{stageName(tournament, round)}</span>
        </h2>
        {rounds.length > 1 ? (
          <div class="cup-pager" role="group" aria-label={t("rounds")}>
            {rounds.map((each) => (
              <button
                type="button"
                key={each.round}
                class="quiet small choosable"
                aria-label={t("round_number", { round: each.round })}
                aria-pressed={each === round}
                onClick={() => choose(each === rounds.at(-1) ? undefined : each.round)}
              >
                {each.round}
              </button>
            ))}
          </div>
        ) : null}
      </div>
      <p class="hidden" role="status">
        {isLast ? `${t("round_number", { round: round.round })}: ${progress(round)}` : ""}
      </p>
      <div class="cup-progress">
        <span class="faint">
          {progress(round)}
          {round.manual ? ` · ${t("seated_by_hand")}` : ""}
          {round.open_until
            ? ` · ${t("open_until", { at: formatDate(round.open_until, currentLanguage(), "medium") })}`
            : ""}
        </span>
        <progress aria-label={t("tables_closed_of")} max={round.tables.length} value={closedTables(round)}></progress>
      </div>
      {splitTables(tournament, round).map(({ title, tables, unopposed, note }) => (
        <div key={title} class="cup-part">
          {title ? <h3>{title}</h3> : null}
          {note ? <p class="faint">{note}</p> : null}
          <ul class="cup-tables">
            {tables.map((table) => (
              <TableCard key={`${round.round}-${table.table}`} {...props} round={round} table={table} />
            ))}
          </ul>
          {unopposed ? (
            <p class="cup-byes">{t("unopposed", { names: unopposed.map(props.nameOf).join(", ") })}</p>
          ) : null}
        </div>
      ))}
      {byesOf(round).length ? (
        <p class="cup-byes">
          <strong>{t("byes")}</strong>{" "}
          {byesOf(round)
            .map(({ entrant }) => props.nameOf(entrant))
            .join(", ")}
        </p>
      ) : null}
      {round.sitting_out.length ? (
        <p class="cup-byes">
          <strong>{t("sitting_out")}</strong> {round.sitting_out.map((entrant) => props.nameOf(entrant)).join(", ")}
        </p>
      ) : null}
      <Conflicts rounds={[round]} nameOf={props.nameOf} />
    </section>
  );
}

/** The tables of an arena or a ladder, which have no common rounds: running ones first, then the latest. */
function Arena(props: PageProps) {
  const [most, setMost] = useState(PAGE_SIZE);
  const all = props.data.rounds.flatMap((round) => round.tables.map((table) => ({ round, table }))).reverse();
  const sorted = [
    ...all.filter(({ table }) => table.status === "running"),
    ...all.filter(({ table }) => table.status === "closed"),
  ];
  return (
    <section class="cup-rounds" aria-labelledby="rounds-title">
      <h2 id="rounds-title">{t("tables")}</h2>
      <p class="faint" role="status">
        {t("tables_played", { running: all.filter(({ table }) => table.status === "running").length, all: all.length })}
      </p>
      <ul class="cup-tables">
        {sorted.slice(0, most).map(({ round, table }) => (
          <TableCard key={`${round.round}-${table.table}`} {...props} round={round} table={table} isArena />
        ))}
      </ul>
      <Conflicts rounds={props.data.rounds} nameOf={props.nameOf} />
      {sorted.length > most ? (
        <p class="row">
          <button type="button" class="quiet" onClick={() => setMost(most + PAGE_SIZE)}>
            {t("more")}
          </button>
        </p>
      ) : null}
    </section>
  );
}

const closedTables = ({ tables }: Round) => tables.filter(({ status }) => status === "closed").length;

const progress = (round: Round) => t("tables_closed", { closed: closedTables(round), all: round.tables.length });

/** Return the format of the stage of a round if there are several stages, and its series. */
function stageName({ stages }: Tournament, { stage }: Round) {
  const { format, series } = stages[stage];
  const named = stages.length > 1 ? [t("stage_named", { format })] : [];
  const isSequential = series && series.kind !== "simultaneous";
  return [...named, ...(isSequential ? [t("series_named", seriesArguments(series))] : [])].join(" · ");
}
