/** Labs with their people, robots, work track, and the card of their work. */

import { icon } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import { inset, scaledTo } from "../../kit/geometry";
import { seatAppearance } from "../../kit/palette";
import { cardBack, tile } from "./cards";
import type { Context, Lab } from "./context";
import { inventionOf } from "./context";
import { frame, selectableBox, text } from "./drawing";
import { INK, TONE } from "./palette";
import { person } from "./pieces";
import { labTarget } from "./targets";

/** Draw the spaces of a lab and the pieces on them: people first, robots on the last spaces. */
function spaces(ctx: Context, seat: number, lab: Lab, box: Box) {
  const { constants } = ctx;
  const side = constants.lab_sides.find((each) => each.side === lab.side);
  if (!side) return null;
  const people = lab.apprentices + (lab.master ? 1 : 0);
  return side.spaces.map((space, index) => {
    const cell = scaledTo(space, box);
    const isForRobots = index >= lab.side - side.robot_spaces;
    const isRobot = index >= lab.side - lab.robots;
    const scale = Math.min(cell.width / 22, cell.height / 31, 1.05);
    const [x, y] = [cell.x + (cell.width - 20 * scale) / 2, cell.y + (cell.height - 28 * scale) / 2 + scale];
    const robot = Math.min(cell.width, cell.height) - 2;
    return (
      <>
        {frame(cell, { fill: isForRobots ? TONE.robotCell : TONE.cell, thick: 1, round: 3 })}
        {isRobot ? (
          <g key={`robot-${seat}-${lab.lab}-${lab.side - index}`}>
            {icon(
              ctx,
              "equipment",
              "robot",
              cell.x + (cell.width - robot) / 2,
              cell.y + (cell.height - robot) / 2,
              robot,
            )}
          </g>
        ) : null}
        {!isRobot && index < people
          ? person(ctx, seat, x, y, scale, index === 0 && lab.master ? { master: true, key: `master-${seat}` } : {})
          : null}
      </>
    );
  });
}

/** Return the invention in a lab; undefined if the viewing seat does not know it. */
function known({ game, seat: own }: Context, seat: number, lab: Lab) {
  if (lab.invention !== undefined) return lab.invention;
  if (seat !== own) return undefined;
  return game.own?.work.find((each) => each.lab === lab.lab)?.invention;
}

/** Draw the card of a lab: face up if late, otherwise its back. Only its owner sees a small picture on the back. */
function work(ctx: Context, seat: number, lab: Lab, box: Box) {
  const { covered } = ctx;
  const key = `work-${seat}-${lab.lab}`;
  if (!lab.working) return frame(box, { fill: "none", thick: 1, round: 4, dash: "4 3" });
  const invention = known(ctx, seat, lab);
  if (lab.late && invention !== undefined)
    return <g>{tile(ctx, invention, box, { key, line: "#b23a2e", thick: 2.5 })}</g>;
  if (invention === undefined || covered) return cardBack(box, { key, sealed: true });
  const size = Math.min(box.width - 6, box.height - 18);
  return (
    <g key={key}>
      {cardBack(box)}
      <rect
        x={box.x + (box.width - size) / 2 - 1}
        y={box.y + 4}
        width={size + 2}
        height={size + 2}
        rx="4"
        fill={TONE.card}
        stroke={INK}
        stroke-width="1"
      />
      {icon(ctx, "invention", invention, box.x + (box.width - size) / 2, box.y + 5, size)}
      {text(ctx, box.x + box.width / 2, box.y + box.height - 3.5, invention, {
        size: 12,
        anchor: "middle",
        weight: 700,
        fill: "#fff",
        outlineColour: INK,
      })}
    </g>
  );
}

/** Draw the work track with its marker, and the end of the known invention. */
function track(ctx: Context, seat: number, lab: Lab, { x, y, width, height }: Box) {
  const { constants, covered } = ctx;
  const invention = known(ctx, seat, lab);
  const isShown = lab.working && invention !== undefined && (lab.late || !covered);
  const step = (width - 22) / constants.work_track;
  const ticks = Array.from(
    { length: constants.work_track + 1 },
    (_, week) => `M${x + week * step} ${y + height - (week % 5 ? 4 : 8)}V${y + height}`,
  ).join("");
  const goal = isShown ? x + inventionOf(ctx, invention).weeks * step : 0;
  return (
    <>
      <path d={`M${x} ${y + height}h${width - 22}${ticks}`} stroke={TONE.muted} stroke-width="1" fill="none" />
      {lab.working ? (
        <rect
          x={x}
          y={y + height - 5}
          width={Math.max(0, lab.weeks * step)}
          height="4"
          fill={seatAppearance(ctx, seat).colour}
          stroke={INK}
          stroke-width=".6"
        />
      ) : null}
      {isShown ? (
        <path d={`M${goal} ${y + height}v-12l7 3l-7 3`} fill={TONE.gold} stroke={INK} stroke-width="1" />
      ) : null}
      {lab.working ? (
        <>
          <g key={`week-${seat}-${lab.lab}`} transform={`translate(${x + lab.weeks * step} ${y + height - 3})`}>
            <circle r="4.6" fill={seatAppearance(ctx, seat).colour} stroke={INK} stroke-width="1.2" />
          </g>
          {text(ctx, x + width, y + height, lab.weeks, { size: 14, anchor: "end", weight: 700 })}
        </>
      ) : null}
    </>
  );
}

/** Draw a lab. */
export function labRoom(ctx: Context, seat: number, lab: Lab, box: Box) {
  const { name, players, covered } = ctx;
  const inner = inset(box, 5);
  const card = Math.min(inner.width * 0.3, 46);
  const low = 14;
  const room = { x: inner.x, y: inner.y, width: inner.width - card - 5, height: inner.height - low - 2 };
  const invention = lab.late || !covered ? known(ctx, seat, lab) : undefined;
  const label = [
    players[seat],
    name("lab", lab.lab),
    name("lab_side", lab.side),
    ...(lab.working ? [`${name("equipment", "week")} ${lab.weeks}`] : []),
    ...(invention ? [name("invention", invention)] : []),
  ].join(" · ");
  return selectableBox(
    ctx,
    { key: `lab-${seat}-${lab.lab}` },
    labTarget(ctx, seat, lab),
    label,
    box,
    <>
      {frame(box, { fill: TONE.room, round: 7 })}
      {spaces(ctx, seat, lab, room)}
      {work(ctx, seat, lab, { x: inner.x + inner.width - card, y: inner.y, width: card, height: room.height })}
      {track(ctx, seat, lab, { x: inner.x + 5, y: inner.y + room.height, width: inner.width - 6, height: low })}
    </>,
    7,
  );
}
