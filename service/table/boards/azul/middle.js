/** The area between the players: the factories, and the scoring board with rounds, supply, bag and tower. */

import { drawnTile, GOLD, INK, IVORY, LOZENGE, piece, starPoints, STONE, tileOutline } from "./drawing.js";
import { badge, colourOf, describeTiles, marker } from "./sides.js";
import { at, centreSpots, discAt, factorySpots, supplyPlace, supplySpots } from "./tiles.js";

/** @typedef {import("./types").Context} Context @typedef {import("./types").Ring} Ring @typedef {import("./types").Spot} Spot */

/** Draw the factories and the centre, without tiles. @param {Context} ctx */
export function ringDrawing(ctx) {
  const { html, game, places, name } = ctx;
  const { ring } = places;
  if (!ring) return null;
  const token = centreSpots(ctx).find(({ colour }) => !colour);
  return html`<g role="img" aria-label=${name("source", "centre")}>
    <circle cx=${ring.x} cy=${ring.y} r=${ring.radius} fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="2 7" stroke-linecap="round" opacity=".4" />
    <circle cx=${ring.x} cy=${ring.y} r=${ring.middle} fill="currentColor" opacity=".07" />
    <polygon points=${starPoints(ring.middle * 0.96)} transform=${`translate(${ring.x} ${ring.y})`} fill="none" stroke="currentColor" stroke-width="1.5" opacity=".18" />
    ${game.factories.map(({ source, tiles }, index) => disc(ctx, ring, source, index, Object.keys(tiles).length === 0))}
    ${token && piece(html, "token", { x: token.x, y: token.y, scale: token.size / 27 })}
  </g>`;
}

/** @param {Context} ctx @param {Ring} ring @param {string} source @param {number} index @param {boolean} isEmpty */
function disc({ html, game, appearanceOf, name }, ring, source, index, isEmpty) {
  const { x, y } = discAt(ring, index, game.factories.length);
  const fill = appearanceOf("source", source)?.colour ?? "#3d6ea5";
  const dots = Array.from({ length: 16 }, (_, nth) => at(ring.disc * 0.865, nth * 22.5, { x, y }));
  return html`<g opacity=${isEmpty ? 0.35 : 1}><title>${name("source", source)}</title>
    <circle cx=${x} cy=${y} r=${ring.disc} fill=${INK} /><circle cx=${x} cy=${y} r=${ring.disc - 2} fill=${fill} />
    ${dots.map((each) => html`<circle cx=${each.x} cy=${each.y} r=${ring.disc * 0.035} fill=${IVORY} opacity=".85" />`)}
    <circle cx=${x} cy=${y} r=${ring.disc * 0.78} fill=${IVORY} stroke=${GOLD} stroke-width="1.5" />
    <polygon points=${starPoints(ring.disc * 0.7)} transform=${`translate(${x} ${y})`} fill=${STONE} />
  </g>`;
}

/** Draw the selectable tiles of the factories and the centre. All tiles of a colour have one target. @param {Context} ctx */
export function selectableSources(ctx) {
  const { game, places } = ctx;
  if (!places.ring) return [];
  const factories = game.factories.flatMap(({ source }, index) => selectableGroups(ctx, source, factorySpots(ctx, index), places.ring?.disc));
  return [...factories, ...selectableGroups(ctx, "centre", /** @type {Spot[]} */ (centreSpots(ctx).filter(({ colour }) => colour)))];
}

/** @param {Context} ctx @param {string} source @param {Spot[]} spots @param {number} [reach] */
function selectableGroups(ctx, source, spots, reach) {
  const { html, selectable, stateOf, name } = ctx;
  return [...new Set(spots.map(({ colour }) => colour))].map((colour) => {
    const mine = spots.filter((spot) => spot.colour === colour);
    const target = { source, colour };
    const label = `${name("source", source)}: ${mine.length} × ${name("colour", colour)}`;
    return mine.map((spot, index) => selectable({ isRepeated: index > 0 }, target, label, html`<g>
      <circle class="hit" cx=${spot.x} cy=${spot.y} r=${reach ? reach * 0.4 : spot.size * 0.9} fill="transparent" />
      ${tileOutline(html, stateOf(target), spot)}
    </g>`));
  });
}

