/** Cards of The Riddle of Leonardo: face up with their symbols or their effect, and face down. */

/** @typedef {{html: any, view: any, constants: any, mode: any, designs: Map<string, any>, seat: number | null, players: string[], name: (kind: string, id: any) => string, look: (kind: string, id: any) => any, marks: (points: any) => string, thing: (props: any, points: any, label: string, children: unknown) => unknown, covered: boolean, holder: any}} Table */

export const GOLD = "#d9982a";
const INK = "#2a2118";
const BACKING = /** @type {Record<string, string>} */ ({ main: "#22262f", additional: "#7d1a30" });
const THREAD = "#d9b45b";

/** Cut the number of its copy off a card. @param {string} card */
export const designOf = (card) => card.slice(0, card.lastIndexOf("-"));

/** Index the designs of all cards by their id, each with its deck. @param {any} constants @returns {Map<string, any>} */
export function indexDesigns(constants) {
  const additional = [...constants.corner_designs, ...constants.action_designs];
  const all = [...constants.main_designs.map(inDeck("main")), ...additional.map(inDeck("additional"))];
  return new Map(all.map((design) => [design.id, design]));
}

/** @param {string} deck */
const inDeck = (deck) => (/** @type {any} */ design) => ({ ...design, deck });

/** @param {Table} t @param {string} card */
export const cardName = (t, card) => t.name("card", designOf(card));

/** @param {Table} t @param {string} card */
export const symbolsOf = (t, card) => t.designs.get(designOf(card))?.symbols ?? [];

/** Draw the icon of a thing in a square, or its letter where it has none. @param {Table} t @param {string} kind @param {any} id @param {number} x @param {number} y @param {number} size @param {number} [opacity] */
export function icon(t, kind, id, x, y, size, opacity = 1) {
  const { icon: href, colour = "#8d7b58", letter = "" } = t.look(kind, id);
  if (href) return t.html`<image href=${href} x=${x} y=${y} width=${size} height=${size} opacity=${opacity} />`;
  return t.html`<g opacity=${opacity}><rect x=${x} y=${y} width=${size} height=${size} rx=${size / 4} fill=${colour} />
    <text x=${x + size / 2} y=${y + size * 0.7} font-size=${size * 0.55} text-anchor="middle" fill="#fff">${letter}</text></g>`;
}

/** Draw a card face up, its top left corner at the origin. @param {Table} t @param {string} card @param {number} width @param {number} height */
export function face(t, card, width, height) {
  const design = t.designs.get(designOf(card));
  if (!design) return back(t, "main", width, height);
  return design.operation ? effectFace(t, design, width, height) : symbolFace(t, design, width, height);
}

/** @param {Table} t @param {number} width @param {number} height @param {string} ground @param {string} edge */
function paper(t, width, height, ground, edge) {
  const line = Math.max(1.2, width * 0.035);
  return t.html`<rect x=${line / 2} y=${line / 2} width=${width - line} height=${height - line} rx=${width * 0.11} fill=${ground} stroke=${edge} stroke-width=${line} />`;
}

/** @param {Table} t @param {any} design @param {number} width @param {number} height */
function symbolFace(t, design, width, height) {
  const edge = BACKING[design.deck];
  return t.html`${paper(t, width, height, "#fbf4e2", edge)}
    ${design.symbols.length === 2 ? pair(t, design.symbols, width, height) : triangle(t, design.symbols, width, height)}`;
}

/** @param {Table} t @param {string[]} symbols @param {number} width @param {number} height */
function pair(t, symbols, width, height) {
  const size = Math.min(width * 0.62, height * 0.425);
  const gap = (height - 2 * size) / 3;
  return symbols.map((each, place) => icon(t, "symbol", each, (width - size) / 2, gap + place * (size + gap), size));
}

