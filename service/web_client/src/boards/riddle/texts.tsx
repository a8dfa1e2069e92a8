/** Texts that fit into their room. */

import { fit, measure } from "../../kit/lettering";

/** The smallest size of letters, relative to the size of the text. */
const LEAST = 0.68;

/** Write a text in smaller letters if it is too long, and cut it if it still does not fit. */
export function text(words: string, x: number, y: number, size: number, width: number, weight = "600") {
  const fitted = fit(words, { width, size, least: size * LEAST }, measure({ weight: Number(weight) }));
  return (
    <text x={x} y={y} font-size={fitted.size} font-weight={weight} fill="currentColor">
      {fitted.lines}
    </text>
  );
}
