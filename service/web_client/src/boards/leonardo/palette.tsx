/** Colours and patterns of the board. The background follows light and dark mode; cards and pieces do not. */

import { lightDark as both } from "../../kit/palette";

export const INK = "#3a2a1c";
export const FONT = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif";

export const TONE = {
  background: both("#efe3c6", "#1d1814"),
  panel: both("#fbf5e6", "#2c251d"),
  own: both("#fffaf0", "#3a3025"),
  line: both("#b9a47c", "#66563f"),
  text: both("#3a2a1c", "#f1e6cd"),
  muted: both("#6b573f", "#bfae8d"),
  ground: both("#dcc794", "#3d3325"),
  street: both("#efdfb4", "#4d4130"),
  plot: both("#f7ecd0", "#5e503c"),
  idle: both("#d3d9a8", "#46492f"),
  wall: both("#b39a6b", "#857150"),
  river: both("#8cc0d2", "#31566a"),
  ripple: both("#d9eef2", "#5e8ba0"),
  tree: both("#86a05a", "#5b7040"),
  room: both("#e9dab5", "#473b2b"),
  cell: both("#fff8e6", "#66573f"),
  robotCell: both("#cfe3ea", "#4d6570"),
  legal: `var(--legal, ${both("#17665a", "#7ad3c0")})`,
  chosen: `var(--accent, ${both("#96391a", "#f2a57b")})`,
  card: both("#fbf1da", "#eadbb6"),
  back: both("#6a4a78", "#7d5a8c"),
  rim: both(INK, "#dcc9a2"),
  gold: "#e5ae35",
  silver: "#cfd8dc",
};

const MOTIFS = {
  dots: "M3 2a1 1 0 1 0 .01 0z",
  stripes: "M0 6L6 0M-1 1L1 -1M5 7L7 5",
  cross: "M0 0L6 6M6 0L0 6",
  waves: "M0 3c1.5 -2.500 1.5 2.500 3 0s1.5 -2.500 3 0",
  check: "M0 0h3v3h-3zM3 3h3v3h-3z",
  diamonds: "M3 .8L5.2 3L3 5.2L.8 3z",
  rings: "M3 1a2 2 0 1 0 .01 0z",
};
const FILLED = ["dots", "check", "diamonds"];

/** Return the `<defs>` of the patterns; `patternOf` refers to them. */
export function patterns() {
  const drawn = Object.entries(MOTIFS).map(([name, motif]) => {
    const isFilled = FILLED.includes(name);
    const paint = { fill: isFilled ? INK : "none", stroke: isFilled ? "none" : INK };
    const shape = <path d={motif} {...paint} stroke-width="1" />;
    return (
      <pattern id={`leonardo-${name}`} width="6" height="6" patternUnits="userSpaceOnUse">
        <g opacity=".42">{shape}</g>
      </pattern>
    );
  });
  return <defs>{drawn}</defs>;
}

export const patternOf = (pattern: string | undefined) =>
  pattern && pattern in MOTIFS ? `url(#leonardo-${pattern})` : "none";
