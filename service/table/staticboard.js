/** A board without interaction, for records. */

import { html } from "./html.js";
import { useErrorBoundary, useRef, useState } from "./vendor/preact.js";
import { useBoard, useDrawing, useMotion, useWide } from "./board.js";
import { t } from "./i18n.js";
import { selectableMaker } from "./selectable.js";

const NO_SELECTION = { stateOf: () => "", select: () => undefined, highlighted: () => false, touched: () => false, hinted: () => false };

/** @param {{ruleset: any, view: import("./types").GameView, texts: import("./client/texts.js").GameTexts, seat?: number | null, label?: string}} props */
export function StaticBoard({ ruleset, view, texts, seat = null, label = t("the_table") }) {
  const drawing = useDrawing(ruleset.ruleset);
  const wide = useWide();
  const [isPlain, setPlain] = useState(false);
  useErrorBoundary((error) => (console.error(error), setPlain(true)));
  const frame = useRef(/** @type {Element | null} */ (null));
  useMotion(frame, view);
  const Board = useBoard(drawing, isPlain);
  const boardProps = {
    html, view, ruleset, seat, players: texts.players, isPast: true, texts, state: { chosen: [] }, wide, covered: false,
    name: texts.name, appearanceOf: (/** @type {string} */ kind, /** @type {any} */ id) => texts.appearanceOf(kind, id) ?? {},
    ...NO_SELECTION, selectable: selectableMaker(NO_SELECTION),
  };
  return html`<section class="table" aria-label=${label} ref=${frame}>
    <div class="drawing">${Board === undefined ? null : html`<${Board} ...${boardProps} />`}</div></section>`;
}
