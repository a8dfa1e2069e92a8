/** The board in the position of a scenario, with one action marked: a picture of the page "How to play". */

import { gameTexts } from "@bottega/client/texts";
import { useMemo } from "preact/hooks";
import { seatColours } from "./colours";
import { useFetch } from "./components";
import { loadRuleset } from "./drawings";
import { currentLanguage, t } from "./i18n";
import { type Action, actionParser, matchCount, type Target } from "./selection";
import { StaticBoard } from "./staticboard";
import type { GameView, HowToPlay, Ruleset, Schemas } from "./types";

type ShownPosition = HowToPlay["positions"][number];
type PositionProps = { page: HowToPlay; ruleset: Ruleset; scenario: string };

/** Nothing is shown if the service has no such position. */
export function Position({ page, ruleset, scenario }: PositionProps) {
  const shown = page.positions.find((each) => each.scenario === scenario);
  return shown ? <Board shown={shown} ruleset={ruleset.ruleset} /> : null;
}

function Board({ shown, ruleset: name }: { shown: ShownPosition; ruleset: string }) {
  const { value: ruleset } = useFetch(() => loadRuleset(name), [name]);
  const view = useMemo(() => viewOf(shown), [shown]);
  if (!ruleset) return null;
  const names = view.seats.map(({ seat }) => t("player", { number: seat + 1 }));
  const texts = gameTexts(ruleset, currentLanguage(), names);
  const parsed = actionParser(ruleset.references ?? [])(shown.action as Action);
  const isMarked = (target: Target) => matchCount(parsed, target) > 0;
  return (
    <div style={seatColours(texts, view.seats)} inert>
      <StaticBoard ruleset={ruleset} view={view} texts={texts} seat={shown.seat} isMarked={isMarked} />
    </div>
  );
}

/** Return the fields of a view that boards read. */
function viewOf({ scenario, version, to_act, seats, view }: ShownPosition): GameView {
  const players: Schemas["Seat"][] = Array.from({ length: seats }, (_, seat) => ({ seat, kind: "human" }));
  return { game_id: scenario, version, to_act, seats: players, view } as GameView;
}
