/** Drawings that all boards use: icons, groups at a place, and drawings that stay while their inputs stay. */

import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Target } from "../selection";
import { targetKey } from "../selection";
import type { BoardProps, Id, Mark } from "./board";
import { translate } from "./geometry";

/** Colour of the letter of a thing that has no colour. */
const NO_COLOUR = "#8d7b58";

/** Draw the icon of a named thing in a square, or its letter if it has no icon. */
export function icon(
  { appearanceOf }: Pick<BoardProps, "appearanceOf">,
  kind: string,
  id: Id,
  x: number,
  y: number,
  size: number,
  opacity = 1,
) {
  const { icon: href, colour = NO_COLOUR, letter = "" } = appearanceOf(kind, id);
  if (href) return <image href={href} x={x} y={y} width={size} height={size} opacity={opacity} />;
  return (
    <g opacity={opacity}>
      <rect x={x} y={y} width={size} height={size} rx={size / 4} fill={colour} />
      <text x={x + size / 2} y={y + size * 0.7} font-size={size * 0.55} text-anchor="middle" fill="#fff">
        {letter}
      </text>
    </g>
  );
}

/** Draw something with its origin at a place. */
export const at = (x: number, y: number, drawn: ComponentChildren) => <g transform={translate(x, y)}>{drawn}</g>;

/** Return `stateOf` with a cache for one drawing, since boards look up the same targets often. */
export function cachedStates(stateOf: (target: Target) => Mark): (target: Target) => Mark {
  const known = new Map<string, Mark>();
  return (target) => {
    const key = targetKey(target);
    const mark = known.get(key) ?? stateOf(target);
    known.set(key, mark);
    return mark;
  };
}

/**
 * A drawing that is made once, and again only if one of its inputs changes: a selection leaves it as it is.
 * The drawing must contain no selectable element, since the panel learns from `stateOf` what the board shows.
 *
 *     <Unchanging inputs={[view, wide]} draw={() => ground(ctx)} />
 */
export function Unchanging({ inputs, draw }: { inputs: unknown[]; draw: () => ComponentChildren }): VNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists what `draw` depends on
  return useMemo(() => <>{draw()}</>, inputs);
}
