/** The areas of the city with their buildings, people, prices and market. */

import { at, icon } from "../../kit/drawing";
import type { Box } from "../../kit/geometry";
import type { Area, AreaName, Constants, Context, Group } from "./context";
import { fitting, frame, iconWithCount, selectableBox, text } from "./drawing";
import { INK, patternOf, TONE } from "./palette";
import { coin, componentCard, person } from "./pieces";
import { areaTarget, groupTarget, marketTarget } from "./targets";

/** The style of the name of an area, and the room beside the name. */
const NAME = { size: 15, weight: 700 };
const NAME_GAP = 15;
/** The width below which a component of the market is an icon only. */
const LEAST_CARD = 18;

/** Return the groups of an area; while it is resolved, in turn order. */
function ordered({ game }: Context, { area, groups }: Area): Group[] {
  const { resolving } = game;
  if (resolving?.area !== area) return groups;
  const rank = ({ seat }: Group) => (resolving.order.indexOf(seat) + 100) % 100;
  return [...groups].sort((one, other) => rank(one) - rank(other));
}

/** Draw the people of one seat in an area: apprentices as one piece with their number, and the master. */
function group(
  ctx: Context,
  { seat, apprentices, master }: Group,
  area: AreaName,
  x: number,
  y: number,
  scale: number,
) {
  const { name, players } = ctx;
  const wide = (apprentices && master ? 37 : 21) * scale;
  const people = [
    apprentices ? `${apprentices} × ${name("equipment", "apprentice")}` : "",
    master ? name("piece", "master") : "",
  ]
    .filter(Boolean)
    .join(", ");
  const label = `${players[seat]}: ${people} · ${name("place", area)}`;
  const box = { x, y, width: wide, height: 28 * scale };
  return selectableBox(
    ctx,
    { key: `group-${seat}-${area}` },
    groupTarget(ctx, seat, area),
    label,
    box,
    <>
      {master
        ? person(ctx, seat, x + (apprentices ? 16 * scale : 0), y - 2 * scale, scale, {
            master: true,
            key: `master-${seat}`,
          })
        : null}
      {apprentices
        ? person(ctx, seat, x, y, scale, { count: apprentices, key: `apprentices-${seat}-${area}-${apprentices}` })
        : null}
    </>,
    5,
  );
}

/** Draw all groups of an area in a row, scaled to fit. The arrow shows who is first. */
function groups(ctx: Context, area: Area, box: Box) {
  const list = ordered(ctx, area);
  if (!list.length) return null;
  const natural = list.reduce((sum, each) => sum + (each.apprentices && each.master ? 40 : 24), 10);
  const scale = Math.min(box.height / 31, 1.45, (box.width - 4) / natural);
  const top = box.y + (box.height - 28 * scale) / 2;
  let x = box.x + 4 + 10 * scale;
  const row = list.map((each) => {
    const drawn = group(ctx, each, area.area, x, top, scale);
    x += (each.apprentices && each.master ? 40 : 24) * scale;
    return drawn;
  });
  return (
    <>
      <path
        d={`M${box.x + 4} ${top + 10 * scale}l${7 * scale} ${5 * scale}l${-7 * scale} ${5 * scale}z`}
        fill={TONE.gold}
        stroke={INK}
        stroke-width="1"
      />
      {row}
    </>
  );
}

/** Draw the prices of an area's actions; the next price is larger. */
function costTrack(ctx: Context, { x, y, width }: Box) {
  const price = ctx.game.resolving?.price;
  if (price === undefined) return null;
  const { prices } = ctx.constants;
  return prices.map((each, index) => {
    const isNext = each === price;
    return coin(ctx, x + width - 13 - (prices.length - 1 - index) * 21, y + 13, isNext ? 11.5 : 8, each, {
      faded: !isNext,
    });
  });
}

type AboutArea = Constants["areas"][number];

/** Draw what an area offers, with its number. */
function offer(ctx: Context, about: AboutArea, x: number, y: number, size: number) {
  const { game, kinds } = ctx;
  const sold = kinds.find((kind) => kind === about.sells);
  if (sold) return iconWithCount(ctx, "component", sold, x, y, size, game.stock[sold]);
  if (about.area === "workshop") return iconWithCount(ctx, "equipment", "robot", x, y, size, game.robots_left);
  if (about.area === "council") return iconWithCount(ctx, "equipment", "florin", x, y, size, game.council_florins);
  return null;
}

const houseOf = (area: AreaName, box: Box) =>
  Math.min(box.width * 0.36, box.height * (area === "council" ? 0.36 : 0.44), 66);

/** Whether the name of an area fits beside its building. */
export function isNameBeside({ wide, name }: Context, area: AreaName, box: Box) {
  const words = name("place", area);
  return fitting(wide, words, { ...NAME, width: box.width - houseOf(area, box) - NAME_GAP }).lines[0] === words;
}

