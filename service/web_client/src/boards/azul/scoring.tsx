/** The scoring board: rounds, bag, tower, supply and score track. */

import { badge, equalTiles, tileOutline } from "./outlines";
import { drawnTile, GOLD, IVORY, LOZENGE, piece } from "./pieces";
import { colourOf, describeTiles, marker } from "./sides";
import { supplyPlace, supplySpots } from "./tiles";
import type { Context } from "./types";

/** Draw the scoring board: rounds, bag, tower, supply and score track. */
export function panel(ctx: Context) {
  const {
    name,
    game,
    constants,
    places: {
      panel: { boxes, supply },
    },
  } = ctx;
  const spaces = Array.from({ length: constants.supply_spaces }, (_, index) =>
    supplyPlace(supply, index, constants.supply_spaces),
  );
  const label = `${name("equipment", "round_track")}: ${game.round}. ${name("equipment", "wild")}: ${name("colour", game.wild)}. ${name("equipment", "supply")}: ${describeTiles(ctx, game.supply)}`;
  return (
    <g role="img" aria-label={label}>
      {boxes.map((box) => (
        <rect {...box} rx="14" fill="currentColor" opacity=".07" />
      ))}
      {rounds(ctx)}
      {store(ctx, "bag", game.bag_total, 0)}
      {store(ctx, "tower", game.tower_total, 1)}
      <g data-path="supply">
        {spaces.map(({ x, y }) => (
          <path
            d={LOZENGE}
            transform={`translate(${x} ${y}) scale(.52)`}
            fill="currentColor"
            fill-opacity=".06"
            stroke="currentColor"
            stroke-opacity=".35"
            stroke-width="2.5"
          />
        ))}
      </g>
      {scoreTrack(ctx)}
    </g>
  );
}

/** Draw the wild colours of all rounds; the current one is large. */
function rounds({
  game,
  colours,
  places: {
    panel: {
      rounds: { x, y, across, down },
    },
  },
}: Context) {
  const now = colours.indexOf(game.wild);
  const placeOf = (index: number) => ({ x: x + index * across, y: y + index * down });
  const [{ x: nowX, y: nowY }, end] = [placeOf(now), placeOf(colours.length - 1)];
  return (
    <g data-path="round">
      <path d={`M${x} ${y}L${end.x} ${end.y}`} stroke="currentColor" stroke-width="2" opacity=".3" />
      <circle cx={nowX} cy={nowY} r="29" fill={GOLD} />
      <circle cx={nowX} cy={nowY} r="26" fill={IVORY} />
      {colours.map((colour, index) =>
        drawnTile(colour, {
          ...placeOf(index),
          turn: down ? 90 : 0,
          size: index === now ? 24 : 16,
          opacity: index < now ? 0.35 : 1,
        }),
      )}
    </g>
  );
}

function store(ctx: Context, id: "bag" | "tower", count: number, index: number) {
  const { places, name, game } = ctx;
  const { x, y } = places.panel.stores[index];
  return (
    <g>
      <title>{`${name("equipment", id)}: ${describeTiles(ctx, game[id])}`}</title>
      {piece(id, { x, y, scale: 0.68 })}
      <text x={x + 18} y={y + 8} font-size={18} font-weight="700" fill="currentColor">
        {count}
      </text>
    </g>
  );
}

function scoreTrack(ctx: Context) {
  const {
    game,
    constants,
    places: {
      panel: {
        track: { x, y, width },
      },
    },
  } = ctx;
  const spaceAt = (space: number) => x + ((space - 1) * width) / (constants.score_track - 1);
  const ticks = Array.from({ length: constants.score_track }, (_, index) => index + 1);
  return (
    <g>
      <path
        d={ticks
          .map((tick) => `M${spaceAt(tick).toFixed(1)} ${y - (tick % 10 ? 2 : 5)}V${y + (tick % 10 ? 2 : 5)}`)
          .join("")}
        stroke="currentColor"
        stroke-width="1.5"
        opacity=".5"
      />
      <path d={`M${x} ${y}h${width}`} stroke="currentColor" stroke-width="1.5" opacity=".35" />
      {spread(
        game.seats.map(({ seat, track_space }) => ({ seat, x: spaceAt(track_space) })),
        x + width,
      ).map((each) => marker(colourOf(ctx, each.seat), each.x, y - 14, 0.36))}
    </g>
  );
}

/** Width of a marker on the score track. */
const MARKER = 15;

/** Spread markers that would overlap. Their order stays, and none lies beyond the end. */
function spread(markers: { seat: number; x: number }[], end: number) {
  const inOrder = [...markers].sort((one, other) => one.x - other.x);
  let last = -Infinity;
  const moved = inOrder.map(({ seat, x }) => {
    last = Math.max(x, last + MARKER);
    return { seat, x: last };
  });
  return moved.map(({ seat, x }, index) => ({ seat, x: Math.min(x, end - (moved.length - 1 - index) * MARKER) }));
}

/** Draw the selectable tiles of the supply, which are taken one by one. */
export function selectableSupply(ctx: Context) {
  const { stateOf, name, game, colours } = ctx;
  const spots = supplySpots(ctx);
  return colours
    .filter((colour) => game.supply[colour])
    .map((colour) => {
      const target = { tiles: colour };
      const mine = spots.filter((spot) => spot.colour === colour);
      const label = `${name("equipment", "supply")}: ${mine.length} × ${name("colour", colour)}`;
      return equalTiles(ctx, target, label, mine, (spot, index) => (
        <>
          {tileOutline(stateOf(target), spot)}
          {index === mine.length - 1 && badge(ctx, target, { x: spot.x + 10, y: spot.y - 20 })}
        </>
      ));
    });
}
