/** The board of Connect Four: the discs lie behind a frame with holes, and each column can be selected. */

import { at, html, letterOn, lightDark, seatAppearance } from "bottega/kit-1";

const COLUMNS = 7;
const ROWS = 6;
const CELL = 100;
const HOLE = 40;
const FRAME = lightDark("#2f62ad", "#28508c");
const EDGE = lightDark("#1f457e", "#5b86c4");
const BEHIND = lightDark("#e9ddc4", "#14100d");
const BOX = { x: -65, y: -65, width: COLUMNS * CELL + 30, height: ROWS * CELL + 30 };

export function Board(props) {
  const { columns } = props.view.view;
  return html`
    <svg class="board" viewBox="-75 -175 750 800" role="group" aria-label=${props.ruleset.title}>
      <rect ...${BOX} rx="20" fill=${BEHIND} />
      ${columns.map((discs, column) => discs.map((seat, row) => disc(props, seat, column, row, ROWS - 1 - row)))}
      <path d=${frame()} fill=${FRAME} stroke=${EDGE} stroke-width="5" fill-rule="evenodd" stroke-linejoin="round" />
      ${columns.map((discs, column) => target(props, discs, column))}
    </svg>
  `;
}

/** Draw a disc in its cell, or above the column. It glides from there into the cell, since both have the same key. */
function disc(props, seat, column, row, y) {
  const { colour, letter } = seatAppearance(props, seat);
  const ink = letterOn(colour);
  return html`
    <g key="disc-${column}-${row}" transform="translate(${column * CELL} ${y * CELL})" aria-hidden="true">
      <circle r="45" fill=${colour} />
      <circle r="31" fill="none" stroke=${ink} stroke-width="4" opacity=".6" />
      <text y="12" font-size="34" font-weight="700" text-anchor="middle" fill=${ink}>${letter}</text>
    </g>
  `;
}

/** Return the outline of the frame and of its holes. */
function frame() {
  const holes = Array.from({ length: COLUMNS * ROWS }, (_, cell) => {
    const [left, middle] = [(cell % COLUMNS) * CELL - HOLE, Math.floor(cell / COLUMNS) * CELL];
    return `M${left} ${middle}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`;
  });
  return `M${BOX.x} ${BOX.y}h${BOX.width}v${BOX.height}h${-BOX.width}z${holes.join("")}`;
}

/** Draw a column that can be selected. Its number stands below it, and a selected column shows the disc above. */
function target(props, discs, column) {
  const { name, seat, selectable, stateOf, texts } = props;
  const action = { type: "drop_disc", column: column + 1 };
  const mark = stateOf({ column: column + 1 });
  const label = [texts.sentence("action", action), ...discs.map((each) => name("seat", each))].join(", ");
  const number = html`<text y="610" font-size="34" text-anchor="middle" fill="var(--faint)">${column + 1}</text>`;
  const drawn = html`
    <rect x="-50" y="-165" width=${CELL} height=${ROWS * CELL + 130} rx="20" fill="transparent" />
    ${mark === "legal" ? html`<path d="M-20-120h40L0-85z" fill="var(--legal)" />` : null}
  `;
  const own = { "data-path": `columns/${column}`, meant: action };
  return [
    mark === "chosen" ? disc(props, seat, column, discs.length, -1.2) : null,
    at(column * CELL, 0, [number, selectable(own, { column: column + 1 }, label, drawn)]),
  ];
}
