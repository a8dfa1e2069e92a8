/** The codex: all inventions in one grid, each with its location. */

import { icon } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import { seatAppearance } from "../../kit/palette";
import { describeInvention, isInTray, tile } from "./cards";
import type { Context } from "./context";
import { inventionOf } from "./context";
import { iconOnDisc, selectableBox } from "./drawing";
import { INK, TONE } from "./palette";
import { person } from "./pieces";
import { inventionTarget } from "./targets";

/** Return the name of an invention's location, and its owner if any. */
function whereabouts({ game }: Context, number: number): { kind: string; id: string; seat?: number } {
  if (game.requested.includes(number)) return { kind: "equipment", id: "requested_inventions" };
  if (game.deck.includes(number)) return { kind: "equipment", id: "deck" };
  const owner = game.seats.find((each) => each.owned.includes(number));
  if (owner) return { kind: "fact", id: "card_won", seat: owner.seat };
  return { kind: "fact", id: game.boxed.includes(number) ? "card_boxed" : "invention_removed" };
}

/** Draw one cell of the grid. */
function codexCell(ctx: Context, number: number, box: Box) {
  const { name, players } = ctx;
  const { kind, id, seat } = whereabouts(ctx, number);
  const isGone = kind === "fact" && seat === undefined;
  const isRequested = id === "requested_inventions";
  const edge = isRequested ? TONE.gold : INK;
  const line = seat === undefined ? edge : seatAppearance(ctx, seat).colour;
  const label = `${describeInvention(ctx, inventionOf(ctx, number))} · ${name(kind, id)}${seat === undefined ? "" : `: ${players[seat]}`}`;
  const cross = `M${box.x + 5} ${box.y + 5}l${box.width - 10} ${box.height - 10}m0 ${10 - box.height}l${10 - box.width} ${box.height - 10}`;
  return selectableBox(
    ctx,
    { isRepeated: isInTray(ctx, number) },
    inventionTarget(ctx, number),
    label,
    box,
    <>
      {tile(ctx, number, box, {
        line,
        thick: seat !== undefined || isRequested ? 3.5 : 1,
        faded: isGone || seat !== undefined,
      })}
      {isGone ? <path d={cross} stroke="#b23a2e" stroke-width="2" fill="none" /> : null}
      {seat === undefined ? null : person(ctx, seat, box.x + box.width / 2 - 9, box.y + box.height / 2 - 13, 0.9)}
    </>,
    4,
  );
}

/** Draw all inventions in a grid: a column for each type, tiers from bronze down to gold. */
export function codex(ctx: Context, box: Box) {
  const { constants, name } = ctx;
  const margin = Math.min(24, box.height * 0.13);
  const wide = (box.width - margin) / constants.types.length;
  const high = (box.height - margin) / 5;
  const columns = constants.types.map((type, column) => {
    const cards = constants.inventions.filter((each) => each.type === type);
    const sorted = [...cards].sort((one, other) => one.weeks - other.weeks || one.number - other.number);
    const x = box.x + margin + column * wide;
    return (
      <>
        <g>
          <title>{name("invention_type", type)}</title>
          {iconOnDisc(ctx, "invention_type", type, x + wide / 2 - margin * 0.45, box.y - 1, margin * 0.9)}
        </g>
        {sorted.map((card, row) => (
          <>
            {column
              ? null
              : icon(ctx, "tier", card.tier, box.x, box.y + margin + (row + 0.5) * high - margin * 0.45, margin * 0.9)}
            {codexCell(ctx, card.number, {
              x: x + 1.5,
              y: box.y + margin + row * high + 1.5,
              width: wide - 3,
              height: high - 3,
            })}
          </>
        ))}
      </>
    );
  });
  return <g>{columns}</g>;
}
