/** Pieces as SVG definitions, centred on the origin. A tile is 100 units high, a figure 64. */

import type { Appearance } from "../../kit/board";
import type { Point } from "../../kit/geometry";
import { formatPoints } from "../../kit/geometry";
import { isLight } from "../../kit/palette";
import type { Context } from "./types";

export const INK = "#22385c";
export const IVORY = "#f8f1e0";
export const GOLD = "#d9a23a";
export const STONE = "#e6dcc6";
const NO_COLOUR = "#777777";
const [WIDE, HIGH] = [50 / Math.sqrt(3), 50];
export const LOZENGE = `M0-${HIGH}L${WIDE} 0 0 ${HIGH}-${WIDE} 0Z`;

/** Return the points of a star with eight tips around the origin.  @param inner radius of the notches, relative to `radius` */
export const starPoints = (radius: number, inner = 0.72) =>
  formatPoints(
    Array.from({ length: 16 }, (_, index) => {
      const [angle, far] = [(Math.PI / 8) * index, index % 2 ? inner * radius : radius];
      return { x: far * Math.sin(angle), y: -far * Math.cos(angle) };
    }),
  );

/** Return the colour of lines on a colour. */
export const inkOn = (colour: string) => (isLight(colour) ? "#5a3d00" : "#fff6e0");

/** Convert tile coordinates to SVG. They run along the two edges of a tile, from -1 to 1. */
const tilePoint = (u: number, v: number) => `${(((u - v) * WIDE) / 2).toFixed(1)} ${(((u + v) * HIGH) / 2).toFixed(1)}`;

/** Return the path of a small lozenge on a tile. */
const lozenge = (u: number, v: number, size: number) =>
  `M${tilePoint(u - size, v - size)}L${tilePoint(u + size, v - size)} ${tilePoint(u + size, v + size)} ${tilePoint(u - size, v + size)}Z`;

