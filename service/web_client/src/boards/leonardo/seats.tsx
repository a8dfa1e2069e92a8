/** The sides of the players: people, labs, inventions and favours. */

import { icon } from "../../kit/drawing";
import { enlargeable } from "../../kit/enlargeable";
import type { Box } from "../../kit/geometry";
import { gridPlace, scaledTo } from "../../kit/geometry";
import { seatAppearance } from "../../kit/palette";
import { tile } from "./cards";
import type { Context, Lab, LabName, Side } from "./context";
import { inventionOf } from "./context";
import { frame, iconOnDisc, selectableBox, text } from "./drawing";
import { labRoom } from "./labs";
import { INK, patternOf, TONE } from "./palette";
import { coin, person } from "./pieces";
import { seatTarget } from "./targets";

/** Draw the available master and apprentices, a pass marker, and the final florins. */
function supply(ctx: Context, side: Side, box: Box) {
  const { name, game } = ctx;
  const { seat, supply: count, master_in_supply: master, florins } = side;
  const size = Math.min(box.height, 28);
  const isPassed = side.passed && game.phase === "B";
  const scale = Math.min(box.height / 29, 0.95);
  const room = box.width - 42 * scale - (isPassed || florins !== undefined ? size + 2 : 0);
  const step = Math.min(17 * scale, room / Math.max(1, count - 1));
  const end = box.x + box.width - size;
  const pieces = Array.from({ length: count }, (_, index) =>
    person(ctx, seat, box.x + 22 * scale + index * step, box.y, scale, { key: `supply-${seat}-${index}` }),
  );
  return (
    <>
      <g data-path={`seats/${seat}/supply`}>
        <title>
          {name("equipment", "supply")}
          {": "}
          {count}
        </title>
        {master ? person(ctx, seat, box.x, box.y - 1, scale, { master: true, key: `master-${seat}` }) : null}
        {pieces}
      </g>
      {isPassed ? (
        <g>
          <title>{name("fact", "passed")}</title>
          {icon(ctx, "piece", "pass", end, box.y, size)}
        </g>
      ) : null}
      {florins === undefined ? null : (
        <g>
          <title>
            {name("equipment", "florin")}
            {": "}
            {florins}
          </title>
          {coin(ctx, end + size / 2, box.y + size / 2, size / 2, florins)}
        </g>
      )}
    </>
  );
}

/** Draw the owned types of inventions and the bonus for their number. */
function variety(ctx: Context, owned: number[], { x, y, width, height }: Box) {
  const { constants, name } = ctx;
  const types = new Set(owned.map((number) => inventionOf(ctx, number).type));
  const size = Math.min(height, (width - 26) / constants.types.length);
  return (
    <g>
      <title>
        {name("score_item", "variety bonus")}
        {": "}
        {constants.variety_bonus[types.size]}
      </title>
      {constants.types.map((type, index) =>
        iconOnDisc(
          ctx,
          "invention_type",
          type,
          x + index * size + 1,
          y + (height - size) / 2 + 1,
          size - 3,
          types.has(type) ? 1 : 0.4,
        ),
      )}
      {coin(ctx, x + width - 12, y + height / 2, 10, constants.variety_bonus[types.size], {
        faded: !constants.variety_bonus[types.size],
      })}
    </g>
  );
}

/** Draw the owned inventions in the order won. */
function ownedCards(ctx: Context, owned: number[], box: Box) {
  const columns = Math.max(3, Math.ceil(owned.length / 2));
  const size = Math.min(box.width / columns, box.height / 2);
  return owned.map((number, index) => {
    const { column, row } = gridPlace(index, columns);
    const cell = { x: box.x + column * size + 1, y: box.y + row * size + 1, width: size - 2, height: size - 2 };
    return selectableBox(
      ctx,
      { key: `invention-${number}` },
      null,
      ctx.name("invention", number),
      cell,
      tile(ctx, number, cell),
      4,
    );
  });
}

