/** The side of a player: the board with its stars and decorations, the corners, and the hand. */

import { enlargeable } from "../../kit/enlargeable";
import { formatPoints, middleOf, polar } from "../../kit/geometry";
import { fit, measure } from "../../kit/lettering";
import { isLight, letterOn, seatAppearance } from "../../kit/palette";
import { handTray } from "./hand";
import { BOARD } from "./layout";
import { drawnTile, GOLD, INK, IVORY, LOZENGE, piece, STONE, starPoints } from "./pieces";
import { cornerPlace, spacePlace } from "./tiles";
import type { Context, Decoration, Place, SeatPlace, Space, Star, Tiles } from "./types";

/** Describe a number of tiles in words. */
export const describeTiles = ({ name, colours }: Context, tiles: Tiles) =>
  colours
    .filter((colour) => tiles[colour])
    .map((colour) => `${tiles[colour]} × ${name("colour", colour)}`)
    .join(", ") || "0";

/** Return the stars of the board side in use. */
export const starsInUse = ({ game, constants }: Context) =>
  constants.sides.find(({ side }) => side === game.side)?.stars ?? [];

/** Return the colour of a player's pieces. */
export const colourOf = (ctx: Context, seat: number) => seatAppearance(ctx, seat).colour ?? STONE;

/** Draw everything on a side except the tiles. */
export function side(ctx: Context, place: SeatPlace) {
  const { name, players, game } = ctx;
  const { seat } = place;
  const { score, hand } = game.seats[seat];
  const label = `${players[seat]}: ${score}. ${name("equipment", "hand")}: ${describeTiles(ctx, hand)}`;
  return (
    <g role="img" aria-label={label}>
      {header(ctx, place)}
      {board(ctx, place)}
      {handTray(ctx, place)}
    </g>
  );
}

/** Mark the side of another player for the page to enlarge. */
export function enlargeableSide({ players }: Context, { seat, x, y, width, board, hand }: SeatPlace) {
  const bottom = Math.max(board.y + (board.unit * BOARD) / 2, hand.y + (6 / hand.across) * hand.height);
  return enlargeable(players[seat], { x, y, width, height: bottom - y });
}

function header(ctx: Context, { seat, x, y, width, header, own }: SeatPlace) {
  const { players, game, view } = ctx;
  const { score, passed } = game.seats[seat];
  const size = header * (own || width < 200 ? 0.54 : 0.6);
  const middle = y + header / 2;
  const name = players[seat] ?? "";
  const signs = [...(game.token === seat ? ["token"] : []), ...(passed ? ["pass"] : [])];
  const room = { width: width - header * (2.78 + 0.85 * signs.length), size, least: size * 0.75 };
  const shown = fit(name, room, measure({ weight: 600 }));
  return (
    <g fill="currentColor" font-size={size} font-weight="600" data-path={`seats/${seat}/score`}>
      {view.to_act.includes(seat) && (
        <path d={`M${x} ${y + header - 3}H${x + width}`} stroke={GOLD} stroke-width="4" stroke-linecap="round" />
      )}
      {marker(colourOf(ctx, seat), x + header * 0.4, middle, header / 70)}
      <text x={x + header * 0.88} y={middle + size * 0.34} font-size={shown.size}>
        {shown.lines}
      </text>
      <text x={x + width - 6} y={middle + size * 0.42} text-anchor="end" font-size={size * 1.25} font-weight="800">
        {score}
      </text>
      {signs.map((sign, index) =>
        piece(sign, { x: x + width - header * (1.8 + index * 0.85), y: middle - 1, scale: header / 92 }),
      )}
    </g>
  );
}

/** Draw a score marker. */
export const marker = (colour: string, x: number, y: number, scale: number) => (
  <g transform={`translate(${x} ${y}) scale(${scale})`} stroke-linejoin="round">
    <path d={DROP} stroke="currentColor" stroke-width="8" />
    <path d={DROP} fill={colour} stroke={isLight(colour) ? INK : IVORY} stroke-width="4" />
  </g>
);
const DROP = "M0-24 20 6Q24 22 0 24-24 22-20 6Z";

