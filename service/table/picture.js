/** The table of a game that is over, to be looked at only: the drawing of its ruleset, or the plain one. */

import { html } from "./html.js";
import { useErrorBoundary, useRef, useState } from "./vendor/preact.js";
import { useBreadth, useDrawing, useMotion, useWide } from "./board.js";
import { GenericBoard } from "./generic.js";
import { thingMaker } from "./thing.js";
import { t } from "./words.js";

const UNTOUCHED = { marks: () => "", point: () => undefined, highlighted: () => false, hinted: () => false };

/** @param {{ruleset: any, view: import("./types").GameView, lex: import("./lexicon.js").Lexicon}} props */
export function Picture({ ruleset, view, lex }) {
  const drawing = useDrawing(ruleset.ruleset);
  const wide = useWide();
  const [isPlain, setPlain] = useState(false);
  useErrorBoundary((error) => (console.error(error), setPlain(true)));
  const frame = useRef(/** @type {Element | null} */ (null));
  useMotion(frame, view);
  useBreadth(frame, wide);
  const Drawn = isPlain || !drawing ? GenericBoard : drawing;
  const given = {
    html, view, ruleset, seat: null, players: lex.players, isPast: true, lex, state: { chosen: [] }, wide, covered: false,
    name: lex.name, look: (/** @type {string} */ kind, /** @type {any} */ id) => lex.look(kind, id) ?? {},
    ...UNTOUCHED, thing: thingMaker(UNTOUCHED),
  };
  return html`<section class="table" aria-label=${t("the_table")} ref=${frame}>
    <div class="drawing">${drawing === undefined ? null : html`<${Drawn} ...${given} />`}</div></section>`;
}
