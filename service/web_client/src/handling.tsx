/** What a board does besides showing a position: things are dragged and enlarged, and events have sounds and scenes. */

import type { RefObject } from "preact";
import type { BoardFrameProps } from "./board";
import { Enlarged } from "./enlarged";
import type { DragTools } from "./kit/drag";
import { useDrag } from "./kit/drag";
import { useMoments } from "./moments";

type HandlingProps = BoardFrameProps & {
  frame: RefObject<HTMLElement | null>;
  drag: DragTools;
  /** The version with which the board was opened: later events are new, even if they came before this module. */
  opened: number;
};

export function Handling({ frame, drag, opened, ...props }: HandlingProps) {
  useMoments(frame, opened, props);
  useDrag(frame, drag);
  return <Enlarged frame={frame} />;
}
