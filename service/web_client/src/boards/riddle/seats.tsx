/** The side of a player: zones with cards, Keys, and cards in play. */

import { icon } from "../../kit/drawing";
import { gridPlace, sizeOf, translate } from "../../kit/geometry";
import { back, face, GOLD, outline, place } from "./cards";
import type { Context, Deck, Player, Zone } from "./context";
import { cardName, operationOf } from "./context";
import { bands, pattern } from "./lines";
import { ownZoneTarget, zoneTarget } from "./targets";

const isOwn = (ctx: Context, player: Player) => player.seat === ctx.seat;

/** Draw the zones of a seat, centred on the origin. */
export function zones(ctx: Context, player: Player, unit: number) {
  const used = ctx.constants.zones.filter((each) => ctx.mode.zones.includes(each.zone));
  return (
    <g data-path={`seats/${player.seat}/zones`}>
      {bands(ctx, player, unit)}
      {used.map((each) => zone(ctx, player, each, unit))}
    </g>
  );
}

function zone(ctx: Context, player: Player, shape: Zone, unit: number) {
  const [corner] = shape.polygon;
  const { width, height } = sizeOf(shape.polygon, unit);
  const card = player.zones.find((each) => each.zone === shape.zone)?.card;
  const target = isOwn(ctx, player) ? ownZoneTarget(ctx, shape.zone) : zoneTarget(ctx, player.seat, shape.zone);
  const frame = { shade: 0.06, line: Math.max(0.8, unit * 0.012), dashes: `${unit * 0.05} ${unit * 0.04}` };
  const drawn = (
    <>
      {place(width, height, frame)}
      {card ? <g key={`card-${card}`}>{face(ctx, card, width, height)}</g> : null}
      {prohibition(ctx, player.seat, shape.zone, width)}
      {outline(ctx.stateOf(target), width, height)}
    </>
  );
  const at = translate(corner.x * unit, corner.y * unit);
  const label = [ctx.players[player.seat], ctx.name("zone", shape.zone), card && cardName(ctx, card)]
    .filter(Boolean)
    .join(", ");
  const path = `seats/${player.seat}/zones/${player.zones.findIndex((each) => each.zone === shape.zone)}`;
  const props = { key: `zone-${player.seat}-${shape.zone}`, transform: at, "data-path": path };
  return ctx.selectable(props, target, label, drawn);
}

/** Mark a zone that a lasting card affects. */
function prohibition(ctx: Context, seat: number, zone: number, width: number) {
  const lasting = ctx.game.seats.flatMap((each) => each.in_play ?? []);
  const found = lasting.find((each) => each.target_seat === seat && each.zone === zone);
  const operation = found && operationOf(ctx, found.card);
  const size = Math.max(width * 0.42, 14);
  return operation ? icon(ctx, "operation", operation, width - size * 0.8, -size * 0.2, size) : null;
}

/** Draw the Keys of a seat in rows, missing ones faint. The viewing seat's missing Keys are selectable. */
export const keys = (ctx: Context, player: Player, columns: number, size: number, gap: number) => (
  <g data-path={`seats/${player.seat}/keys`}>
    {ctx.constants.symbols.map(({ id }, index) => {
      const { column, row } = gridPlace(index, columns);
      return placedKey(ctx, player, id, size, translate(column * (size + gap), row * (size + gap)));
    })}
  </g>
);

function placedKey(ctx: Context, player: Player, id: string, size: number, transform: string) {
  const [key, isWon] = [`key-${player.seat}-${id}`, hasKey(player, id)];
  const drawn = keyDrawing(ctx, player, id, size);
  const label = `${ctx.players[player.seat]}, ${ctx.name("symbol", id)}: ${Number(isWon)} × ${ctx.name("equipment", "key")}`;
  if (!isOwn(ctx, player) || isWon)
    return (
      <g key={key} transform={transform} {...(isWon ? { role: "img", "aria-label": label } : {})}>
        {drawn}
      </g>
    );
  return ctx.selectable(
    { key, transform },
    { symbol: id },
    label,
    <>
      {drawn}
      {outline(ctx.stateOf({ symbol: id }), size, size)}
    </>,
  );
}

