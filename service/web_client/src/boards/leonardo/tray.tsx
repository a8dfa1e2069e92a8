/** The tray: a frame with the items that have no place on the board, in rows. */

import type { Box } from "../../kit/geometry";
import type { Context } from "./context";
import { frame, iconOnDisc, text } from "./drawing";
import type { Item } from "./items";
import { trayItems } from "./items";
import { TONE } from "./palette";

const GAP = 8;
const TITLE = 32;

/** Arrange items in rows. Other items stand beside the cards if those fill one row, otherwise below. */
function flow(list: Item[], width: number, scale: number) {
  const gap = GAP * scale;
  const tall = list.filter(({ isCard }) => isCard);
  const low = list.filter(({ isCard }) => !isCard);
  const first = rows(tall, 0, 0, width, scale, gap);
  const isBeside = low.length > 0 && tall.length > 0 && first.right + 150 * scale < width && first.count === 1;
  const second = isBeside
    ? rows(low, first.right, 0, width, scale, gap)
    : rows(low, 0, first.bottom, width, scale, gap);
  return { placed: [...first.placed, ...second.placed], height: Math.max(first.bottom, second.bottom) };
}

/** Place items in rows from a corner. `right` is the end of the longest row. */
function rows(list: Item[], left: number, top: number, width: number, scale: number, gap: number) {
  let [x, y, high, right, count] = [left, top, 0, left, list.length ? 1 : 0];
  const placed = list.map((item) => {
    const [wide, tall] = [item.width * scale, item.height * scale];
    if (x > left && x + wide > width) [x, y, high, count] = [left, y + high + gap, 0, count + 1];
    const box = { x, y, width: wide, height: tall };
    [x, high] = [x + wide + gap, Math.max(high, tall)];
    right = Math.max(right, x);
    return { item, box };
  });
  return { placed, bottom: list.length ? y + high + gap : top, right, count };
}

/** Return the height that the tray needs. */
export const trayHeight = (ctx: Context, width: number) => TITLE + 14 + flow(trayItems(ctx), width - 20, 1).height;

/** Return kind and id of the name of what happens: the decision, the auction, or the phase. */
function titleOf({ decision, game }: Context): [kind: string, id: string] {
  if (decision) return ["action", decision];
  return game.auction ? ["florin_reason", "auction"] : ["phase", game.phase];
}

/** Draw the tray. */
export function tray(ctx: Context, box: Box) {
  const { name, decision } = ctx;
  const list = trayItems(ctx);
  const [kind, id] = titleOf(ctx);
  const room = { width: box.width - 20, height: box.height - TITLE - 8 };
  let scale = 1.32;
  while (scale > 0.5 && flow(list, room.width, scale).height > room.height) scale -= 0.04;
  const { placed } = flow(list, room.width, scale);
  const shifted = (each: Box) => ({ ...each, x: box.x + 10 + each.x, y: box.y + TITLE + 6 + each.y });
  const line = decision ? TONE.legal : TONE.line;
  return (
    <g>
      {frame(box, { fill: TONE.own, line, thick: decision ? 2 : 1.5, round: 10 })}
      {iconOnDisc(ctx, kind, id, box.x + 10, box.y + 7, 26)}
      {text(ctx, box.x + 42, box.y + 25, name(kind, id), { size: 17, weight: 700, width: box.width - 52 })}
      {placed.map(({ item, box: each }) => item.draw(shifted(each)))}
    </g>
  );
}
