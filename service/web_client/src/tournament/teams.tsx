/** The standings of the teams, with their members. */

import { currentLanguage, tournamentText as t } from "../i18n";
import type { Standings } from "../types";
import { formatNumber } from "./model";
import { placeText } from "./places";
import { PointsCell, RankCells, RankedTable, RankHeads } from "./ranked";

type TeamsProps = { teams: NonNullable<Standings["teams"]>; nameOf: (entrant: number) => string };

export function Teams({ teams, nameOf }: TeamsProps) {
  const member = ({ entrant, points }: TeamsProps["teams"][number]["members"][number]) =>
    `${nameOf(entrant)} ${formatNumber(points, currentLanguage())}`;
  const isPaired = teams.some((each) => each.match_points !== undefined);
  return (
    <>
      <h3 id="teams-title">{t("teams")}</h3>
      <RankedTable labelledby="teams-title" caption={t("teams")} kind="cup-teams">
        <thead>
          <tr>
            <RankHeads />
            {isPaired ? <th scope="col">{t("match_points")}</th> : null}
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
              {isPaired ? <PointsCell points={each.match_points ?? 0} /> : null}
              <PointsCell points={each.points} />
              <td>{each.wins}</td>
            </tr>
          ))}
        </tbody>
      </RankedTable>
    </>
  );
}
