/** The ground of the city: river, bridges, wall, park, and the streets under the people. */

import type { Box } from "../../kit/geometry";
import { frame } from "./drawing";
import { INK, TONE } from "./palette";

export const WALLED = 0.788; // part of the plan inside the wall; the area before the gate is below

/** Return the path of a wall with battlements. */
function battlements(x: number, y: number, long: number) {
  const step = 12;
  const count = Math.floor(long / (2 * step));
  return `M${x} ${y}${`v-5h${step}v5h${step}`.repeat(count)}h${long - count * 2 * step}v6h${-long}z`;
}

/** Return the path of a row of waves.  @param length of a wave */
const wave = (x: number, y: number, width: number, length: number) =>
  `M${x} ${y}${`q${length / 4} -3 ${length / 2} 0t${length / 2} 0`.repeat(Math.ceil(width / length))}`;

/** Draw the ground, the river and the wall. */
export function ground({ x, y, width, height }: Box) {
  const walled = height * WALLED;
  const bank = y + height * 0.545;
  const bridges = [0.14, 0.5, 0.86].map((share) => x + width * share);
  const towers = [
    [x + 4, y + 4],
    [x + width - 4, y + 4],
    [x + 4, y + walled],
    [x + width - 4, y + walled],
  ];
  return (
    <g aria-hidden="true">
      <rect x={x} y={y} width={width} height={walled} rx="10" fill={TONE.ground} />
      <path d={`M${x + 8} ${bank - 9}h${width - 16}v18h${16 - width}z`} fill={TONE.river} />
      <path d={wave(x + 12, bank - 2, width - 44, 28)} fill="none" stroke={TONE.ripple} stroke-width="1.6" />
      <path d={wave(x + 26, bank + 5, width - 60, 34)} fill="none" stroke={TONE.ripple} stroke-width="1.2" />
      {bridges.map((at) => (
        <g>
          <rect
            x={at - 17}
            y={bank - 12}
            width="34"
            height="24"
            fill={TONE.street}
            stroke={TONE.wall}
            stroke-width="2"
          />
          <path
            d={`M${at - 9} ${bank - 12}v24M${at} ${bank - 12}v24M${at + 9} ${bank - 12}v24`}
            stroke={TONE.wall}
            stroke-width="1"
          />
        </g>
      ))}
      <rect
        x={x + 3}
        y={y + 3}
        width={width - 6}
        height={walled - 3}
        rx="8"
        fill="none"
        stroke={TONE.wall}
        stroke-width="6"
      />
      <path d={battlements(x + 12, y + 3, width - 24)} fill={TONE.wall} />
      {towers.map(([left, top]) => (
        <g>
          <circle cx={left} cy={top} r="9" fill={TONE.wall} stroke={INK} stroke-opacity=".5" />
          <circle cx={left} cy={top} r="4" fill="none" stroke={INK} stroke-opacity=".5" />
        </g>
      ))}
    </g>
  );
}

/** Draw a park in place of the market, which only games with Codex II have. */
export function green(box: Box) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return (
    <g aria-hidden="true">
      {frame(box, { fill: TONE.idle, round: 10 })}
      {[
        [-34, -22],
        [-24, 24],
        [30, -26],
        [34, 18],
      ].map(([left, top]) => (
        <circle cx={x + left} cy={y + top} r="9" fill={TONE.tree} stroke={INK} stroke-opacity=".4" />
      ))}
      <ellipse cx={x} cy={y + 8} rx="20" ry="10" fill={TONE.river} stroke={TONE.wall} stroke-width="4" />
      <path
        d={`M${x} ${y + 6}v-16M${x} ${y - 8}q-10 0 -12 13M${x} ${y - 8}q10 0 12 13`}
        fill="none"
        stroke={TONE.ripple}
        stroke-width="2.5"
        stroke-linecap="round"
      />
    </g>
  );
}
