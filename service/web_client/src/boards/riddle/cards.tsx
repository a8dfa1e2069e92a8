/** Cards of The Riddle of Leonardo: face up with symbols or an effect, and face down. */

import type { Mark } from "../../kit/board";
import { icon, Unchanging } from "../../kit/drawing";
import { translate } from "../../kit/geometry";
import type { Layer } from "../../kit/outline";
import { boxOutline } from "../../kit/outline";
import type { Context, Deck, Design } from "./context";
import { designOf } from "./context";

export const GOLD = "#d9982a";
const INK = "#2a2118";
const BACKING: Record<Deck, string> = { main: "#22262f", additional: "#7d1a30" };
const THREAD = "#d9b45b";

/** Draw a card face up, with its top left corner at the origin. */
export const face = (ctx: Context, card: string, width: number, height: number) => (
  <Unchanging inputs={[card, width, height, ctx.texts]} draw={() => faceDrawing(ctx, card, width, height)} />
);

function faceDrawing(ctx: Context, card: string, width: number, height: number) {
  const design = designOf(ctx, card);
  if (!design) return back("main", width, height);
  return design.operation ? effectFace(ctx, design, width, height) : symbolFace(ctx, design, width, height);
}

function paper(width: number, height: number, ground: string, edge: string) {
  const line = Math.max(1.2, width * 0.035);
  return (
    <rect
      x={line / 2}
      y={line / 2}
      width={width - line}
      height={height - line}
      rx={width * 0.11}
      fill={ground}
      stroke={edge}
      stroke-width={line}
    />
  );
}

function symbolFace(ctx: Context, design: Design, width: number, height: number) {
  const symbols = design.symbols ?? [];
  return (
    <>
      {paper(width, height, "#fbf4e2", BACKING[design.deck])}
      {symbols.length === 2 ? pair(ctx, symbols, width, height) : triangle(ctx, symbols, width, height)}
    </>
  );
}

function pair(ctx: Context, symbols: string[], width: number, height: number) {
  const size = Math.min(width * 0.62, height * 0.425);
  const gap = (height - 2 * size) / 3;
  return symbols.map((each, index) => icon(ctx, "symbol", each, (width - size) / 2, gap + index * (size + gap), size));
}

function triangle(ctx: Context, symbols: string[], width: number, height: number) {
  const size = Math.min(width * 0.42, height * 0.42);
  const gap = (height - 2 * size) / 3;
  const left = width / 2 - size - width * 0.01;
  const places = [
    [left, gap],
    [width / 2 + width * 0.01, gap],
    [(width - size) / 2, 2 * gap + size],
  ];
  return symbols.map((each, index) => icon(ctx, "symbol", each, places[index][0], places[index][1], size));
}

function effectFace(ctx: Context, { id, operation = "", timing = "" }: Design, width: number, height: number) {
  const hasTitle = width >= 48;
  const size = hasTitle ? Math.min(width * 0.62, height * 0.5) : width * 0.74;
  const sign = width * (hasTitle ? 0.24 : 0.34);
  return (
    <>
      {paper(width, height, "#fff3cf", "#b8860b")}
      {icon(ctx, "operation", operation, (width - size) / 2, hasTitle ? height * 0.09 : height * 0.08, size)}
      {icon(
        ctx,
        "timing",
        timing,
        width - sign - width * 0.05,
        hasTitle ? height * 0.05 : height - sign - height * 0.06,
        sign,
      )}
      {hasTitle ? title(ctx.name("card", id), width, height) : null}
    </>
  );
}

/** Write the title of an action card in one or two lines. */
function title(text: string, width: number, height: number) {
  const lines = splitTitle(text);
  const size = Math.min(width * 0.165, (width * 0.9) / (Math.max(...lines.map((line) => line.length)) * 0.65));
  const top = height * 0.81 - ((lines.length - 1) * size * 1.08) / 2;
  return lines.map((line, index) => (
    <text
      x={width / 2}
      y={top + index * size * 1.08 + size * 0.35}
      font-size={size}
      font-weight="600"
      text-anchor="middle"
      fill={INK}
    >
      {line}
    </text>
  ));
}

/** Split a long title near its middle. */
function splitTitle(text: string) {
  const words = text.split(" ");
  if (words.length === 1 || text.length < 9) return [text];
  const half = text.length / 2;
  const breaks = words.slice(1).map((_, index) => words.slice(0, index + 1).join(" ").length);
  const best = breaks.reduce((near, each) => (Math.abs(each - half) < Math.abs(near - half) ? each : near));
  return [text.slice(0, best), text.slice(best + 1)];
}

/** `shade`: the opacity of the ground; `line`: the width of the frame; `dashes`: its dashes and gaps. */
type PlaceStyle = { shade: number; line: number; dashes: string };

/** Draw the dashed frame of a place for a card. */
export const place = (width: number, height: number, { shade, line, dashes }: PlaceStyle) => (
  <rect
    x="1"
    y="1"
    width={width - 2}
    height={height - 2}
    rx={width * 0.12}
    fill="currentColor"
    fill-opacity={shade}
    stroke="currentColor"
    stroke-opacity="0.35"
    stroke-width={line}
    stroke-dasharray={dashes}
  />
);

