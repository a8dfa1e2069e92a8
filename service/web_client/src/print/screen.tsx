/** The sheets of a tournament for the printer: pairings by table and by name, result slips, standings, score sheets. */

import { useState } from "preact/hooks";
import { useAccount } from "../account";
import { isolateRtl } from "../bidi";
import { ErrorMessage, Loading, useTitle } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import { Bracket } from "../tournament/bracket";
import type { TournamentData } from "../tournament/live";
import { useTournament } from "../tournament/live";
import { formatDate } from "../tournament/model";
import type { ShownProps } from "../tournament/page";
import { Standings } from "../tournament/standings";
import type { Round } from "../types";
import { PairingsByName, PairingsByTable, ResultSlips } from "./pairings";
import { ScoreSheets } from "./scores";

const SHEETS = ["tables", "names", "slips", "standings", "bracket", "scores"] as const;
type SheetName = (typeof SHEETS)[number];
/** The sheets that belong to a round. */
const OF_ROUND: SheetName[] = ["tables", "names", "slips", "scores"];

/** `sheet`: the name of a sheet, from the URL. */
type PrintScreenProps = { id: string; sheet: string };

export function PrintScreen({ id, sheet }: PrintScreenProps) {
  const account = useAccount();
  const { data, problem } = useTournament(id, account.key, account.isKnown);
  const [chosen, choose] = useState<number>();
  const name = SHEETS.find((each) => each === sheet) ?? "tables";
  const round = data?.rounds.find((each) => each.round === chosen) ?? data?.rounds.at(-1);
  useTitle(data ? isolateRtl(data.tournament.name) : t("tournaments"), t("print_named", { sheet: name }));
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!data) return <Loading label={t("loading")} />;
  const nameOf = (entrant: number) => isolateRtl(data.entrants[entrant]?.name ?? String(entrant + 1));
  return (
    <article class="print">
      <Tools data={data} name={name} round={round} choose={choose} />
      <div class="sheet">
        <header class="sheet-head">
          <h1>
            <bdi>{data.tournament.name}</bdi>
          </h1>
          <h2>
            {t("print_named", { sheet: name })}
            {round ? ` · ${t(name === "standings" ? "after_round" : "round_number", { round: round.round })}` : ""}
          </h2>
          <time>{formatDate(new Date().toISOString(), currentLanguage(), "medium")}</time>
        </header>
        <Sheet data={data} account={account} nameOf={nameOf} name={name} round={round} />
      </div>
    </article>
  );
}

type ToolsProps = { data: TournamentData; name: SheetName; round?: Round; choose: (round: number) => void };

/** The choice of sheet and round, which is not printed. */
function Tools({ data: { tournament, rounds }, name, round, choose }: ToolsProps) {
  const hasBracket = tournament.stages.some(({ format }) => format.endsWith("knockout"));
  return (
    <nav class="print-tools" aria-label={t("print")}>
      <a class="button quiet small" href={`#/tournament/${tournament.tournament}`}>
        {t("leave_venue")}
      </a>
      <span class="print-choice">
        {SHEETS.filter((each) => each !== "bracket" || hasBracket).map((each) => (
          <a
            key={each}
            class="button quiet small choosable"
            aria-current={each === name ? "page" : undefined}
            href={`#/print/${tournament.tournament}/${each}`}
          >
            {t("print_named", { sheet: each })}
          </a>
        ))}
      </span>
      {OF_ROUND.includes(name) && round && rounds.length > 1 ? (
        <label class="print-round">
          <span class="hidden">{t("rounds")}</span>
          <select value={round.round} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {rounds.map((each) => (
              <option key={each.round} value={each.round}>
                {t("round_number", { round: each.round })}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <button type="button" class="primary" onClick={() => print()}>
        {t("print")}
      </button>
    </nav>
  );
}

type SheetProps = ShownProps & { name: SheetName; round?: Round };

function Sheet({ data, account, nameOf, name, round }: SheetProps) {
  if (name === "bracket") return <Bracket data={data} account={account} nameOf={nameOf} />;
  if (!round) return <p>{t("nothing_to_print")}</p>;
  const { tournament } = data;
  switch (name) {
    case "tables":
      return <PairingsByTable tournament={tournament} round={round} nameOf={nameOf} />;
    case "names":
      return <PairingsByName tournament={tournament} round={round} nameOf={nameOf} />;
    case "slips":
      return <ResultSlips tournament={tournament} round={round} nameOf={nameOf} />;
    case "scores":
      return <ScoreSheets tournament={tournament} round={round} nameOf={nameOf} token={account.key} />;
    case "standings":
      return <Standings data={data} account={account} nameOf={nameOf} />;
  }
}
