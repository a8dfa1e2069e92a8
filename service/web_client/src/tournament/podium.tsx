/** The podium of a finished tournament: the names of the best three, the winner in the middle. If no entrant played, there is none. */

import { currentLanguage, tournamentText as t } from "../i18n";
import type { Standing } from "../types";
import { placeText, podiumSteps, type Step } from "./places";

/** `own`: the entrant of the user. */
type PodiumProps = { standings: Standing[]; nameOf: (entrant: number) => string; own?: number };

/** Names on one step; more share it without a name here. */
const MOST_NAMES = 4;

export function Podium({ standings, nameOf, own }: PodiumProps) {
  const steps = podiumSteps(standings);
  const standing = standings.find(({ entrant }) => entrant === own);
  if (!steps.length) return null;
  return (
    <section class="cup-podium" aria-labelledby="podium-title">
      <h2 id="podium-title">{titleOf(steps[0], nameOf)}</h2>
      <ol>
        {steps.map((step) => (
          <li key={`step-${step.place}`} class={`step-${step.place}`}>
            <Names step={step} nameOf={nameOf} own={own} />
            <span class="cup-step">{step.label}</span>
          </li>
        ))}
      </ol>
      {standing ? <p role="status">{t("podium_own", { place: placeText(standing, standings) })}</p> : null}
    </section>
  );
}

/** Name the winner, or all who share the first place. */
function titleOf({ rows }: Step<Standing>, nameOf: PodiumProps["nameOf"]) {
  if (rows.length > MOST_NAMES) return t("podium_many", { count: rows.length });
  const names = new Intl.ListFormat(currentLanguage()).format(rows.map(({ entrant }) => nameOf(entrant)));
  return rows.length > 1 ? t("podium_shared", { names }) : t("podium_title", { name: names });
}

type NamesProps = Pick<PodiumProps, "nameOf" | "own"> & { step: Step<Standing> };

/** The names on a step, that of the user first. */
function Names({ step: { rows }, nameOf, own }: NamesProps) {
  const inOrder = [...rows.filter(({ entrant }) => entrant === own), ...rows.filter(({ entrant }) => entrant !== own)];
  const more = rows.length - MOST_NAMES;
  return (
    <>
      {inOrder.slice(0, MOST_NAMES).map(({ entrant }) => (
        <strong key={`on-step-${entrant}`} class={entrant === own ? "own" : ""}>
          <bdi>{nameOf(entrant)}</bdi>
        </strong>
      ))}
      {more > 0 ? <small class="faint">{t("podium_more", { count: more })}</small> : null}
    </>
  );
}
