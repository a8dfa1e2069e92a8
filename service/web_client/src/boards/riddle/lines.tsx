/** Lines and patterns of a player: symbols that lie on all cards of a line, or on all but one. */

import { icon } from "../../kit/drawing";
import type { Point } from "../../kit/geometry";
import { GOLD } from "./cards";
import type { Context, Line, Player } from "./context";
import { symbolsOf } from "./context";

const cardsByZone = (player: Player) => new Map(player.zones.map(({ zone, card }) => [zone, card]));

/** Count the symbols on the cards of some zones. */
function countSymbols(ctx: Context, player: Player, zones: number[]): Map<string, number> {
  const cards = cardsByZone(player);
  const counts = new Map<string, number>();
  for (const zone of zones) {
    for (const symbol of symbolsOf(ctx, cards.get(zone) ?? "-")) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return counts;
}

/** List the symbols that lie on a given number of cards. */
const symbolsOnCards = (ctx: Context, player: Player, zones: number[], number: number) =>
  [...countSymbols(ctx, player, zones)].filter(([, count]) => count === number).map(([symbol]) => symbol);

/** List the lines of the mode, with their end points. */
const linesOf = (ctx: Context): Line[] =>
  ctx.mode.lines.flatMap((zones) => ctx.constants.lines.find((line) => line.zones.join() === zones.join()) ?? []);

/** Draw a band along each complete line, and a thin one where a card is missing. */
export function bands(ctx: Context, player: Player, unit: number) {
  return linesOf(ctx).map(({ zones, start, end }) => {
    const isComplete = symbolsOnCards(ctx, player, zones, zones.length).length > 0;
    const isShort = player.seat === ctx.player.seat && almostComplete(ctx, player, zones).length > 0;
    if (!isComplete && !isShort) return null;
    const [from, to] = [start, end].map(({ x, y }) => ({ x: x * unit * 0.94, y: y * unit * 0.97 }));
    return (
      <line
        x1={from.x}
        y1={from.y}
        x2={to.x}
        y2={to.y}
        stroke={GOLD}
        stroke-linecap="round"
        stroke-width={unit * (isComplete ? 0.1 : 0.026)}
        stroke-dasharray={isComplete ? undefined : `${unit * 0.05} ${unit * 0.06}`}
        stroke-opacity={isComplete ? 0.95 : 0.8}
      />
    );
  });
}

/** List the symbols whose Key one more card on a line would win. */
function almostComplete(ctx: Context, player: Player, zones: number[]) {
  return symbolsOnCards(ctx, player, zones, zones.length - 1).filter(
    (symbol) => !player.keys.some((key) => key === symbol),
  );
}

/** Draw the symbols of each line at its start: complete ones first, then those that lack one card. */
export function badges(ctx: Context, player: Player, unit: number, size: number) {
  return linesOf(ctx).map(({ zones, start }) => {
    const complete = symbolsOnCards(ctx, player, zones, zones.length).map((symbol) => ({ symbol, isComplete: true }));
    const short = almostComplete(ctx, player, zones).map((symbol) => ({ symbol, isComplete: false }));
    return [...complete, ...short]
      .slice(0, 3)
      .map((each, index, all) => badge(ctx, each, badgePlace(start, unit, size, index, all.length), size));
  });
}

/** Return the position of a badge: above the columns, or left of the rows. */
function badgePlace({ x, y }: Point, unit: number, size: number, index: number, number: number) {
  const offset = (index - (number - 1) / 2) * (size + 1);
  const [left, top] = [-1.38 * unit - size * 0.62, -1.45 * unit - size * 0.62];
  if (x === -1.5 && y === -1.5) return { x: left - index * (size + 1), y: top };
  if (y === -1.5) return { x: x === 1.5 ? -left - index * (size + 1) : x * unit + offset, y: top };
  return { x: left, y: y * unit + offset };
}

function badge(
  ctx: Context,
  { symbol, isComplete }: { symbol: string; isComplete: boolean },
  { x, y }: Point,
  size: number,
) {
  return (
    <g class="line-badge">
      {icon(ctx, "symbol", symbol, x - size / 2, y - size / 2, size, isComplete ? 1 : 0.72)}
      <circle
        cx={x}
        cy={y}
        r={size * 0.62}
        fill="none"
        stroke={isComplete ? GOLD : "currentColor"}
        stroke-width={isComplete ? 2.4 : 1}
        stroke-opacity={isComplete ? 1 : 0.55}
        stroke-dasharray={isComplete ? undefined : "2.5 2.5"}
      />
    </g>
  );
}

type Progress = { symbol: string; count: number; of: number };

/** Return the progress towards the free Key: the most frequent symbol of a pattern, and its number of cards. */
export function pattern(ctx: Context, player: Player): Progress | undefined {
  const found = ctx.mode.free_key_patterns.flatMap((zones) =>
    [...countSymbols(ctx, player, zones)].map(([symbol, count]) => ({ symbol, count, of: zones.length })),
  );
  return found.reduce<Progress | undefined>((best, each) => (each.count > (best?.count ?? 0) ? each : best), undefined);
}
