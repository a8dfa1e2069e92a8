/** Invention cards: requested, owned, hidden under a lab, and in the deck. */

import { icon } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import { inset } from "../../kit/geometry";
import type { Target } from "../../selection";
import type { Context, Invention } from "./context";
import { inventionOf } from "./context";
import { frame, selectableBox, text } from "./drawing";
import { INK, patternOf, TONE } from "./palette";
import { coin } from "./pieces";
import { inventionTarget } from "./targets";

/** List the components that an invention needs, one entry for each card. */
const componentsOf = (card: Invention): string[] =>
  Object.entries(card.components).flatMap(([kind, count]) => Array.from({ length: count }, () => kind));

/** Describe an invention in words: name, components, weeks and prizes. */
export function describeInvention({ name }: Context, card: Invention) {
  const takes = Object.entries(card.components).map(([kind, count]) => `${count} × ${name("component", kind)}`);
  return [
    name("invention", card.number),
    name("invention_type", card.type),
    name("tier", card.tier),
    takes.join(", "),
    `${name("equipment", "work_track")} ${card.weeks}`,
    `${name("equipment", "florin")} ${card.first}/${card.later}`,
  ].join(" · ");
}

/** Draw the band at the top of a card: tier colour, number and type. */
function head(ctx: Context, card: Invention, box: Box, high: number) {
  const { colour, pattern } = ctx.appearanceOf("tier", card.tier);
  const band = { x: box.x + 2, y: box.y + 2, width: box.width - 4, height: high, rx: 4 };
  return (
    <>
      <rect {...band} fill={colour} />
      <rect {...band} fill={patternOf(pattern)} opacity=".6" />
      <circle
        cx={box.x + 2 + high * 0.62}
        cy={box.y + 2 + high / 2}
        r={high * 0.5}
        fill={TONE.card}
        stroke={INK}
        stroke-width="1"
      />
      {text(ctx, box.x + 2 + high * 0.62, box.y + 2 + high * 0.74, card.number, {
        size: high * 0.68,
        anchor: "middle",
        weight: 700,
        fill: INK,
      })}
      <circle
        cx={box.x + box.width - 3 - high * 0.62}
        cy={box.y + 2 + high / 2}
        r={high * 0.58}
        fill={TONE.card}
        stroke={INK}
        stroke-width="1"
      />
      {icon(
        ctx,
        "invention_type",
        card.type,
        box.x + box.width - 3 - high * 1.05,
        box.y + 2 + high * 0.07,
        high * 0.86,
      )}
    </>
  );
}

const NARROW = 80;
const LEAST_CARD = 55;

/** Draw the bottom of a card that is too narrow for weeks and prizes side by side. */
function narrowFoot(ctx: Context, card: Invention, { x, y, width, height }: Box, kinds: string[]) {
  const step = Math.min(14, (width - 4) / kinds.length);
  const left = x + width / 2 - (step * kinds.length) / 2;
  return (
    <>
      {kinds.map((kind, index) => icon(ctx, "component", kind, left + index * step, y + height - 33, step))}
      {icon(ctx, "equipment", "week", x + 2.5, y + height - 17.5, 11)}
      {text(ctx, x + 14, y + height - 7.5, card.weeks, { size: 12, weight: 700, fill: INK })}
      {coin(ctx, x + width - 10.5, y + height - 11.5, 8.5, card.first)}
    </>
  );
}

/** Draw the bottom of a card: components, weeks and prizes.    @param size of a component */
function foot(ctx: Context, card: Invention, { x, y, width, height }: Box, size: number) {
  const kinds = componentsOf(card);
  const step = Math.min(size + 1, (width - 6) / kinds.length);
  const left = x + width / 2 - (step * kinds.length) / 2;
  if (width < NARROW) return narrowFoot(ctx, card, { x, y, width, height }, kinds);
  const low = y + height - size * 0.95;
  const radius = size * 0.52;
  return (
    <>
      {kinds.map((kind, index) =>
        icon(ctx, "component", kind, left + index * step, low - size * 1.1, Math.min(size, step)),
      )}
      {icon(ctx, "equipment", "week", x + 3, low - size * 0.06, size * 0.86)}
      {text(ctx, x + 4 + size * 0.9, low + size * 0.66, card.weeks, { size: size * 0.78, weight: 700, fill: INK })}
      {coin(ctx, x + width - 4 - radius * 2.7, low + radius * 0.68, radius, card.first)}
      {coin(ctx, x + width - 3 - radius, low + radius * 0.95, radius * 0.9, card.later, { silver: true })}
    </>
  );
}

/** Whether the tray offers an invention: there the keyboard selects it. */
export function isInTray(ctx: Context, number: number) {
  const target = inventionTarget(ctx, number);
  return ctx.decision === "declare_work" && target !== null && Boolean(ctx.stateOf(target));
}

/**
 * Draw a whole card.
 *
 * @param how `order` is a number to write on the card
 */
export function inventionCard(
  ctx: Context,
  number: number,
  box: Box,
  {
    key,
    target = inventionTarget(ctx, number),
    order = null,
    isRepeated = false,
  }: { key?: string; target?: Target | null; order?: number | null; isRepeated?: boolean } = {},
) {
  if (box.width < LEAST_CARD) return smallCard(ctx, number, box, target, isRepeated);
  const card = inventionOf(ctx, number);
  const high = Math.max(13, box.height * 0.155);
  const size = Math.min(19, Math.max(12, box.width * 0.19));
  const room = box.height - high - (box.width < NARROW ? 34 : size * 2.15) - 6;
  const picture = Math.min(box.width - 8, room);
  return selectableBox(
    ctx,
    { ...(key ? { key } : {}), isRepeated },
    target,
    describeInvention(ctx, card),
    box,
    <>
      {frame(box, { fill: TONE.card, line: INK, thick: 1.6, round: 6 })}
      {head(ctx, card, box, high)}
      {icon(
        ctx,
        "invention",
        number,
        box.x + (box.width - picture) / 2,
        box.y + high + 3 + (room - picture) / 2,
        picture,
      )}
      {foot(ctx, card, box, size)}
      {order === null ? null : coin(ctx, box.x + box.width / 2, box.y + 4, 12, order)}
    </>,
    6,
  );
}