function board(ctx: Context, place: SeatPlace) {
  const { x, y, unit } = place.board;
  const half = (BOARD / 2) * unit - 2;
  return (
    <g data-path={`seats/${place.seat}/board`} data-scene={`seat-${place.seat}`}>
      <rect
        x={x - half}
        y={y - half}
        width={2 * half}
        height={2 * half}
        rx={unit * 0.12}
        fill="var(--board)"
        stroke={INK}
        stroke-width="3"
      />
      <rect
        x={x - half + 5}
        y={y - half + 5}
        width={2 * half - 10}
        height={2 * half - 10}
        rx={unit * 0.09}
        fill="none"
        stroke={colourOf(ctx, place.seat)}
        stroke-width={unit * 0.045}
      />
      <circle cx={x} cy={y} r={unit * 1.69} fill="#c8d8e6" stroke={INK} stroke-width="1.5" />
      <circle cx={x} cy={y} r={unit * 1.645} fill="none" stroke={IVORY} stroke-width={unit * 0.03} />
      {[0, 1, 2, 3, 4, 5].map((index) => ornament(polar(unit * 1.42, 60 * index, place.board), unit))}
      {[0, 1, 2, 3].map((index) => corner(place, index))}
      {ctx.constants.decorations.map((each) => decoration(ctx, place, each))}
      {ctx.constants.spaces.filter((space) => !tileAt(ctx, place, space)).map((space) => emptySpace(ctx, place, space))}
    </g>
  );
}

/** Draw a small star between two outer stars. */
const ornament = ({ x, y }: { x: number; y: number }, unit: number) => (
  <g transform={`translate(${x.toFixed(2)} ${y.toFixed(2)})`} fill="none" stroke="#7f9fbf" stroke-width={unit * 0.012}>
    <circle r={unit * 0.13} />
    <polygon points={starPoints(unit * 0.12)} fill={IVORY} />
  </g>
);

/** Draw a place for a tile that is kept for the next round. */
function corner({ board }: SeatPlace, index: number) {
  const { x, y, turn } = cornerPlace(board, index);
  const scale = (board.unit * 0.5) / Math.sqrt(3) / 50;
  return (
    <path
      d={LOZENGE}
      transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}
      fill="var(--board-place)"
      stroke="var(--board-edge)"
      stroke-width="3"
      stroke-dasharray="7 5"
    />
  );
}

function decoration(
  { game, name }: Context,
  { seat, board }: SeatPlace,
  { decoration, kind, tiles, spaces, polygon }: Decoration,
) {
  const { x, y, unit } = board;
  const covered = new Set(game.seats[seat].board.map(({ star, slot }) => `${star}-${slot}`));
  const isDone = spaces.every(({ star, slot }) => covered.has(`${star}-${slot}`));
  const outline = polygon.map((point) => ({ x: x + point.x * unit, y: y + point.y * unit }));
  const middle = middleOf(outline);
  const pips = Array.from({ length: tiles }, (_, index) => middle.x + (index - (tiles - 1) / 2) * unit * 0.062);
  return (
    <g opacity={isDone ? 1 : 0.92}>
      <title>{`${name("decoration", decoration)}: ${tiles}`}</title>
      <polygon
        points={formatPoints(outline)}
        fill={isDone ? "#f0bd4b" : "#9fb9cf"}
        stroke={INK}
        stroke-width={Math.max(0.8, unit * 0.009)}
        stroke-linejoin="round"
      />
      {piece(kind, { x: middle.x, y: middle.y - unit * 0.035, scale: unit / 245 })}
      {pips.map((pip) => (
        <circle
          cx={pip}
          cy={middle.y + unit * 0.105}
          r={unit * 0.023}
          fill={isDone ? INK : IVORY}
          stroke={INK}
          stroke-width={unit * 0.008}
        />
      ))}
    </g>
  );
}

