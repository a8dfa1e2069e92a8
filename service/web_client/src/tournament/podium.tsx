/** The podium of a finished tournament: the names of the best three, the winner in the middle. If no entrant played, there is none. */

import { currentLanguage, tournamentText as t } from "../i18n";
import { placeText, podiumSteps, type Step } from "./places";
import type { Ranked } from "./ranking";

/** Names on one step; more share it without a name here. */
const MOST_NAMES = 4;

export function Podium({ ranking }: { ranking: Ranked[] }) {
  const steps = podiumSteps(ranking);
  const own = ranking.find(({ isOwn }) => isOwn);
  if (!steps.length) return null;
  return (
    <section class="cup-podium" aria-labelledby="podium-title">
      <h2 id="podium-title">{titleOf(steps[0])}</h2>
      <ol>
        {steps.map((step) => (
          <li key={`step-${step.place}`} class={`step-${step.place}`}>
            <Names step={step} />
            <span class="cup-step">{step.label}</span>
          </li>
        ))}
      </ol>
      {own ? <p role="status">{t("podium_own", { place: placeText(own, ranking) })}</p> : null}
    </section>
  );
}

/** Name the winner, or all who share the first place. */
function titleOf({ rows }: Step<Ranked>) {
  const areTeams = String(rows[0].isTeam);
  if (rows.length > MOST_NAMES) return t("podium_many", { count: rows.length, areTeams });
  const names = new Intl.ListFormat(currentLanguage()).format(rows.map(({ name }) => name));
  return rows.length > 1 ? t("podium_shared", { names }) : t("podium_title", { name: names, areTeams });
}

/** The names on a step, that of the user first. */
function Names({ step: { rows } }: { step: Step<Ranked> }) {
  const inOrder = [...rows.filter(({ isOwn }) => isOwn), ...rows.filter(({ isOwn }) => !isOwn)];
  const more = rows.length - MOST_NAMES;
  return (
    <>
      {inOrder.slice(0, MOST_NAMES).map(({ name, isOwn }) => (
        <strong key={`on-step-${name}`} class={isOwn ? "own" : ""}>
          <bdi>{name}</bdi>
        </strong>
      ))}
      {more > 0 ? <small class="faint">{t("podium_more", { count: more })}</small> : null}
    </>
  );
}
