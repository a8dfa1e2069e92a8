/** Texts that fit into their room: smaller letters, then several lines, then an ellipsis. Letters are never stretched. */

import { cut } from "../bidi";

/** The room of a text.  `size` and `least`: the largest and smallest font size; `lines`: the most lines, by default 1 */
export type Room = { width: number; size: number; least: number; lines?: number };
export type Font = { weight: number; family?: string };
/** A text as it is written. */
export type Fitted = { size: number; lines: string[] };
/** Return the width of a text in a font of size 1. */
export type Measure = (words: string) => number;

/** The font size at which texts are measured. */
const MEASURED = 100;
const known = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** Return the function that measures texts in a font; without a family in that of the page. */
export function measure({ weight, family }: Font): Measure {
  const font = `${weight} ${MEASURED}px ${family ?? getComputedStyle(document.body).fontFamily}`;
  return (words) => {
    const key = `${font} ${words}`;
    const width = known.get(key) ?? measured(font, words);
    known.set(key, width);
    return width;
  };
}

function measured(font: string, words: string) {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return words.length;
  canvas.font = font;
  return canvas.measureText(words).width / MEASURED;
}

/**
 * Fit a text into its room.
 *
 *     fit("Rope yard", { width: 40, size: 15, least: 12, lines: 2 }, measure({ weight: 700 }));
 */
export function fit(words: string, { width, size, least, lines = 1 }: Room, widthOf: Measure): Fitted {
  const smallest = Math.min(size, least);
  for (let count = 1; count <= lines; count++) {
    const broken = inLines(words, count, widthOf);
    const fitting = Math.min(size, width / Math.max(...broken.map(widthOf)));
    if (fitting >= smallest) return { size: fitting, lines: broken };
  }
  return {
    size: smallest,
    lines: inLines(words, lines, widthOf).map((line) => shortened(line, width / smallest, widthOf)),
  };
}

/** Break a text between words into at most `count` lines, so that the longest line is as short as possible. */
function inLines(words: string, count: number, widthOf: Measure): string[] {
  const parts = words.split(" ");
  if (count < 2 || parts.length < 2) return [words];
  const ways = parts
    .slice(1)
    .map((_, index) => [
      parts.slice(0, index + 1).join(" "),
      ...inLines(parts.slice(index + 1).join(" "), count - 1, widthOf),
    ]);
  const longest = (way: string[]) => Math.max(...way.map(widthOf));
  return ways.reduce((best, way) => (longest(way) < longest(best) ? way : best));
}

/** Cut a line that is too long, and end it with an ellipsis. */
function shortened(line: string, width: number, widthOf: Measure) {
  if (widthOf(line) <= width) return line;
  const most = [...line].length;
  const fits = Array.from({ length: most }, (_, index) => cut(line, most - 1 - index)).find(
    (each) => widthOf(each) <= width,
  );
  return fits ?? "…";
}
