/** The lines of a list of tournaments. */

import type { TitlesProps } from "../gameline";
import { t } from "../i18n";
import type { TournamentSummary } from "../types";

type LinesProps = TitlesProps & { tournaments: TournamentSummary[] };
export type Status = TournamentSummary["status"];

export function Lines({ tournaments, titles }: LinesProps) {
  return (
    <ul class="games">
      {tournaments.map((each) => (
        <li key={each.tournament} class="game-line">
          <a class="game-link" href={`#/tournament/${each.tournament}`}>
            <strong>
              <bdi>{each.name}</bdi>
            </strong>
            <span class="game-names">
              <span>{titles.get(each.ruleset) ?? each.ruleset}</span>
              <span>{t("entrants_count", { count: each.entrants })}</span>
            </span>
            <span class="game-state">
              <StatusLabel status={each.status} />
              {each.rounds && each.status !== "over" ? (
                <>
                  {" · "}
                  {t("round_number", { round: each.rounds })}
                </>
              ) : null}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export const StatusLabel = ({ status }: { status: Status }) => (
  <span class={`cup-status ${status}`}>{t("tournament_status", { status })}</span>
);