/** Return the tile on a space, if any. */
export const tileAt = ({ game }: Context, { seat }: SeatPlace, { star, slot }: Place) =>
  game.seats[seat].board.find((each) => each.star === star && each.slot === slot);

/** Whether a tile lies on a space of a seat that is not paid yet. */
const isToPay = ({ game: { payment }, view }: Context, seat: number, { star, slot }: Place) =>
  view.to_act.includes(seat) && payment?.star === star && payment.slot === slot;

/** Draw a space without a tile: its cost, and its colour if it accepts only one. */
function emptySpace(ctx: Context, { board, seat }: SeatPlace, space: Space) {
  const { appearanceOf } = ctx;
  const isPaid = isToPay(ctx, seat, space);
  const star = starsInUse(ctx).find((each) => each.star === space.star);
  const [middle, { unit }] = [spacePlace(board, space), board];
  const [x, y] = [between(middle.x, board.x + space.label.x * unit), between(middle.y, board.y + space.label.y * unit)];
  const ink = star?.colour && appearanceOf("colour", star.colour).colour;
  return (
    <g>
      <path
        d={LOZENGE}
        transform={`translate(${middle.x.toFixed(2)} ${middle.y.toFixed(2)}) rotate(${middle.turn}) scale(${middle.size / 50})`}
        fill={star?.colour ? "#fffaf0" : "#efe7d6"}
        stroke={INK}
        stroke-width="2.5"
        stroke-linejoin="round"
      />
      {star?.colour && drawnTile(star.colour, { ...middle, size: middle.size * 0.96, opacity: 0.4 })}
      {isPaid ? null : (
        <>
          <circle cx={x} cy={y} r={unit * 0.094} fill="#fffaf0" stroke={ink ?? "#8c7f66"} stroke-width={unit * 0.012} />
          <text
            x={x}
            y={y + unit * 0.054}
            font-size={unit * 0.152}
            font-weight="700"
            text-anchor="middle"
            fill="#2b2118"
          >
            {star?.costs[space.slot]}
          </text>
        </>
      )}
    </g>
  );
}

/** Draw the tile that a player has chosen to place, on the board of that player, until it is paid. */
export function tileToPay({ game, view, constants, places }: Context) {
  const { payment } = game;
  const place = places.seats.find(({ seat }) => view.to_act.includes(seat));
  const space = constants.spaces.find(({ star, slot }) => star === payment?.star && slot === payment.slot);
  return payment && place && space
    ? drawnTile(payment.colour, { ...spacePlace(place.board, space), opacity: 0.85 })
    : null;
}

/** Return a point 40 % of the way from the middle of a space to its label, where a large number fits. */
const between = (middle: number, label: number) => middle + (label - middle) * 0.4;

/** Draw the knobs in the middle of the stars, above the tiles. */
export const knobs = (ctx: Context, place: SeatPlace) => starsInUse(ctx).map((star) => knob(ctx, place, star));

/** Draw the knob of a star, with its colour and letter if it has one. */
function knob(
  { appearanceOf, constants }: Context,
  { seat, board: { x, y, unit } }: SeatPlace,
  { star, colour }: Star,
) {
  const centre = constants.spaces.find((space) => space.star === star)?.polygon[0] ?? { x: 0, y: 0 };
  const { colour: fill = "#d9cfb8", letter = "" } = colour ? appearanceOf("colour", colour) : {};
  const [cx, cy] = [x + centre.x * unit, y + centre.y * unit];
  return (
    <g data-scene={`star-${seat}-${star}`}>
      <circle cx={cx} cy={cy} r={unit * 0.55} fill="none" />
      <circle cx={cx} cy={cy} r={unit * 0.075} fill={fill} stroke={IVORY} stroke-width={unit * 0.018} />
      <text
        x={cx}
        y={cy + unit * 0.036}
        font-size={unit * 0.1}
        font-weight="700"
        text-anchor="middle"
        fill={letterOn(fill)}
      >
        {letter}
      </text>
    </g>
  );
}