/** Draw a card too small for its bottom part: picture, number and components. */
function smallCard(ctx: Context, number: number, box: Box, target: Target | null, isRepeated: boolean) {
  const card = inventionOf(ctx, number);
  const kinds = componentsOf(card);
  const step = Math.min(14, (box.width - 4) / kinds.length);
  const left = box.x + box.width / 2 - (step * kinds.length) / 2;
  const low = { ...box, height: box.height - step - 3 };
  return selectableBox(
    ctx,
    { isRepeated },
    target,
    describeInvention(ctx, card),
    box,
    <>
      {frame(box, { fill: TONE.card, line: INK, thick: 1.2, round: 5 })}
      {tile(ctx, number, low, { line: "none", thick: 0 })}
      {text(ctx, box.x + 4, box.y + 13, number, { size: 12, weight: 700, fill: INK, outlineColour: TONE.card })}
      {kinds.map((kind, index) =>
        icon(ctx, "component", kind, left + index * step, box.y + box.height - step - 2, step),
      )}
    </>,
    5,
  );
}

/** Draw the back of a card, with a seal if it hides a secret. */
export function cardBack(box: Box, { key, sealed = false }: { key?: string; sealed?: boolean } = {}) {
  const inner = inset(box, Math.min(box.width, box.height) * 0.1);
  const { x, y, width, height } = inner;
  const lozenge = `M${x + width / 2} ${y + 2}L${x + width - 2} ${y + height / 2}L${x + width / 2} ${y + height - 2}L${x + 2} ${y + height / 2}z`;
  const radius = Math.min(width, height) * 0.26;
  return (
    <g key={key}>
      {frame(box, { fill: TONE.back, line: INK, thick: 1.4, round: 5 })}
      {frame(inner, { fill: "none", line: TONE.gold, thick: 1, round: 3 })}
      <path d={lozenge} fill="none" stroke={TONE.gold} stroke-width="1" />
      {sealed ? (
        <>
          <circle cx={x + width / 2} cy={y + height / 2} r={radius} fill="#b23a2e" stroke={INK} stroke-width="1.2" />
          <circle
            cx={x + width / 2}
            cy={y + height / 2}
            r={radius * 0.55}
            fill="none"
            stroke="#f0c0a8"
            stroke-width="1.1"
          />
        </>
      ) : null}
    </g>
  );
}

/** Draw a small tile of an invention. */
export function tile(
  ctx: Context,
  number: number,
  box: Box,
  {
    key,
    line = INK,
    thick = 1.2,
    faded = false,
  }: { key?: string; line?: string; thick?: number; faded?: boolean } = {},
) {
  const { colour } = ctx.appearanceOf("tier", inventionOf(ctx, number).tier);
  const size = Math.min(box.width, box.height) - 4;
  return (
    <g key={key}>
      <title>{describeInvention(ctx, inventionOf(ctx, number))}</title>
      {frame(box, { fill: TONE.card, line, thick, round: 4 })}
      <rect x={box.x + 2} y={box.y + box.height - 5} width={box.width - 4} height="3" rx="1" fill={colour} />
      {icon(
        ctx,
        "invention",
        number,
        box.x + (box.width - size) / 2,
        box.y + (box.height - size) / 2 - 1,
        size,
        faded ? 0.3 : 1,
      )}
    </g>
  );
}

/** Draw the deck with its number of cards, and the number of cards that have left the game. */
export function deck(ctx: Context, box: Box) {
  const { name, game } = ctx;
  const { x, y, width, height } = box;
  const cards = Math.min(3, game.deck.length);
  const pile = Array.from({ length: cards }, (_, index) =>
    cardBack({ x: x + index * 3, y: y + (2 - index) * 3, width: width - 8, height: height - 8 }),
  );
  const gone = [
    { fact: "card_boxed", numbers: game.boxed },
    { fact: "invention_removed", numbers: game.removed },
  ].filter(({ numbers }) => numbers.length);
  return (
    <g>
      <title>
        {name("equipment", "deck")}
        {": "}
        {game.deck.length}
      </title>
      {cards ? pile : frame(inset(box, 4), { fill: "none", dash: "5 4" })}
      {text(ctx, x + width / 2, y + height / 2 + 8, game.deck.length, {
        size: 25,
        anchor: "middle",
        weight: 700,
        fill: "#fff",
        outlineColour: INK,
      })}
      {gone.map(({ fact, numbers }, index) => (
        <g>
          <title>
            {name("fact", fact)}
            {": "}
            {numbers.map((each) => name("invention", each)).join(", ")}
          </title>
          <g transform={`translate(${x + 5 + index * (width / 2)} ${y + height - 23})`}>
            <rect width="13" height="17" rx="2" fill={TONE.card} stroke={INK} />
            <path d={index ? "M2 8.5h9" : "M2 3l9 11M11 3l-9 11"} stroke="#b23a2e" stroke-width="2" />
            {text(ctx, 16, 14, numbers.length, { size: 14, weight: 700, fill: "#fff", outlineColour: INK })}
          </g>
        </g>
      ))}
    </g>
  );
}
