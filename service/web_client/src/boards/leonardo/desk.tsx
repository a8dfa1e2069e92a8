/** The hand and florins of the viewing seat, and the header with round and phase. */

import { icon } from "../../kit/drawing";
import type { Box, Point } from "../../kit/geometry";
import { cardBack } from "./cards";
import type { Context } from "./context";
import { frame, selectableBox, text } from "./drawing";
import { INK, TONE } from "./palette";
import { coin, componentCard } from "./pieces";
import { handTarget } from "./targets";

/** Draw the component cards and the florins; face down while covered. */
export function desk(ctx: Context, box: Box) {
  const { game, kinds, covered, name } = ctx;
  if (!game.own) return null;
  const { hand, florins } = game.own;
  const purse = Math.min(box.height - 12, box.width * 0.2);
  const wide = (box.width - purse - 24) / kinds.length;
  const cards = kinds.map((kind, index) => {
    const high = Math.min(box.height - 18, wide * 1.75);
    const card = { x: box.x + 9 + index * wide, y: box.y + (box.height - high) / 2, width: wide - 7, height: high };
    if (covered) return <g key={`hand-${kind}`}>{cardBack(card, { sealed: index === 2 })}</g>;
    const behind = { ...card, x: card.x + 2.5, y: card.y - 3 };
    return (
      <>
        {hand[kind] > 1 ? frame(behind, { fill: TONE.card, line: INK, thick: 1, round: 5 }) : null}
        {selectableBox(
          ctx,
          { key: `hand-${kind}` },
          handTarget(ctx, kind),
          `${hand[kind]} × ${name("component", kind)}`,
          card,
          componentCard(ctx, kind, card, hand[kind]),
          5,
        )}
      </>
    );
  });
  const [x, y] = [box.x + box.width - purse / 2 - 8, box.y + box.height / 2];
  return (
    <g data-path="own">
      {frame(box, { fill: TONE.own, round: 10 })}
      <g data-path="own/hand">{cards}</g>
      <g data-path="own/florins">
        <title>
          {name("equipment", "florin")}
          {covered ? "" : `: ${florins}`}
        </title>
        {covered
          ? icon(ctx, "equipment", "florin", x - purse / 2 + 4, y - purse / 2 + 4, purse - 8)
          : coin(ctx, x, y, purse / 2 - 4, florins)}
      </g>
    </g>
  );
}

/** Draw the phases of a round; the current one is marked. */
function phases(ctx: Context, x: number, y: number, size: number) {
  const { name, game } = ctx;
  const shown = ["A", "B", "C", "D"].includes(game.phase) ? ["A", "B", "C", "D"] : [game.phase];
  return shown.map((phase, index) => {
    const box = { x: x + index * (size + 5), y, width: size, height: size };
    const isNow = phase === game.phase;
    return (
      <g key={`phase-${phase}`} opacity={isNow ? 1 : 0.55}>
        <title>{name("phase", phase)}</title>
        {frame(box, { fill: TONE.card, line: isNow ? TONE.gold : TONE.line, thick: isNow ? 3.5 : 1 })}
        {icon(ctx, "phase", phase, box.x + 4, box.y + 4, size - 8)}
      </g>
    );
  });
}

/** Draw the rounds as a track; in the last ones only labs are played.  @param x right end  @param y middle */
function rounds(ctx: Context, x: number, y: number, step: number) {
  const { constants, game } = ctx;
  const left = x - step * constants.rounds;
  return Array.from({ length: constants.rounds }, (_, index) => {
    const round = index + 1;
    const place = { x: left + (round - 0.5) * step, y };
    return <g>{roundSpace(ctx, round, place, step, styleOf(round, game.round, constants.city_rounds))}</g>;
  });
}

type RoundStyle = {
  fill: string;
  edge: string;
  thick: number;
  radius: number;
  letter: number;
  ink: string;
  low: number;
};

const OTHER = { edge: TONE.line, thick: 1.2, radius: 0.4, letter: 0.48, ink: TONE.text, low: 0.16 };
const NOW: RoundStyle = { fill: TONE.gold, edge: INK, thick: 2, radius: 0.52, letter: 0.58, ink: INK, low: 0.2 };
const IN_CITY: RoundStyle = { ...OTHER, fill: TONE.street };
const LABS_ONLY: RoundStyle = { ...OTHER, fill: TONE.robotCell };
const PAST: RoundStyle = { ...OTHER, fill: TONE.panel, ink: TONE.muted };

function styleOf(round: number, current: number, cityRounds: number) {
  if (round === current) return NOW;
  if (round < current) return PAST;
  return round <= cityRounds ? IN_CITY : LABS_ONLY;
}

/** Draw a space of the round track with its number. */
function roundSpace(ctx: Context, round: number, { x, y }: Point, step: number, style: RoundStyle) {
  const { fill, edge, thick, radius, letter, ink, low } = style;
  return (
    <>
      <circle cx={x} cy={y} r={step * radius} fill={fill} stroke={edge} stroke-width={thick} />
      {text(ctx, x, y + step * low, round, { size: step * letter, anchor: "middle", weight: 700, fill: ink })}
    </>
  );
}

/** Draw round and phase. */
export function head(ctx: Context, { x, y, width, height }: Box) {
  const { name, game, wide } = ctx;
  const step = wide ? 34 : Math.min(24, width / 16);
  const title = x + (game.phase === "favours" || game.phase === "over" ? 1 : 4) * (height + 5) + 8;
  return (
    <g>
      {phases(ctx, x, y, height)}
      {wide
        ? text(ctx, title, y + height / 2 + 7, name("phase", game.phase), {
            size: 20,
            weight: 700,
            width: x + width - step * 9 - 46 - title,
          })
        : null}
      <g>
        <title>
          {name("equipment", "round_marker")}
          {": "}
          {game.round}
        </title>
        {icon(
          ctx,
          "equipment",
          "round_marker",
          x + width - step * 9 - (wide ? 38 : 0),
          y + (height - 28) / 2,
          wide ? 28 : 0,
        )}
        {rounds(ctx, x + width, y + height / 2, step)}
      </g>
    </g>
  );
}