const hasKey = (player: Player, symbol: string) => player.keys.some((key) => key === symbol);

function keyDrawing(ctx: Context, player: Player, symbol: string, size: number) {
  const shine = ctx.stateOf({ symbol }) && player.seat === ctx.seat ? 0.95 : 0.42;
  if (!hasKey(player, symbol))
    return (
      <>
        <rect width={size} height={size} rx={size * 0.24} fill="currentColor" fill-opacity="0.07" />
        {icon(ctx, "symbol", symbol, size * 0.14, size * 0.14, size * 0.72, shine)}
      </>
    );
  return (
    <>
      <rect x="-1" y="-1" width={size + 2} height={size + 2} rx={size * 0.26} fill={GOLD} />
      {icon(ctx, "symbol", symbol, size * 0.06, size * 0.06, size * 0.88)}
    </>
  );
}

/** Write the number of Keys of a seat and the number that it needs, ending at the origin. */
export function tally(ctx: Context, player: Player, size: number) {
  return (
    <>
      {icon(ctx, "equipment", "key", -size * 2.75, -size * 0.8, size)}
      <text y="0" font-size={size * 0.9} font-weight="700" text-anchor="end" fill="currentColor">
        {player.keys.length}
        <tspan font-weight="400" fill-opacity="0.75">
          /{ctx.mode.goal}
        </tspan>
      </text>
    </>
  );
}

/** Draw the free Key while it can still be won, with the progress towards it. */
export function freeKey(ctx: Context, player: Player, size: number) {
  if (player.free_key_used) return null;
  const near = pattern(ctx, player);
  if (!near || near.count < near.of - 2) return icon(ctx, "score_item", "free key", 0, 0, size);
  return (
    <>
      {icon(ctx, "score_item", "free key", 0, 0, size)}
      {icon(ctx, "symbol", near.symbol, size * 1.15, 0, size)}
      <text x={size * 2.3} y={size * 0.76} font-size={size * 0.72} font-weight="600" fill="currentColor">
        {near.count}
        <tspan font-weight="400" fill-opacity="0.75">
          /{near.of}
        </tspan>
      </text>
    </>
  );
}

/** Draw the action cards in front of a seat, from right to left. */
export function inPlay(ctx: Context, player: Player, height: number) {
  const width = height * 0.8;
  return (player.in_play ?? []).map((each, index) => {
    const at = `translate(${-(index + 1) * (width + 4)} 0)`;
    return (
      <g
        key={`card-${each.card}`}
        transform={at}
        role="img"
        aria-label={`${cardName(ctx, each.card)}, ${ctx.name("duration", each.until)}`}
      >
        {face(ctx, each.card, width, height)}
      </g>
    );
  });
}

/** Draw the number of cards in a hand, on a card face down for each deck. */
export function handSize(ctx: Context, player: Player, height: number) {
  const width = height * 0.78;
  const held: { deck: Deck; number: number }[] = [{ deck: "main", number: player.main_in_hand }];
  if (player.additional_in_hand || ctx.mode.mode !== "base")
    held.push({ deck: "additional", number: player.additional_in_hand });
  return held.map(({ deck, number }, index) => (
    <g transform={`translate(${index * (width + 4)} 0)`} data-path={`seats/${player.seat}/${deck}_in_hand`}>
      {back(deck, width, height)}
      <circle cx={width / 2} cy={height / 2} r={width * 0.4} fill="#22262f" fill-opacity="0.82" />
      <text x={width / 2} y={height * 0.66} font-size={height * 0.5} font-weight="700" text-anchor="middle" fill="#fff">
        {number}
      </text>
    </g>
  ));
}

/** Draw the background of a player's side, outlined while the player is active. */
export function ground(ctx: Context, player: Player, width: number, height: number) {
  const isActive = player.seat === ctx.game.active;
  return (
    <rect
      data-scene={`seat-${player.seat}`}
      width={width}
      height={height}
      rx="14"
      fill="#9a7443"
      fill-opacity="0.17"
      stroke={isActive ? GOLD : "currentColor"}
      stroke-opacity={isActive ? 1 : 0.16}
      stroke-width={isActive ? 3 : 1}
    />
  );
}