/** Draw the name of a player, Leonardo if present, and the favours taken. */
function header(ctx: Context, side: Side, box: Box) {
  const { name, players, game } = ctx;
  const { letter = "", colour, pattern } = seatAppearance(ctx, side.seat);
  const middle = box.y + box.height / 2;
  const isHolder = game.holder === side.seat;
  const [figure, small, step] = [isHolder ? 27 : 0, 19, 14];
  const favours = side.favours.length ? small + step * (side.favours.length - 1) : 0;
  const left = box.x + box.width - favours;
  return (
    <>
      <circle cx={box.x + 12} cy={middle} r="11" fill={colour} stroke={INK} stroke-width="1.4" />
      <circle cx={box.x + 12} cy={middle} r="11" fill={patternOf(pattern)} />
      {text(ctx, box.x + 12, middle + 5, letter, {
        size: 14,
        anchor: "middle",
        weight: 700,
        fill: "#fff",
        outlineColour: INK,
      })}
      {isHolder ? (
        <g key="leonardo">
          <title>{name("equipment", "leonardo")}</title>
          {icon(ctx, "equipment", "leonardo", box.x + 26, middle - 14, 27)}
        </g>
      ) : null}
      {text(ctx, box.x + 29 + figure, middle + 5.5, players[side.seat], {
        size: 16,
        weight: 700,
        width: Math.max(30, left - box.x - 33 - figure),
      })}
      {side.favours.map((favour, index) => (
        <g key={`favour-${side.seat}-${index}`}>
          <title>{name("favour", favour)}</title>
          {icon(ctx, "favour", favour, left + index * step, middle - small / 2, small)}
        </g>
      ))}
    </>
  );
}

/** Draw the frame of a side with its header. It is outlined while the player must act. */
function sideFrame(ctx: Context, side: Side, box: Box) {
  const isActing = ctx.toAct.includes(side.seat);
  const style = {
    fill: side.seat === ctx.seat ? TONE.own : TONE.panel,
    line: isActing ? seatAppearance(ctx, side.seat).colour : TONE.line,
    thick: isActing ? 4 : 1.5,
    round: 10,
  };
  return (
    <>
      {frame(box, style)}
      {header(ctx, side, scaledTo({ x: 0.015, y: 0.03, width: 0.36, height: 0.25 }, box))}
    </>
  );
}

/** Draw the number of a seat's people in the academy. */
function academy(ctx: Context, { seat, academy: count }: Side, { x, y, height }: Box) {
  const school = Math.min(24, height);
  return (
    <g>
      <title>
        {ctx.name("place", "academy")}
        {": "}
        {count}
      </title>
      {icon(ctx, "place", "academy", x, y, school, 0.8)}
      {count ? person(ctx, seat, x + school + 3, y, school / 29, { faded: true }) : null}
      {text(ctx, x + school * 1.75 + 8, y + school * 0.75, count, { size: 15, weight: 700, fill: TONE.muted })}
    </g>
  );
}

/** Draw the place of a lab that the seat does not have yet. */
function emptyLab(ctx: Context, lab: LabName, box: Box) {
  const [x, y] = [box.x + box.width / 2 - 22, box.y + box.height / 2 - 22];
  return (
    <>
      {frame(box, { fill: "none", thick: 1, dash: "5 5", opacity: 0.7 })}
      {icon(ctx, "lab", lab, x, y, 44, 0.25)}
    </>
  );
}

/** Draw the side of a player.  @param side of the view */
export function seatPanel(ctx: Context, side: Side, box: Box) {
  const { seat } = side;
  const plan = ctx.constants.player_side;
  const owned = scaledTo(plan.owned, box);
  const missing = side.labs.length < plan.labs.length ? plan.labs[1] : undefined;
  const roomOf = ({ lab }: Lab) => scaledTo((plan.labs.find((each) => each.lab === lab) ?? plan.labs[0]).box, box);
  const target = seatTarget(ctx, seat);
  return (
    <g key={`seat-${seat}`} data-path={`seats/${seat}`}>
      {seat === ctx.seat ? null : enlargeable(ctx.players[seat], box)}
      {selectableBox(ctx, { isRepeated: true }, target, ctx.players[seat], box, sideFrame(ctx, side, box), 10)}
      {supply(ctx, side, scaledTo(plan.supply, box))}
      {academy(ctx, side, scaledTo(plan.academy, box))}
      {missing ? emptyLab(ctx, missing.lab, scaledTo(missing.box, box)) : null}
      <g data-path={`seats/${seat}/labs`}>{side.labs.map((lab) => labRoom(ctx, seat, lab, roomOf(lab)))}</g>
      <g data-path={`seats/${seat}/owned`}>
        {ownedCards(ctx, side.owned, { ...owned, height: owned.height - 24 })}
        {variety(ctx, side.owned, { ...owned, y: owned.y + owned.height - 22, height: 22 })}
      </g>
    </g>
  );
}
