/** The standings of the teams, with their members. */

import { currentLanguage, tournamentText as t } from "../i18n";
import type { Standings } from "../types";
import { formatNumber } from "./model";
import { placeText } from "./places";
import { PointsCell, RankCells, RankedTable, RankHeads } from "./ranked";

type Team = NonNullable<Standings["teams"]>[number];

/** `areMeeting`: whether teams meet. Their standings then stand above those of the players. */
type TeamsProps = { teams?: Team[]; nameOf: (entrant: number) => string; areMeeting: boolean };

export function Teams({ teams, nameOf, areMeeting }: TeamsProps) {
  const member = ({ entrant, points }: Team["members"][number]) =>
    `${nameOf(entrant)} ${formatNumber(points, currentLanguage())}`;
  if (!teams) return null;
  return (
    <>
      <h3 id="teams-title">{t("teams")}</h3>
      <RankedTable labelledby="teams-title" caption={t("teams")} kind="cup-teams">
        <thead>
          <tr>
            <RankHeads />
            {areMeeting ? <th scope="col">{t("match_points")}</th> : null}
            <th scope="col">{t("points")}</th>
            <th scope="col">{t("wins")}</th>
          </tr>
        </thead>
        <tbody>
          {teams.map((each) => (
            <tr key={each.team}>
              <RankCells place={placeText(each, teams)} name={each.team}>
                <small class="faint cup-members">{each.members.map(member).join(" · ")}</small>
              </RankCells>
              {areMeeting ? <PointsCell points={each.match_points ?? 0} /> : null}
              <PointsCell points={each.points} />
              <td>{each.wins}</td>
            </tr>
          ))}
        </tbody>
      </RankedTable>
      {areMeeting ? <h3>{t("players")}</h3> : null}
    </>
  );
}
