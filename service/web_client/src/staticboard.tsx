/** A board without interaction, for records and spectators. */

import type { GameTexts, Ruleset } from "@bottega/client/texts";
import { useRef } from "preact/hooks";
import { BoardFailure } from "./boardfailure";
import { boardProps } from "./boardprops";
import { useAfterwards, useDrawnBoard, useWide } from "./drawings";
import { t } from "./i18n";
import type { TargetTools } from "./kit/selectable";
import { useMotion } from "./motion";
import type { Target } from "./selection";
import type { GameView } from "./types";

const loadEnlarged = async () => (await import("./enlarged")).Enlarged;

const NO_SELECTION: TargetTools = {
  stateOf: () => "",
  hasReason: () => false,
  select: () => undefined,
  highlighted: () => false,
  touched: () => false,
  hinted: () => false,
};

/** `isMarked`: whether a target is part of what the board shows as an example. */
type Props = {
  ruleset: Ruleset;
  view: GameView;
  texts: GameTexts;
  seat?: number | null;
  label?: string;
  isMarked?: (target: Target) => boolean;
};

export function StaticBoard({ ruleset, view, texts, seat = null, label = t("the_table"), isMarked }: Props) {
  const { Board, hasFailed } = useDrawnBoard(ruleset);
  const wide = useWide();
  const frame = useRef<HTMLElement>(null);
  useMotion(frame, view);
  const Enlarged = useAfterwards(Board, loadEnlarged);
  const tools: TargetTools = isMarked
    ? { ...NO_SELECTION, stateOf: (each) => (isMarked(each) ? "legal" : "") }
    : NO_SELECTION;
  const shown = { view, ruleset, seat, wide, covered: false, chosen: [], texts };
  return (
    <>
      <section class="table" aria-label={label} ref={frame}>
        <BoardFailure hasFailed={hasFailed} />
        <div class="drawing">{Board === undefined ? null : <Board {...boardProps(shown, tools)} />}</div>
      </section>
      {Enlarged ? <Enlarged frame={frame} /> : null}
    </>
  );
}
