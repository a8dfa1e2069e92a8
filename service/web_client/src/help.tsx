/** What the lobby shows of a game: its picture and facts, and the ways to learn it. */

import { useState } from "preact/hooks";
import { Emblem, later } from "./components";
import { t } from "./i18n";
import type { RulesetSummary } from "./types";

const MOST_COMPLEXITY = 5;

const HelpDialog = later(async () => (await import("./helpdialog")).HelpDialog, {
  styles: ["howto"],
  isQuiet: true,
});

/** The values of a text with two numbers, which shows one number if they are equal. */
const between = (least: number, most: number) => ({ least, most, span: most - least });

/** Return how many players a game is for. */
export const seatCounts = ({ min_seats, max_seats }: Pick<RulesetSummary, "min_seats" | "max_seats">) =>
  t("seats_between", between(min_seats, max_seats));

type PictureProps = { ruleset: string; picture?: string };

/** The drawing of a game, or its emblem if it has none. */
export function Picture({ ruleset, picture }: PictureProps) {
  if (!picture) return <Emblem name={ruleset} />;
  return <img class="picture" src={picture} alt="" loading="lazy" width="64" height="64" />;
}

/** Duration and complexity of a game, if they are known. */
export function Facts({ duration, complexity }: Pick<RulesetSummary, "ruleset" | "duration" | "complexity">) {
  if (!duration && !complexity) return null;
  const levels = Array.from({ length: MOST_COMPLEXITY }, (_, index) => index < (complexity ?? 0));
  return (
    <span class="box-facts">
      {duration ? <span>{t("minutes_between", between(duration.fewest_minutes, duration.most_minutes))}</span> : null}
      {complexity ? (
        <span>
          <span class="hidden">{t("complexity", { complexity })}</span>
          <span class="complexity" aria-hidden="true" data-tip={t("complexity", { complexity })}>
            {levels.map((isOn, index) => (
              <i key={index} class={isOn ? "on" : ""}>
                ●
              </i>
            ))}
          </span>
        </span>
      ) : null}
    </span>
  );
}

/** `kind`: the look of the link, as classes of a button. */
type LearnProps = Pick<RulesetSummary, "ruleset" | "lesson"> & { kind?: string };

/** A link to the lesson of a ruleset, if it has one. */
export const LearnLink = ({ ruleset, lesson, kind = "quiet" }: LearnProps) =>
  lesson ? (
    <a class={`button ${kind}`} href={`#/learn/${ruleset}`}>
      {t("learn")}
    </a>
  ) : null;

/** A button that opens "How to play" in a dialog. */
export function HelpButton({ ruleset, title }: { ruleset: string; title: string }) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <button type="button" class="quiet" onClick={() => open(true)}>
        {t("how_to_play")}
      </button>
      {isOpen ? <HelpDialog ruleset={ruleset} title={title} close={() => open(false)} /> : null}
    </>
  );
}
