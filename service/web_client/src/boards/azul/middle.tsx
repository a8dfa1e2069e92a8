/** The factories and the centre of the table, with their tiles. */

import { polar, translate } from "../../kit/geometry";
import { equalTiles, tileOutline } from "./outlines";
import { GOLD, INK, IVORY, piece, STONE, starPoints } from "./pieces";
import { centreSpots, discAt, factorySpots } from "./tiles";
import type { Context, Ring, Source, Spot } from "./types";

/** Draw the factories and the centre, without tiles. */
export function ringDrawing(ctx: Context) {
  const { game, places, name } = ctx;
  const { ring } = places;
  if (!ring) return null;
  const { token } = centreSpots(ctx);
  return (
    <g role="img" aria-label={name("source", "centre")} data-path="factories">
      <circle
        cx={ring.x}
        cy={ring.y}
        r={ring.radius}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-dasharray="2 7"
        stroke-linecap="round"
        opacity=".4"
      />
      <circle cx={ring.x} cy={ring.y} r={ring.middle} fill="currentColor" opacity=".07" data-path="centre" />
      <polygon
        points={starPoints(ring.middle * 0.96)}
        transform={translate(ring.x, ring.y)}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        opacity=".18"
      />
      {game.factories.map(({ source, tiles }, index) =>
        disc(ctx, ring, source, index, Object.keys(tiles).length === 0),
      )}
      {token && piece("token", { x: token.x, y: token.y, scale: token.size / 27 })}
    </g>
  );
}

function disc({ game, appearanceOf, name }: Context, ring: Ring, source: Source, index: number, isEmpty: boolean) {
  const { x, y } = discAt(ring, index, game.factories.length);
  const fill = appearanceOf("source", source).colour ?? "#3d6ea5";
  const dots = Array.from({ length: 16 }, (_, nth) => polar(ring.disc * 0.865, nth * 22.5, { x, y }));
  return (
    <g opacity={isEmpty ? 0.35 : 1} data-path={`factories/${index}`}>
      <title>{name("source", source)}</title>
      <circle cx={x} cy={y} r={ring.disc} fill={INK} />
      <circle cx={x} cy={y} r={ring.disc - 2} fill={fill} />
      {dots.map((each) => (
        <circle cx={each.x} cy={each.y} r={ring.disc * 0.035} fill={IVORY} opacity=".85" />
      ))}
      <circle cx={x} cy={y} r={ring.disc * 0.78} fill={IVORY} stroke={GOLD} stroke-width="1.5" />
      <polygon points={starPoints(ring.disc * 0.7)} transform={translate(x, y)} fill={STONE} />
    </g>
  );
}

/** Draw the selectable tiles of the factories and the centre. All tiles of a colour have one target. */
export function selectableSources(ctx: Context) {
  const { ring } = ctx.places;
  if (!ring) return [];
  const factories = ctx.game.factories.flatMap(({ source }, index) =>
    selectableGroups(ctx, source, factorySpots(ctx, index), ring.disc * 0.4),
  );
  return [...factories, ...selectableGroups(ctx, "centre", centreSpots(ctx).tiles)];
}

/** Draw the tiles of each colour in a source.  @param reach radius around a tile that the pointer hits */
function selectableGroups(ctx: Context, source: Source, spots: Spot[], reach?: number) {
  const { stateOf, name } = ctx;
  return [...new Set(spots.map(({ colour }) => colour))].map((colour) => {
    const mine = spots.filter((spot) => spot.colour === colour);
    const target = { source, colour };
    const label = `${name("source", source)}: ${mine.length} × ${name("colour", colour)}`;
    return equalTiles(ctx, target, label, mine, (spot) => (
      <>
        <circle class="hit" cx={spot.x} cy={spot.y} r={reach ?? spot.size * 0.9} fill="transparent" />
        {tileOutline(stateOf(target), spot)}
      </>
    ));
  });
}
