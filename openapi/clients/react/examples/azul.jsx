/** The drawing of Azul: player boards, factory displays and supply. All positions and colours come from `getRuleset`. */

/** Length of a board's side in units of `constants`, including the margin. */
const SIZE = 3.6;
const BOARD = /** @type {const} */ ({ viewBox: `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`, width: 420, fontFamily: "sans-serif", textAnchor: "middle" });

export function Azul({ view: { view, seat: own }, constants, texts, offer }) {
  const sources = [{ source: "centre", tiles: view.centre }, ...view.factories];
  const drafting = (source) => (colour) => offer((action) => action.type === "draft_tiles" && action.source === source && action.colour === colour);
  const seats = [...view.seats].sort((one, other) => Number(other.seat === own) - Number(one.seat === own));
  return (
    <div>
      <p>{texts.name("member", "round")} {view.round}, {texts.name("member", "wild")}: {texts.name("colour", view.wild)}</p>
      {sources.map(({ source, tiles }) => <Tiles key={source} name={texts.name("source", source)} tiles={tiles} texts={texts} handler={drafting(source)} />)}
      <Tiles name={texts.name("member", "supply")} tiles={view.supply} texts={texts} />
      {seats.map((each) => <Board key={each.seat} seat={each} side={view.side} constants={constants} texts={texts} offer={each.seat === own ? offer : () => undefined} />)}
    </div>
  );
}

/** Show tiles as coloured squares. `handler` returns the click handler of a colour, if it can be chosen. */
function Tiles({ name, tiles, texts, handler = (_) => undefined }) {
  const shown = Object.entries(tiles).flatMap(([colour, count]) => Array.from({ length: count }, (_, index) => ({ colour, index })));
  return (
    <figure style={{ display: "inline-block", margin: 4 }}>
      <figcaption>{name}</figcaption>
      <svg width={Math.max(shown.length, 1) * 34} height={36} fontFamily="sans-serif" textAnchor="middle">
        {shown.map(({ colour, index }, at) => (
          <Place key={colour + index} label={`${name}: ${texts.name("colour", colour)}`} onClick={handler(colour)}>
            <rect x={at * 34 + 2} y={3} width={30} height={30} rx={4} fill={texts.appearanceOf("colour", colour).colour} />
            <Letter x={at * 34 + 17} y={18} size={16} colour={colour} texts={texts} />
          </Place>
        ))}
      </svg>
    </figure>
  );
}

function Board({ seat, side, constants, texts, offer }) {
  const stars = new Map(constants.sides.find((each) => each.side === side).stars.map((each) => [each.star, each]));
  const covered = new Map(seat.board.map((each) => [`${each.star}${each.slot}`, each.colour]));
  return (
    <figure style={{ display: "inline-block", margin: 8 }}>
      <figcaption>{texts.name("seat", seat.seat)}: {seat.score}</figcaption>
      <svg {...BOARD}>
        <rect x={-SIZE / 2} y={-SIZE / 2} width={SIZE} height={SIZE} rx={0.1} fill="#f3ead8" />
        {constants.decorations.map(({ decoration, polygon }) => <Polygon key={decoration} points={polygon} fill="#d8c6a4" />)}
        {constants.spaces.map((space) => (
          <Space key={space.star + space.slot} space={space} star={stars.get(space.star)} colour={covered.get(`${space.star}${space.slot}`)} texts={texts}
            onClick={offer((action) => action.type === "place_tile" && action.star === space.star && action.slot === space.slot)} />
        ))}
      </svg>
      <Tiles name={texts.name("member", "hand")} tiles={seat.hand} texts={texts} />
      <Tiles name={texts.name("member", "corners")} tiles={seat.corners} texts={texts} />
    </figure>
  );
}

/** Show a space: its tile, or its number on the colour of the star. */
function Space({ space: { star: name, slot, polygon, label }, star, colour, texts, onClick }) {
  const fill = (each) => texts.appearanceOf("colour", each)?.colour ?? "#fff";
  const [x, y] = ["x", "y"].map((axis) => polygon.reduce((sum, point) => sum + point[axis], 0) / polygon.length);
  return (
    <Place label={`${texts.name("star", name)}, ${texts.name("slot", slot)}`} onClick={onClick}>
      <Polygon points={polygon} fill={fill(colour ?? star.colour)} opacity={colour ? 1 : 0.3} stroke={onClick ? "#000" : "#888"} strokeWidth={onClick ? 0.03 : 0.01} />
      {colour ? <Letter x={x} y={y} size={0.2} colour={colour} texts={texts} /> : <text x={label.x} y={label.y} dy="0.35em" fontSize={0.16}>{star.costs[slot]}</text>}
    </Place>
  );
}

const Polygon = ({ points, ...props }) => <polygon points={points.map(({ x, y }) => `${x},${y}`).join(" ")} {...props} />;

/** Show the letter of a colour, so that colour-blind players can tell tiles apart. */
function Letter({ x, y, size, colour, texts }) {
  return <text x={x} y={y} dy="0.35em" fontSize={size} fill="#fff" stroke="#000" strokeWidth={size / 8} paintOrder="stroke">{texts.appearanceOf("colour", colour).letter}</text>;
}

/** Make a part of a drawing a button for pointer and keyboard, if it has a click handler. */
function Place({ label, onClick, children }) {
  if (!onClick) return <g>{children}</g>;
  return <g role="button" tabIndex={0} aria-label={label} style={{ cursor: "pointer" }} onClick={onClick} onKeyDown={({ key }) => key === "Enter" && onClick()}>{children}</g>;
}
