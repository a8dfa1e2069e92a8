/** Animation of the generic board: what an event moves flies from one place of the view to another. */

import { useLayoutEffect, useRef } from "./vendor/preact.js";
import { skipsMotion } from "./motion.js";

const MILLISECONDS = 700;
/** More things than this are a new position, such as a deal, and do not fly. */
const MOST_FLYING = 24;

/**
 * Animate what the events since the last view have moved.
 * @param {{current: Element | null}} frame @param {any} shown the view @param {any[]} log @param {any} texts
 */
export function useFlights(frame, shown, log, texts) {
  const before = useRef(/** @type {any} */ (undefined));
  useLayoutEffect(() => {
    const last = before.current;
    before.current = shown;
    const board = frame.current?.querySelector(".plain");
    if (!board || !last || skipsMotion() || shown.version <= last.version) return;
    const events = log.filter(({ version }) => version > last.version && version <= shown.version);
    import("./client/moves.js").then(({ movesOf }) => {
      const moves = events.flatMap((event) => movesOf(texts.ruleset, event, last.view, shown.view));
      if (moves.length <= MOST_FLYING) moves.forEach((move, index) => fly(board, texts, move, index));
    }, () => undefined); // offline
  }, [shown]);
}

/** Let a label of a thing fly; it appears where it arrives if its origin is not shown. @param {Element} board @param {any} texts @param {import("./client/moves.js").Move} move @param {number} index */
function fly(board, texts, { kind, id, count, from, to }, index) {
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
  label.animate([{ transform: start, opacity: origin === target ? 0 : 1 }, { transform: end, opacity: 1, offset: .85 }, { transform: end, opacity: 0 }], {
    duration: MILLISECONDS, delay: index * 60, fill: "backwards", easing: "ease-in-out",
  }).finished.finally(() => label.remove());
}

/** Return the element that shows a place of the view, or the nearest one around it. @param {Element} board @param {(string | number)[]} path */
function placeAt(board, path) {
  for (let length = path.length; length; length -= 1) {
    const found = board.querySelector(`[data-path="${CSS.escape(path.slice(0, length).join("/"))}"]`);
    if (found) return found;
  }
  return undefined;
}

/** @param {Element} board @param {Element} element */
function middle(board, element) {
  const [{ x, y }, box] = [board.getBoundingClientRect(), element.getBoundingClientRect()];
  return `translate(${box.x + box.width / 2 - x}px, ${box.y + Math.min(box.height, 60) / 2 - y}px) translate(-50%, -50%)`;
}
