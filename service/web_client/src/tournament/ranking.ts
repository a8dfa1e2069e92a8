/** Who is ranked in a tournament: the teams where teams meet, else the entrants. */

import { isolateRtl } from "../bidi";
import type { Schemas } from "../types";

/** A line of the ranking. `points`: of an entrant, or the match points of a team. */
export type Ranked = { place: number; name: string; points: number; isOwn: boolean; isTeam: boolean };

/** Return the ranking, best first. @param own the entrant of the user */
export function rankingOf(
  { standings, teams = [] }: Pick<Schemas["Standings"], "standings" | "teams">,
  nameOf: (entrant: number) => string,
  own?: number,
): Ranked[] {
  const meeting = teams.filter(({ match_points }) => match_points !== undefined);
  if (meeting.length)
    return meeting.map(({ place, team, match_points: points = 0, members }) => ({
      place,
      name: isolateRtl(team),
      points,
      isOwn: members.some(({ entrant }) => entrant === own),
      isTeam: true,
    }));
  return standings.map(({ place, entrant, points }) => ({
    place,
    name: nameOf(entrant),
    points,
    isOwn: entrant === own,
    isTeam: false,
  }));
}
