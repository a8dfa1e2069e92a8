/** The city: wall and river, the areas with their people, the Council, and the inventions at the gate. */

import { icon, Unchanging } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import { scaledTo } from "../../kit/geometry";
import { isNameBeside, plot } from "./areas";
import { deck, inventionCard, isInTray } from "./cards";
import type { AreaName, Context } from "./context";
import { frame, selectableBox, text } from "./drawing";
import { green, ground, WALLED } from "./ground";
import { TONE } from "./palette";
import { person } from "./pieces";
import { spaceTarget } from "./targets";

/** Draw a space of the Council and the piece on it. */
function councilSpace(ctx: Context, space: number, box: Box) {
  const { name, game, players } = ctx;
  const taken = game.resolving?.spaces?.find((each) => each.space === space);
  const label = name("council_space", space) + (taken ? `: ${players[taken.seat]}` : "");
  const size = Math.min(box.height - 8, box.width - 12);
  return selectableBox(
    ctx,
    {},
    taken ? null : spaceTarget(ctx, space),
    label,
    box,
    <>
      {frame(box, { fill: TONE.street, round: 7 })}
      {icon(
        ctx,
        "council_space",
        space,
        box.x + (box.width - size) / 2 + 3,
        box.y + (box.height - size) / 2,
        size,
        taken ? 0.35 : 1,
      )}
      {text(ctx, box.x + 5, box.y + 14, space, { size: 13, weight: 700 })}
      {taken
        ? person(ctx, taken.seat, box.x + box.width / 2 - 13, box.y + box.height / 2 - 18, 1.3, {
            key: `council-${taken.seat}`,
          })
        : null}
    </>,
    7,
  );
}

/** Draw the whole city and the area before its gate. */
export function city(ctx: Context, box: Box) {
  const { game, constants, name } = ctx;
  const boxes = new Map(constants.city.areas.map(({ area, box: part }) => [area, scaledTo(part, box)]));
  const boxOf = (area: AreaName) => boxes.get(area) ?? box;
  const areBeside = game.areas.every(({ area }) => isNameBeside(ctx, area, boxOf(area)));
  const isClosed = !game.areas.some((each) => each.area === "market");
  const gate = scaledTo({ x: 0.43, y: WALLED - 0.012, width: 0.14, height: 0.022 }, box);
  return (
    <g>
      <Unchanging inputs={[box.x, box.y, box.width, box.height]} draw={() => ground(box)} />
      <rect
        x={gate.x}
        y={gate.y}
        width={gate.width}
        height={gate.height}
        fill={TONE.street}
        stroke={TONE.wall}
        stroke-width="2"
      />
      {isClosed ? green(boxOf("market")) : null}
      <g data-path="areas">{game.areas.map((area) => plot(ctx, area, boxOf(area.area), areBeside))}</g>
      {constants.city.council_spaces.map((each) => councilSpace(ctx, each.space, scaledTo(each.box, box)))}
      <g data-path="requested">
        <title>{name("equipment", "requested_inventions")}</title>
        {game.requested.map((number, index) =>
          inventionCard(ctx, number, scaledTo(constants.city.requested[index], box), {
            key: `invention-${number}`,
            isRepeated: isInTray(ctx, number),
          }),
        )}
      </g>
      {deck(ctx, scaledTo(constants.city.deck, box))}
    </g>
  );
}
