/** Animation of the generic board: what an event moves flies from one place of the view to another. */

import type { Move } from "@bottega/client/moves";
import type { GameTexts } from "@bottega/client/texts";
import { skipsMotion } from "./motion";

const MILLISECONDS = 700;
/** More things than this are a new position, such as a deal, and do not fly. */
const MOST_FLYING = 24;

/** Animate what events have moved on the generic board; nothing on a drawing, which animates its own elements. */
export function flyAll(frame: Element, texts: GameTexts, moves: Move[]) {
  const board = frame.querySelector(".plain");
  if (!board || skipsMotion() || moves.length > MOST_FLYING) return;
  for (const [index, move] of moves.entries()) fly(board, texts, move, index);
}

/** Let a label of a thing fly; it appears where it arrives if its origin is not shown. */
function fly(board: Element, texts: GameTexts, { kind, id, count, from, to }: Move, index: number) {
  const target = to && placeAt(board, to);
  if (!target || !kind) return;
  const origin = (from && placeAt(board, from)) ?? target;
  const label = document.createElement("span");
  label.className = "chip flight";
  label.ariaHidden = "true";
  label.textContent = `${count > 1 ? `${count} × ` : ""}${texts.name(kind, id)}`;
  label.style.setProperty("--thing", texts.appearanceOf(kind, id)?.colour ?? "");
  board.append(label);
  const [start, end] = [middle(board, origin), middle(board, target)];
  label
    .animate(
      [
        { transform: start, opacity: origin === target ? 0 : 1 },
        { transform: end, opacity: 1, offset: 0.85 },
        { transform: end, opacity: 0 },
      ],
      {
        duration: MILLISECONDS,
        delay: index * 60,
        fill: "backwards",
        easing: "ease-in-out",
      },
    )
    .finished.finally(() => label.remove());
}

/** Return the element that shows a place of the view, or the nearest one around it. */
export function placeAt(board: Element, path: (string | number)[]) {
  for (let length = path.length; length; length -= 1) {
    const found = board.querySelector(`[data-path="${CSS.escape(path.slice(0, length).join("/"))}"]`);
    if (found?.getBoundingClientRect().width) return found;
  }
  return undefined;
}

function middle(board: Element, element: Element) {
  const [{ x, y }, box] = [board.getBoundingClientRect(), element.getBoundingClientRect()];
  return `translate(${box.x + box.width / 2 - x}px, ${box.y + Math.min(box.height, 60) / 2 - y}px) translate(-50%, -50%)`;
}
