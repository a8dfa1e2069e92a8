/** The hand of a player: a place for each colour. */

import { handPlace } from "./tiles";
import type { Context, SeatPlace } from "./types";

/** Draw the places of a hand with the number of tiles on each. */
export function handTray({ colours, game }: Context, { seat, hand }: SeatPlace) {
  const held = game.seats[seat].hand;
  const places = colours.map((colour, index) => {
    const { x, y } = handPlace(hand, index);
    const [width, height] = [hand.width - 4, hand.height - 4];
    return (
      <g>
        <rect
          x={x - width / 2}
          y={y - height / 2}
          width={width}
          height={height}
          rx="7"
          fill="currentColor"
          opacity={held[colour] ? 0.1 : 0.045}
        />
        {held[colour] && (
          <text
            x={x}
            y={y + height / 2 - hand.size * 0.16}
            font-size={hand.size * 0.66}
            font-weight="700"
            text-anchor="middle"
            fill="currentColor"
          >
            {held[colour]}
          </text>
        )}
      </g>
    );
  });
  return <g data-path={`seats/${seat}/hand`}>{places}</g>;
}