function dot(u: number, v: number, radius: number) {
  return `M${tilePoint(u, v)}m${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

const THIRDS = [-1, 0, 1].flatMap((u) => [-1, 0, 1].map((v) => [u, v]));
const QUARTERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

/** Inlays of a tile by the name of its pattern: filled shapes, and lines with their width. */
const PATTERNS: Record<string, { fill?: string; line?: string; width?: number }> = {
  plain: {},
  dots: { fill: THIRDS.map(([u, v]) => dot(u * 0.45, v * 0.45, 3.4)).join("") },
  stripes: { line: [-0.38, 0, 0.38].map((u) => `M${tilePoint(u, -0.76)}L${tilePoint(u, 0.76)}`).join(""), width: 4.2 },
  cross: {
    line: `M${tilePoint(-0.5, -0.5)}L${tilePoint(0.5, 0.5)}M${tilePoint(0.42, -0.42)}L${tilePoint(-0.42, 0.42)}`,
    width: 6,
  },
  waves: {
    line: [-15, 0, 15].map((y) => (y ? `M-10 ${y}q5-7 10 0t10 0` : "M-17 0q8.500-8 17 0t17 0")).join(""),
    width: 3.8,
  },
  check: { fill: lozenge(-0.3, -0.3, 0.3) + lozenge(0.3, 0.3, 0.3) },
  diamonds: { fill: QUARTERS.map(([u, v]) => lozenge(u * 0.36, v * 0.36, 0.24)).join("") },
  rings: { fill: dot(0, 0, 4) + dot(0.55, 0.55, 2.6) + dot(-0.55, -0.55, 2.6), line: dot(0, 0, 10), width: 3.6 },
};

function tile(id: string, { colour = NO_COLOUR, pattern = "plain" }: Appearance) {
  const ink = inkOn(colour);
  const { fill, line, width } = PATTERNS[pattern] ?? PATTERNS.plain;
  return (
    <g id={`azul-${id}`}>
      <path d={LOZENGE} fill={colour} stroke={INK} stroke-width="2.5" stroke-linejoin="round" />
      <path d={lozenge(0, 0, 0.77)} fill="none" stroke={ink} stroke-width="1.6" opacity=".85" />
      {fill && <path d={fill} fill={ink} />}
      {line && <path d={line} fill="none" stroke={ink} stroke-width={width} stroke-linecap="round" />}
      <path d={LOZENGE} fill="url(#azul-glaze)" />
      <path d={GLOSS} fill="#ffffff" opacity=".3" />
    </g>
  );
}

/** The reflection of a lamp along the upper left edge of a tile. */
const GLOSS = `M${tilePoint(-0.86, -0.86)}L${tilePoint(-0.86, 0.72)} ${tilePoint(-0.7, 0.5)} ${tilePoint(-0.7, -0.7)}Z`;

/** The glaze of all tiles, brighter above and darker below: it is the same for every colour and pattern. */
const glaze = () => (
  <linearGradient id="azul-glaze" x1="0" y1="0" x2=".35" y2="1">
    <stop offset="0" stop-color="#ffffff" stop-opacity=".34" />
    <stop offset=".45" stop-color="#ffffff" stop-opacity="0" />
    <stop offset=".6" stop-color="#000000" stop-opacity="0" />
    <stop offset="1" stop-color="#000000" stop-opacity=".26" />
  </linearGradient>
);

/** The shadow of a tile that lies on the table, lower than the tile whatever its turn. */
const shadow = () => <path id="azul-shadow" d={LOZENGE} fill="#14110d" opacity=".3" />;

const pillar = () => (
  <g id="azul-pillar" stroke={INK} stroke-width="2.4" stroke-linejoin="round" fill={IVORY}>
    <path d="M-8-15H8V18H-8Z" />
    <path d="M-3-15V18M3-15V18" stroke-width="1.8" />
    <path d="M-13-23H13L9-15H-9ZM-14 18H14V25H-14Z" />
  </g>
);

const statue = () => (
  <g id="azul-statue" stroke={INK} stroke-width="2.4" stroke-linejoin="round" fill={IVORY}>
    <path d="M-12 17H12V26H-12Z" />
    <path d="M-5-12Q-12-8-10 2H-6L-8 17H8L6 2 10-3 15-17 11.500-18.500 7-9Q5-12 0-12Z" />
    <circle cy="-18" r="5.500" />
  </g>
);

const windowed = () => (
  <g id="azul-window" stroke={INK} stroke-width="2.4" stroke-linejoin="round">
    <path d="M-14 24V-9A14 14 0 0 1 14-9V24Z" fill={IVORY} />
    <path d="M-9 20V-8A9 9 0 0 1 9-8V20Z" fill="#8fc1e8" />
    <path d="M0-17V20M-9-4H9M-9 8H9" fill="none" stroke-width="2" />
  </g>
);

const token = () => (
  <g id="azul-token" stroke={INK}>
    <circle r="30" fill={IVORY} stroke-width="3" />
    <circle r="24" fill="none" stroke="#b5623c" stroke-width="2.5" />
    <polygon points={starPoints(21)} fill="#b5623c" stroke-width="2" />
    <circle r="5.500" fill={IVORY} stroke-width="2" />
  </g>
);

const bag = () => (
  <g id="azul-bag" stroke={INK} stroke-width="3" stroke-linejoin="round" fill="#b5623c">
    <path d="M-8-10Q-26 6-20 20-18 27 0 27T20 20Q26 6 8-10Z" />
    <path d="M-8-10-14-22Q0-18 14-22L8-10Z" />
    <path d="M-10-10H10" stroke={GOLD} stroke-width="5" stroke-linecap="round" />
  </g>
);

const tower = () => (
  <g id="azul-tower" stroke={INK} stroke-width="3" stroke-linejoin="round" fill={STONE}>
    <path d="M-15 27-12-10H12L15 27Z" />
    <path d="M-16-10V-24H-10V-19H-4V-24H4V-19H10V-24H16V-10Z" />
    <path d="M-6 27V13A6 6 0 0 1 6 13V27Z" fill={INK} />
    <path d="M0-2V5" stroke-width="5" stroke-linecap="round" />
  </g>
);

const wild = () => (
  <g id="azul-wild">
    <polygon
      points={starPoints(15, 0.55)}
      fill={GOLD}
      stroke={IVORY}
      stroke-width="3"
      stroke-linejoin="round"
      paint-order="stroke"
    />
  </g>
);

const pass = () => (
  <g id="azul-pass" fill="none" stroke={INK} stroke-linecap="round" stroke-linejoin="round">
    <circle r="28" fill={STONE} stroke-width="2.500" />
    <path d="M-15 0H8M-1-11 11 0-1 11M17-12V12" stroke-width="5.500" />
  </g>
);

/** Return the `<defs>` of all pieces. */
export function definitions({ colours, appearanceOf }: Pick<Context, "colours" | "appearanceOf">) {
  return (
    <defs>
      {glaze()}
      {shadow()}
      {colours.map((colour) => tile(colour, appearanceOf("colour", colour)))}
      {[pillar, statue, windowed, token, bag, tower, wild, pass].map((draw) => draw())}
    </defs>
  );
}

type Placed = Point & { turn?: number; opacity?: number };

/** Draw a defined piece. */
export const piece = (id: string, { x, y, turn = 0, scale, opacity = 1 }: Placed & { scale: number }) => (
  <use
    href={`#azul-${id}`}
    opacity={opacity}
    transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn}) scale(${scale.toFixed(4)})`}
  />
);

/** Draw a tile; `size` is half its height. */
export const drawnTile = (colour: string, { size, ...place }: Placed & { size: number }) =>
  piece(colour, { ...place, scale: size / HIGH });