/** Draw the scoring board: rounds, bag, tower, supply and score track. @param {Context} ctx */
export function panel(ctx) {
  const { html, name, game, constants, places: { panel: { boxes, supply } } } = ctx;
  const spaces = Array.from({ length: constants.supply_spaces }, (_, index) => supplyPlace(supply, index, constants.supply_spaces));
  const label = `${name("equipment", "round_track")}: ${game.round}. ${name("equipment", "wild")}: ${name("colour", game.wild)}. ${name("equipment", "supply")}: ${describeTiles(ctx, game.supply)}`;
  return html`<g role="img" aria-label=${label}>
    ${boxes.map((box) => html`<rect ...${box} rx="14" fill="currentColor" opacity=".07" />`)}
    ${rounds(ctx)}${store(ctx, "bag", game.bag_total, 0)}${store(ctx, "tower", game.tower_total, 1)}
    ${spaces.map(({ x, y }) => html`<path d=${LOZENGE} transform=${`translate(${x} ${y}) scale(.52)`} fill="currentColor" fill-opacity=".06" stroke="currentColor" stroke-opacity=".35" stroke-width="2.5" />`)}
    ${scoreTrack(ctx)}
  </g>`;
}

/** Draw the wild colours of all rounds; the current one is large. @param {Context} ctx */
function rounds({ html, game, colours, places: { panel: { rounds: { x, y, across, down } } } }) {
  const now = colours.indexOf(game.wild);
  const placeOf = (/** @type {number} */ index) => ({ x: x + index * across, y: y + index * down });
  const [{ x: nowX, y: nowY }, end] = [placeOf(now), placeOf(colours.length - 1)];
  return html`<g>
    <path d=${`M${x} ${y}L${end.x} ${end.y}`} stroke="currentColor" stroke-width="2" opacity=".3" />
    <circle cx=${nowX} cy=${nowY} r="29" fill=${GOLD} /><circle cx=${nowX} cy=${nowY} r="26" fill=${IVORY} />
    ${colours.map((colour, index) => drawnTile(html, colour, { ...placeOf(index), turn: down ? 90 : 0, size: index === now ? 24 : 16, opacity: index < now ? 0.35 : 1 }))}
  </g>`;
}

/** @param {Context} ctx @param {"bag" | "tower"} id @param {number} count @param {number} index */
function store(ctx, id, count, index) {
  const { html, places, name, game } = ctx;
  const { x, y } = places.panel.stores[index];
  return html`<g><title>${`${name("equipment", id)}: ${describeTiles(ctx, game[id])}`}</title>
    ${piece(html, id, { x, y, scale: 0.68 })}
    <text x=${x + 18} y=${y + 8} font-size="18" font-weight="700" fill="currentColor">${count}</text></g>`;
}

/** @param {Context} ctx */
function scoreTrack(ctx) {
  const { html, game, constants, places: { panel: { track: { x, y, width } } } } = ctx;
  const spaceAt = (/** @type {number} */ space) => x + ((space - 1) * width) / (constants.score_track - 1);
  const ticks = Array.from({ length: constants.score_track }, (_, index) => index + 1);
  return html`<g>
    <path d=${ticks.map((tick) => `M${spaceAt(tick).toFixed(1)} ${y - (tick % 10 ? 2 : 5)}V${y + (tick % 10 ? 2 : 5)}`).join("")} stroke="currentColor" stroke-width="1.5" opacity=".5" />
    <path d=${`M${x} ${y}h${width}`} stroke="currentColor" stroke-width="1.5" opacity=".35" />
    ${spread(game.seats.map(({ seat, track_space }) => ({ seat, x: spaceAt(track_space) })), x + width).map((each) => marker(html, colourOf(ctx, each.seat), each.x, y - 14, 0.36))}
  </g>`;
}

const MARKER = 15;

/** Spread markers that would overlap. Their order stays, and none lies beyond the end. @param {{seat: number, x: number}[]} markers @param {number} end */
function spread(markers, end) {
  const inOrder = [...markers].sort((one, other) => one.x - other.x);
  let least = -Infinity;
  const moved = inOrder.map(({ seat, x }) => ({ seat, x: (least = Math.max(x, least + MARKER)) }));
  return moved.map(({ seat, x }, index) => ({ seat, x: Math.min(x, end - (moved.length - 1 - index) * MARKER) }));
}

/** Draw the selectable tiles of the supply, which are taken one by one. @param {Context} ctx */
export function selectableSupply(ctx) {
  const { html, selectable, stateOf, name, game, colours } = ctx;
  const spots = supplySpots(ctx);
  return colours.filter((colour) => game.supply[colour]).map((colour) => {
    const target = { tiles: colour };
    const mine = spots.filter((spot) => spot.colour === colour);
    const label = `${name("equipment", "supply")}: ${mine.length} × ${name("colour", colour)}`;
    return mine.map((spot, index) => selectable({ isRepeated: index > 0 }, target, label, html`<g>
      ${tileOutline(html, stateOf(target), spot)}${index === mine.length - 1 && badge(ctx, target, spot.x + 10, spot.y - 20)}
    </g>`));
  });
}