/** Draw a card face up that can be selected. */
export const markedFace = (ctx: Context, card: string, mark: Mark, width: number, height: number) => (
  <>
    {face(ctx, card, width, height)}
    {outline(mark, width, height)}
  </>
);

/** Draw a card face down: the rotating figure of its deck in a frame of corner knots. Small cards show the figure alone. */
export function back(deck: Deck, width: number, height: number) {
  const line = Math.max(0.8, width * 0.022);
  return (
    <>
      <rect
        x="0.5"
        y="0.5"
        width={width - 1}
        height={height - 1}
        rx={width * 0.11}
        fill={BACKING[deck]}
        stroke="#f6ecd4"
        stroke-width={Math.max(1, width * 0.025)}
      />
      <g fill="none" stroke={THREAD} stroke-width={line} stroke-linejoin="round">
        {width < LEAST_FRAMED ? null : backFrame(width, height)}
        <g transform={translate(width / 2, height / 2)}>{deck === "main" ? wheel(width * 0.3) : star(width * 0.3)}</g>
      </g>
    </>
  );
}

/** The width below which the back of a card has no frame. */
const LEAST_FRAMED = 36;

/** Draw a double frame with a knot in each corner. */
function backFrame(width: number, height: number) {
  const [near, far, knot] = [width * 0.075, width * 0.12, width * 0.1];
  const corners = [
    [near, near],
    [width - near, near],
    [width - near, height - near],
    [near, height - near],
  ];
  return (
    <>
      {[near, far].map((gap, index) => (
        <rect
          x={gap}
          y={gap}
          width={width - 2 * gap}
          height={height - 2 * gap}
          rx={width * 0.06}
          opacity={index ? 0.5 : 0.9}
        />
      ))}
      {corners.map(([x, y], index) => (
        <path
          d={`M0 ${knot}Q0 0 ${knot} 0Q${knot} ${knot} 0 ${knot}Z`}
          transform={`${translate(x, y)} rotate(${index * 90}) translate(${knot * 0.55} ${knot * 0.55})`}
          fill={THREAD}
          stroke="none"
          opacity=".85"
        />
      ))}
    </>
  );
}

/** Draw a wheel of two squares and eight arcs, as Leonardo drew knots: the figure of the main deck. */
function wheel(r: number) {
  const side = r * Math.SQRT1_2;
  const petals = Array.from({ length: 8 }, (_, index) => (
    <path
      d={`M0 0Q${r * 0.36} ${-r * 0.42} 0 ${-r}Q${-r * 0.36} ${-r * 0.42} 0 0Z`}
      transform={`rotate(${index * 45})`}
      opacity=".75"
    />
  ));
  return (
    <>
      <circle r={r} />
      <circle r={r * 1.12} opacity=".5" />
      {petals}
      <path d={`M0 ${-r}L${r} 0 0 ${r}-${r} 0Z`} opacity=".6" />
      <rect x={-side} y={-side} width={2 * side} height={2 * side} opacity=".6" />
      <circle r={r * 0.14} fill={THREAD} stroke="none" />
    </>
  );
}

/** Draw a star of six points in two circles: the figure of the additional deck. */
function star(r: number) {
  const triangle = `M0 ${-r}L${r * 0.866} ${r / 2}L${-r * 0.866} ${r / 2}Z`;
  return (
    <>
      <circle r={r} />
      <circle r={r * 1.12} opacity=".5" />
      <path d={triangle} />
      <path d={triangle} transform="rotate(180)" />
      <circle r={r * 0.5} opacity=".6" />
      <circle r={r * 0.16} fill={THREAD} stroke="none" />
    </>
  );
}

/** Draw an outline around a target that is legal or selected. */
export function outline(mark: Mark, width: number, height: number, corner: number = width * 0.13) {
  const line = Math.min(Math.max(width * 0.028, 1.3), 2.4);
  const layers = {
    legal: [...glowing(line, 0.2), inked(line, `${line * 3} ${line * 2}`)],
    chosen: [...glowing(2 * line, 0.36), inked(2 * line, "none")],
  };
  return boxOutline(mark, layers, { x: 0, y: 0, width, height }, corner);
}

/** Return the line in the middle of a golden one. It marks without colours what is legal and what is selected. */
const inked = (line: number, dash: string): Layer => ({
  away: line * 0.6,
  fill: "none",
  stroke: "currentColor",
  "stroke-width": line * 0.6,
  "stroke-dasharray": dash,
  "pointer-events": "none",
});

/** Return the layers of a golden line with a glow. */
function glowing(line: number, glow: number): Layer[] {
  const layer = (away: number, width: number, opacity: number): Layer => ({
    away,
    fill: "none",
    stroke: GOLD,
    "stroke-width": width,
    "stroke-opacity": opacity,
    "pointer-events": "none",
  });
  return [layer(line * 1.6, line * 3, glow), layer(line * 0.6, line, 1)];
}
