/** The board of Maestro Leonardo, drawn from the view. */

import { Unchanging } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import { inset } from "../../kit/geometry";
import { city } from "./city";
import { codex } from "./codex";
import type { Context, LeonardoProps, Side } from "./context";
import { createContext } from "./context";
import { desk, head } from "./desk";
import { frame } from "./drawing";
import { patterns, TONE } from "./palette";
import { seatPanel } from "./seats";
import { tray, trayHeight } from "./tray";

export { moments } from "./moments";

const GAP = 10;
const SEAT_HEIGHTS = [0, 140, 140, 130, 143, 113];
const CODEX_LEAST = 180;

/** List all seats clockwise, starting with the viewing seat. */
function around({ game, seat }: Context): Side[] {
  const found = game.seats.findIndex((each) => each.seat === seat);
  const first = Math.max(0, found);
  return [...game.seats.slice(first), ...game.seats.slice(0, first)];
}

/** Draw the panel with all inventions. */
const codexPanel = (ctx: Context, box: Box) => (
  <g>
    {frame(box, { round: 10 })}
    {codex(ctx, inset(box, 7))}
  </g>
);

/** Return a box at the right end of a row. */
const besides = (end: number, width: number, row: { y: number; height: number }): Box => ({
  x: end - GAP - width,
  width,
  ...row,
});

/** Lay out a wide board: city on the left, players on the right, the viewing seat's hand below. */
function wideLayout(ctx: Context) {
  const { game } = ctx;
  const [width, top, side] = [1000, 58, { width: 580, height: 600 }];
  const panel = { x: side.width + 2 * GAP, width: width - side.width - 3 * GAP };
  const seats = around(ctx);
  const high = SEAT_HEIGHTS[seats.length] ?? SEAT_HEIGHTS[5];
  const end = top + seats.length * (high + 7);
  const isAside = top + side.height - end >= CODEX_LEAST;
  const low = { y: top + side.height + GAP, height: isAside ? 140 : 166 };
  const square = isAside
    ? { ...panel, y: end, height: top + side.height - end }
    : besides(width, game.own ? 234 : 480, low);
  const hand = game.own ? 330 : 0;
  const start = GAP + (hand ? hand + GAP : 0);
  const stop = isAside ? width - GAP : square.x - GAP;
  return {
    width,
    height: low.y + low.height + GAP,
    drawn: (
      <>
        {head(ctx, { x: GAP, y: 8, width: width - 2 * GAP, height: 42 })}
        {city(ctx, { x: GAP, y: top, ...side })}
        {seats.map((each, index) => seatPanel(ctx, each, { ...panel, y: top + index * (high + 7), height: high }))}
        {hand ? desk(ctx, { x: GAP, width: hand, ...low }) : null}
        {tray(ctx, { x: start, width: stop - start, ...low })}
        {codexPanel(ctx, square)}
      </>
    ),
  };
}

/** Lay out a narrow board in one column. */
function narrowLayout(ctx: Context) {
  const { game } = ctx;
  const [x, width] = [6, 378];
  let y = 6;
  const next = (height: number) => {
    const box = { x, y, width, height };
    y += height + 8;
    return box;
  };
  const drawn = (
    <>
      {head(ctx, next(32))}
      {city(ctx, next(480))}
      {tray(ctx, next(trayHeight(ctx, width)))}
      {game.own ? desk(ctx, next(92)) : null}
      {around(ctx).map((each) => seatPanel(ctx, each, next(138)))}
      {codexPanel(ctx, next(330))}
    </>
  );
  return { width: 390, height: y, drawn };
}

/** Draw the board. */
export function Board(props: LeonardoProps) {
  const ctx = createContext(props);
  const { width, height, drawn } = ctx.wide ? wideLayout(ctx) : narrowLayout(ctx);
  return (
    <svg
      class="board"
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={ctx.ruleset.title}
      xmlns="http://www.w3.org/2000/svg"
    >
      <Unchanging inputs={[]} draw={patterns} />
      <rect width={width} height={height} rx="14" fill={TONE.background} />
      {drawn}
    </svg>
  );
}