/** Draw an area with its building, name and people.  @param isBeside whether the name is beside the building, or below */
export function plot(ctx: Context, area: Area, box: Box, isBeside: boolean) {
  const isOpen = ctx.game.resolving?.area === area.area;
  const isCouncil = area.area === "council";
  const house = houseOf(area.area, box);
  const floor = isCouncil ? floorBeside(box, house) : floorBelow(box, house + (isBeside ? 0 : NAME.size));
  const name = ctx.name("place", area.area);
  return (
    <g key={`area-${area.area}`} data-path={`areas/${ctx.game.areas.indexOf(area)}`}>
      {selectableBox(
        ctx,
        {},
        areaTarget(ctx, area.area),
        name,
        box,
        building(ctx, area.area, box, floor, isBeside || isCouncil),
        10,
      )}
      {isOpen && !isCouncil ? at(0, floor.y - box.y - 7, costTrack(ctx, box)) : null}
      {isOpen ? icon(ctx, "equipment", "mayor", box.x - 8, box.y - 8, 30) : null}
      {area.area === "market" ? stalls(ctx, box, house) : null}
      {groups(ctx, area, floor)}
    </g>
  );
}

/** Return the room for people below the building of an area. */
const floorBelow = (box: Box, house: number): Box => ({
  x: box.x + 6,
  y: box.y + house + 14,
  width: box.width - 12,
  height: box.height - house - 20,
});

/** Return the room for people beside the building of the Council, whose spaces are below. */
const floorBeside = (box: Box, house: number): Box => ({
  x: box.x + house + 62,
  y: box.y + 34,
  width: box.width - house - 70,
  height: box.height * 0.56 - 37,
});

/** Draw the building of an area with its letter, name and offer. */
function building(ctx: Context, area: AreaName, box: Box, floor: Box, isBeside: boolean) {
  const house = houseOf(area, box);
  const about = ctx.constants.areas.find((each) => each.area === area);
  const isOpen = ctx.game.resolving?.area === area;
  const left = box.x + house + 9;
  return (
    <>
      {frame(box, { fill: TONE.plot, line: "none", round: 10 })}
      {banner(ctx, area, box)}
      {frame(box, { fill: "none", line: isOpen ? TONE.gold : TONE.line, thick: isOpen ? 4.5 : 1.5, round: 10 })}
      {pavement(floor)}
      {icon(ctx, "place", area, box.x + 5, box.y + 8, house)}
      <path d={`M${box.x + box.width - 25} ${box.y}v8a9 9 0 0 0 18 0v-8z`} fill={TONE.street} stroke={TONE.line} />
      {about &&
        text(ctx, box.x + box.width - 16, box.y + 12, about.letter, { size: 12.5, anchor: "middle", weight: 700 })}
      {title(ctx, area, box, isBeside)}
      {about && offer(ctx, about, left, box.y + (isBeside ? 34 : 18), Math.min(26, house * 0.5))}
    </>
  );
}

/** Write the name of an area beside its building or below. */
function title(ctx: Context, area: AreaName, box: Box, isBeside: boolean) {
  const [name, house] = [ctx.name("place", area), houseOf(area, box)];
  if (!isBeside) return text(ctx, box.x + 5, box.y + house + 21, name, { ...NAME, width: box.width - 10 });
  return text(ctx, box.x + house + 9, box.y + 29, name, { ...NAME, width: box.width - house - NAME_GAP });
}

/** Draw a band in the colour of an area along its upper edge. */
function banner({ appearanceOf }: Context, area: AreaName, { x, y, width }: Box) {
  const { colour, pattern } = appearanceOf("place", area);
  const band = `M${x} ${y + 9}q0 -9 10 -9h${width - 20}q10 0 10 9v-1h${-width}z`;
  return (
    <>
      <path d={band} fill={colour} />
      <path d={band} fill={patternOf(pattern)} />
    </>
  );
}

/** Draw the ground under the people of an area. */
function pavement({ x, y, width, height }: Box) {
  const [first, second] = [y + height * 0.36, y + height * 0.68];
  const joints = [0.2, 0.45, 0.7]
    .map((part) => {
      const [outer, inner] = [x + width * part, x + width * (part + 0.12)];
      return `M${outer} ${y + 3}V${first}M${inner} ${first}V${second}M${outer} ${second}V${y + height - 3}`;
    })
    .join("");
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="6" fill={TONE.street} />
      <path
        d={`M${x + 4} ${y + height * 0.36}h${width - 8}M${x + 4} ${y + height * 0.68}h${width - 8}${joints}`}
        stroke={TONE.ground}
        stroke-width="1.2"
        fill="none"
      />
    </>
  );
}

/** Draw the components on the market. */
function stalls(ctx: Context, box: Box, house: number) {
  const { market } = ctx.game;
  if (!market) return null;
  const kinds = ctx.kinds.filter((kind) => market[kind]);
  const wide = Math.min(22, (box.width - house - 14) / 3 - 2);
  return kinds.map((kind, index) => {
    const stall = {
      x: box.x + house + 8 + (index % 3) * (wide + 2),
      y: box.y + 33 + Math.floor(index / 3) * (wide * 1.25 + 2),
      width: wide,
      height: wide * 1.25,
    };
    return selectableBox(
      ctx,
      { key: `market-${kind}` },
      marketTarget(ctx, kind),
      `${market[kind]} × ${ctx.name("component", kind)}`,
      stall,
      wide < LEAST_CARD
        ? icon(ctx, "component", kind, stall.x, stall.y, wide)
        : componentCard(ctx, kind, stall, market[kind] > 1 ? market[kind] : null),
      4,
    );
  });
}
