/** What the organiser has written about a tournament. */

import { tournamentText as t } from "../i18n";
import type { Tournament } from "../types";

type OwnTextsProps = { texts: Tournament["texts"] };

/** The description and the rules of the house; nothing without them. */
export function OwnTexts({ texts: { description, house_rules: rules = [] } = {} }: OwnTextsProps) {
  if (!description && !rules.length) return null;
  return (
    <section class="card stack cup-texts">
      {description ? (
        <p>
          <bdi>{description}</bdi>
        </p>
      ) : null}
      {rules.length ? (
        <>
          <h2>{t("house_rules")}</h2>
          <ul>
            {rules.map((rule) => (
              <li key={rule}>
                <bdi>{rule}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
