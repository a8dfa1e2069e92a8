/** The entrants who meet although they should not, and why. */

import { tournamentText as t } from "../i18n";
import type { Round } from "../types";

/** `rounds`: rounds, or the pairings that the next round would have. */
type ConflictsProps = { rounds: readonly Pick<Round, "round" | "conflicts">[]; nameOf: (entrant: number) => string };

export function Conflicts({ rounds, nameOf }: ConflictsProps) {
  const found = rounds.flatMap(({ round, conflicts = [] }) => conflicts.map((each) => ({ round, ...each })));
  if (!found.length) return null;
  return (
    <div class="cup-byes">
      <strong>{t("met_anyway")}</strong>
      <ul>
        {found.map(({ round, table, entrants, reason }) => (
          <li key={`${round}-${table}-${entrants.join("-")}`}>
            {t("conflict", { table, names: entrants.map(nameOf).join(", "), reason })}
          </li>
        ))}
      </ul>
    </div>
  );
}
