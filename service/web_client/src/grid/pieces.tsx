/** The pieces of a grid, and the shapes of its cells. A piece has a colour, a shape and a letter. */

import { parseHex } from "../colours";
import type { Piece } from "./cells";
import { HEXAGON } from "./geometry";

const DARK = "#1d160f";
/** The luma above which a dark letter has more contrast than a white one. */
const BRIGHT_LUMA = 120;
const DIAMOND = "0,-0.44 0.44,0 0,0.44 -0.44,0";
const CROSS = "M-.3-.3L.3.3M.3-.3L-.3.3";

/** Draw a piece around the origin. The dot in the middle shows that it was moved last. */
export function pieceDrawing({ colour, letter, shape = "disc" }: Piece) {
  const [ink, edge] = isBright(colour) ? [DARK, DARK] : ["#ffffff", "#f4eadc"];
  const paint = { fill: colour, stroke: edge, "stroke-width": 0.045 };
  return (
    <>
      {shape === "square" ? <rect x="-.37" y="-.37" width=".74" height=".74" rx=".08" {...paint} /> : null}
      {shape === "diamond" ? <polygon points={DIAMOND} {...paint} /> : null}
      {shape === "disc" || shape === "ring" ? <circle r=".42" {...paint} /> : null}
      {shape === "ring" ? <circle r=".31" fill="none" stroke={ink} stroke-width=".05" opacity=".75" /> : null}
      {shape === "cross" ? (
        <>
          <path d={CROSS} fill="none" stroke={ink} stroke-width=".28" stroke-linecap="round" />
          <path d={CROSS} fill="none" stroke={colour} stroke-width=".2" stroke-linecap="round" />
        </>
      ) : (
        <text y=".13" font-size={letter.length > 1 ? 0.3 : 0.38} font-weight="700" text-anchor="middle" fill={ink}>
          {letter}
        </text>
      )}
      <circle class="grid-last" r=".46" />
    </>
  );
}

function isBright(colour: string) {
  const [red, green, blue] = parseHex(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT_LUMA;
}

/** Draw the area of a cell, which the pointer hits. */
export const cellDrawing = (shape: string | undefined) => {
  if (shape === "hexagon") return <polygon class="grid-area" points={HEXAGON} />;
  const kind = shape === "intersection" ? "grid-hit" : "grid-area";
  return <rect class={kind} x="-.5" y="-.5" width="1" height="1" />;
};

/** Draw the mark of a cell that can be selected or is selected. */
export const markDrawing = (shape: string | undefined) => {
  if (shape === "hexagon") return <polygon class="grid-mark" points={HEXAGON} transform="scale(.84)" />;
  if (shape === "intersection") return <circle class="grid-mark" r=".14" />;
  return <rect class="grid-mark" x="-.42" y="-.42" width=".84" height=".84" rx=".1" />;
};
