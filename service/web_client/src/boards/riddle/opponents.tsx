/** The side of an opponent: header, zones, Keys, and known cards of the hand. */

import { icon } from "../../kit/drawing";
import { enlargeable } from "../../kit/enlargeable";
import { translate } from "../../kit/geometry";
import { face, GOLD, outline } from "./cards";
import type { Context, Player } from "./context";
import { cardName } from "./context";
import { ground, handSize, inPlay, keys, tally, zones } from "./seats";
import { seatTarget } from "./targets";
import { text } from "./texts";

/** The width below which the header takes two lines. */
const NARROW = 200;

/** Draw an opponent's side in a frame: header, zones, and the Keys where there is more room.     @param size of the text */
export function opponent(ctx: Context, player: Player, width: number, height: number, size: number) {
  const head = size * (width < NARROW ? 3.7 : 2.1);
  const known = knownOf(ctx, player).length ? size * 1.6 + 6 : 0;
  const isBroad = width > (height - head) * 1.25;
  const under = isBroad ? 0 : keyRows(width).height + known + 10;
  const unit = Math.min((height - head - under - 8) / 2.95, (isBroad ? width * 0.6 : width - 12) / 2.9);
  const middle = isBroad ? unit * 1.45 + 10 : width / 2;
  return (
    <g key={`seat-${player.seat}`}>
      {enlargeable(ctx.players[player.seat], { x: 0, y: 0, width, height })}
      {ground(ctx, player, width, height)}
      {headOf(ctx, player, width, size, head)}
      <g transform={translate(middle, head + 2 + (height - head - under - 4) / 2)}>{zones(ctx, player, unit)}</g>
      {isBroad
        ? keysBeside(ctx, player, unit * 2.9 + 24, head, width, height - known)
        : keysBelow(ctx, player, width, height)}
      <g transform={translate(isBroad ? unit * 2.9 + 30 : 10, isBroad ? height - known - 4 : height - under)}>
        {knownCards(ctx, player, size * 1.6, isBroad ? width - unit * 2.9 - 40 : width - 20)}
      </g>
    </g>
  );
}

function keyRows(width: number) {
  const size = Math.min((width - 16 - 5 * 4) / 6, 40);
  return { size, height: 2 * size + 4 };
}

function keysBelow(ctx: Context, player: Player, width: number, height: number) {
  const { size, height: rows } = keyRows(width);
  return <g transform={translate((width - 6 * size - 20) / 2, height - rows - 8)}>{keys(ctx, player, 6, size, 4)}</g>;
}

function keysBeside(ctx: Context, player: Player, left: number, head: number, width: number, height: number) {
  const [room, tall] = [width - left - 10, height - head - 12];
  const columns = room / tall > 1.1 ? 4 : 3;
  const size = Math.min((room - (columns - 1) * 5) / columns, (tall - 5 * (12 / columns - 1)) / (12 / columns), 46);
  const top = head + (tall - (size + 5) * (12 / columns)) / 2;
  return (
    <g transform={translate(left + (room - columns * (size + 5)) / 2, top)}>{keys(ctx, player, columns, size, 5)}</g>
  );
}

/** Draw an opponent's name, hand size and Keys: in one line, or in two if the frame is narrow. */
function headOf(ctx: Context, player: Player, width: number, size: number, head: number) {
  const target = seatTarget(ctx, player.seat);
  const isNarrow = width < NARROW;
  const line = isNarrow ? head / 2 : head;
  const hand = size * 1.5;
  const hands = ctx.mode.mode === "base" ? hand * 0.78 : hand * 1.56 + 4;
  const isNext = player.seat === (ctx.player.seat + 1) % ctx.game.seats.length && !ctx.game.redirecting;
  const lasting = (player.in_play ?? []).length * (hand * 0.8 + 4);
  const room = width - 18 - (isNext ? size : 0) - (isNarrow ? 0 : size * 4.2 + hands + lasting);
  const below = head - line;
  const drawn = (
    <>
      <rect width={width} height={head} rx="14" fill="transparent" />
      {isNext ? neighbourArrow(8, line * 0.5 - size * 0.5, size) : null}
      {text(ctx.players[player.seat], isNext ? 12 + size : 10, line * 0.5 + size * 0.36, size, room)}
      <g transform={translate(width - size * 0.7, below + line * 0.5 + size * 0.36)}>
        {tally(ctx, player, size * 1.05)}
      </g>
      <g transform={translate(isNarrow ? 10 : width - size * 4 - hands, below + (line - hand) / 2)}>
        {handSize(ctx, player, hand)}
      </g>
      <g transform={translate(isNarrow ? width - size * 4.1 : width - size * 4.2 - hands, below + (line - hand) / 2)}>
        {inPlay(ctx, player, hand)}
      </g>
      {outline(ctx.stateOf(target), width, head, 12)}
    </>
  );
  return ctx.selectable({ key: `head-${player.seat}` }, target, ctx.players[player.seat], drawn);
}

/** Draw the arrow at the left neighbour, who receives the replaced cards. */
function neighbourArrow(x: number, y: number, size: number) {
  const path = `M0 ${size * 0.15}H${size * 0.4}V${size * 0.85}M${size * 0.1} ${size * 0.55}L${size * 0.4} ${size * 0.88}L${size * 0.7} ${size * 0.55}`;
  return (
    <path
      d={path}
      transform={translate(x, y)}
      fill="none"
      stroke={GOLD}
      stroke-width={size * 0.17}
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  );
}
const knownOf = (ctx: Context, player: Player): string[] =>
  ctx.game.own?.known?.find((each) => each.seat === player.seat)?.cards ?? [];

/** Draw the cards of another hand that the viewing seat knows. */
function knownCards(ctx: Context, player: Player, height: number, room: number) {
  const known = knownOf(ctx, player);
  const width = height * 0.8;
  const sign = known.length ? icon(ctx, "equipment", "hand", 0, 0, height) : null;
  const cards = known.slice(0, Math.floor((room - height - 5) / (width + 3))).map((card, index) => (
    <g
      key={`card-${card}`}
      transform={`translate(${height + 5 + index * (width + 3)} 0)`}
      role="img"
      aria-label={cardName(ctx, card)}
    >
      {face(ctx, card, width, height)}
    </g>
  ));
  return (
    <>
      {sign}
      {cards}
    </>
  );
}