/** @param {Table} t @param {string[]} symbols @param {number} width @param {number} height */
function triangle(t, symbols, width, height) {
  const size = Math.min(width * 0.42, height * 0.42);
  const gap = (height - 2 * size) / 3;
  const left = width / 2 - size - width * 0.01;
  const places = [[left, gap], [width / 2 + width * 0.01, gap], [(width - size) / 2, 2 * gap + size]];
  return symbols.map((each, place) => icon(t, "symbol", each, places[place][0], places[place][1], size));
}

/** @param {Table} t @param {any} design @param {number} width @param {number} height */
function effectFace(t, design, width, height) {
  const hasTitle = width >= 48;
  const size = hasTitle ? Math.min(width * 0.62, height * 0.5) : width * 0.74;
  const sign = width * (hasTitle ? 0.24 : 0.34);
  return t.html`${paper(t, width, height, "#fff3cf", "#b8860b")}
    ${icon(t, "operation", design.operation, (width - size) / 2, hasTitle ? height * 0.09 : height * 0.08, size)}
    ${icon(t, "timing", design.timing, width - sign - width * 0.05, hasTitle ? height * 0.05 : height - sign - height * 0.06, sign)}
    ${hasTitle ? title(t, t.name("card", design.id), width, height) : null}`;
}

/** Write the title of an action card in one line or two. @param {Table} t @param {string} text @param {number} width @param {number} height */
function title(t, text, width, height) {
  const lines = brokenIn(text);
  const size = Math.min(width * 0.165, (width * 0.9) / (Math.max(...lines.map((line) => line.length)) * 0.65));
  const top = height * 0.81 - ((lines.length - 1) * size * 1.08) / 2;
  return lines.map((line, place) => t.html`<text x=${width / 2} y=${top + place * size * 1.08 + size * 0.35} font-size=${size} font-weight="600" text-anchor="middle" fill=${INK}>${line}</text>`);
}

/** Break a text in its middle if it is long and has more than one word. @param {string} text */
function brokenIn(text) {
  const words = text.split(" ");
  if (words.length === 1 || text.length < 9) return [text];
  const half = text.length / 2;
  const breaks = words.slice(1).map((_, place) => words.slice(0, place + 1).join(" ").length);
  const best = breaks.reduce((near, each) => (Math.abs(each - half) < Math.abs(near - half) ? each : near));
  return [text.slice(0, best), text.slice(best + 1)];
}

/** Draw a card face down. @param {Table} t @param {string} deck @param {number} width @param {number} height */
export function back(t, deck, width, height) {
  const [x, y, r] = [width / 2, height / 2, width * 0.31];
  const line = Math.max(0.8, width * 0.022);
  return t.html`<rect x="0.5" y="0.5" width=${width - 1} height=${height - 1} rx=${width * 0.11} fill=${BACKING[deck]} stroke="#f6ecd4" stroke-width=${Math.max(1, width * 0.025)} />
    <g fill="none" stroke=${THREAD} stroke-width=${line}><circle cx=${x} cy=${y} r=${r} />
    <path d=${`M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`} /><path d=${`M${x - r * 0.71} ${y - r * 0.71}h${r * 1.42}v${r * 1.42}h${-r * 1.42}Z`} /></g>`;
}

/** Outline what may be pointed at, more strongly what has been. @param {Table} t @param {string} mark @param {number} width @param {number} height @param {number} [corner] */
export function ring(t, mark, width, height, corner = width * 0.13) {
  if (!mark) return null;
  const isChosen = mark === "chosen";
  const line = Math.min(Math.max(width * 0.028, 1.3), 2.4) * (isChosen ? 2 : 1);
  const outline = (/** @type {number} */ away, /** @type {number} */ stroke, /** @type {number} */ opacity) => t.html`<rect x=${-away} y=${-away}
    width=${width + 2 * away} height=${height + 2 * away} rx=${corner + away} fill="none" stroke=${GOLD} stroke-width=${stroke} stroke-opacity=${opacity} pointer-events="none" />`;
  return t.html`${outline(line * 1.6, line * 3, isChosen ? 0.36 : 0.2)}${outline(line * 0.6, line, 1)}`;
}
