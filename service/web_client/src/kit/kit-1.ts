/**
 * Version 1 of the kit: what the board of a package may import, as `bottega/kit-1`. The import map of a page names its
 * file, so that a board shares the components and the state of the page that shows it.
 *
 * A board that works today works with every later release that has this version: a change that breaks boards is a new
 * version in a file `kit-2.ts`, beside this one. The guide "A board of its own" describes each export.
 */

import htm from "htm";
import { h } from "preact";

export { Fragment, h } from "preact";
export { useEffect, useMemo, useRef, useState } from "preact/hooks";
export { at, icon, Unchanging } from "./drawing";
export { formatPoints, gridPlace, inset, polar, translate } from "./geometry";
export { boxOutline, shapeOutline } from "./outline";
export { letterOn, lightDark, seatAppearance } from "./palette";

/** Draw elements that are written as in HTML, without a build: html`<circle r=${radius} />`. */
export const html = htm.bind(h);
