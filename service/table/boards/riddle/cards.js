/** Cards of The Riddle of Leonardo: face up with symbols or an effect, and face down. */

/** @typedef {{html: any, view: any, constants: any, mode: any, designs: Map<string, any>, seat: number | null, players: string[], name: (kind: string, id: any) => string, appearanceOf: (kind: string, id: any) => any, stateOf: (target: any) => string, selectable: (props: any, target: any, label: string, children: unknown) => unknown, covered: boolean, player: any}} Context */

export const GOLD = "#d9982a";
const INK = "#2a2118";
const BACKING = /** @type {Record<string, string>} */ ({ main: "#22262f", additional: "#7d1a30" });
const THREAD = "#d9b45b";

/** Return the design of a card: its id without the number of the copy. @param {string} card */
export const designOf = (card) => card.slice(0, card.lastIndexOf("-"));

/** Return all card designs by id, each with its deck. @param {any} constants @returns {Map<string, any>} */
export function indexDesigns(constants) {
  const additional = [...constants.corner_designs, ...constants.action_designs];
  const all = [...constants.main_designs.map(inDeck("main")), ...additional.map(inDeck("additional"))];
  return new Map(all.map((design) => [design.id, design]));
}

/** @param {string} deck */
const inDeck = (deck) => (/** @type {any} */ design) => ({ ...design, deck });

/** @param {Context} ctx @param {string} card */
export const cardName = (ctx, card) => ctx.name("card", designOf(card));

/** @param {Context} ctx @param {string} card */
export const symbolsOf = (ctx, card) => ctx.designs.get(designOf(card))?.symbols ?? [];

/** Draw an icon in a square, or a letter if there is no icon. @param {Context} ctx @param {string} kind @param {any} id @param {number} x @param {number} y @param {number} size @param {number} [opacity] */
export function icon(ctx, kind, id, x, y, size, opacity = 1) {
  const { icon: href, colour = "#8d7b58", letter = "" } = ctx.appearanceOf(kind, id);
  if (href) return ctx.html`<image href=${href} x=${x} y=${y} width=${size} height=${size} opacity=${opacity} />`;
  return ctx.html`<g opacity=${opacity}><rect x=${x} y=${y} width=${size} height=${size} rx=${size / 4} fill=${colour} />
    <text x=${x + size / 2} y=${y + size * 0.7} font-size=${size * 0.55} text-anchor="middle" fill="#fff">${letter}</text></g>`;
}

/** Draw a card face up, with its top left corner at the origin. @param {Context} ctx @param {string} card @param {number} width @param {number} height */
export function face(ctx, card, width, height) {
  const design = ctx.designs.get(designOf(card));
  if (!design) return back(ctx, "main", width, height);
  return design.operation ? effectFace(ctx, design, width, height) : symbolFace(ctx, design, width, height);
}

/** @param {Context} ctx @param {number} width @param {number} height @param {string} ground @param {string} edge */
function paper(ctx, width, height, ground, edge) {
  const line = Math.max(1.2, width * 0.035);
  return ctx.html`<rect x=${line / 2} y=${line / 2} width=${width - line} height=${height - line} rx=${width * 0.11} fill=${ground} stroke=${edge} stroke-width=${line} />`;
}

/** @param {Context} ctx @param {any} design @param {number} width @param {number} height */
function symbolFace(ctx, design, width, height) {
  const edge = BACKING[design.deck];
  return ctx.html`${paper(ctx, width, height, "#fbf4e2", edge)}
    ${design.symbols.length === 2 ? pair(ctx, design.symbols, width, height) : triangle(ctx, design.symbols, width, height)}`;
}

/** @param {Context} ctx @param {string[]} symbols @param {number} width @param {number} height */
function pair(ctx, symbols, width, height) {
  const size = Math.min(width * 0.62, height * 0.425);
  const gap = (height - 2 * size) / 3;
  return symbols.map((each, index) => icon(ctx, "symbol", each, (width - size) / 2, gap + index * (size + gap), size));
}

/** @param {Context} ctx @param {string[]} symbols @param {number} width @param {number} height */
function triangle(ctx, symbols, width, height) {
  const size = Math.min(width * 0.42, height * 0.42);
  const gap = (height - 2 * size) / 3;
  const left = width / 2 - size - width * 0.01;
  const places = [[left, gap], [width / 2 + width * 0.01, gap], [(width - size) / 2, 2 * gap + size]];
  return symbols.map((each, index) => icon(ctx, "symbol", each, places[index][0], places[index][1], size));
}

/** @param {Context} ctx @param {any} design @param {number} width @param {number} height */
function effectFace(ctx, design, width, height) {
  const hasTitle = width >= 48;
  const size = hasTitle ? Math.min(width * 0.62, height * 0.5) : width * 0.74;
  const sign = width * (hasTitle ? 0.24 : 0.34);
  return ctx.html`${paper(ctx, width, height, "#fff3cf", "#b8860b")}
    ${icon(ctx, "operation", design.operation, (width - size) / 2, hasTitle ? height * 0.09 : height * 0.08, size)}
    ${icon(ctx, "timing", design.timing, width - sign - width * 0.05, hasTitle ? height * 0.05 : height - sign - height * 0.06, sign)}
    ${hasTitle ? title(ctx, ctx.name("card", design.id), width, height) : null}`;
}

/** Write the title of an action card in one or two lines. @param {Context} ctx @param {string} text @param {number} width @param {number} height */
function title(ctx, text, width, height) {
  const lines = splitTitle(text);
  const size = Math.min(width * 0.165, (width * 0.9) / (Math.max(...lines.map((line) => line.length)) * 0.65));
  const top = height * 0.81 - ((lines.length - 1) * size * 1.08) / 2;
  return lines.map((line, index) => ctx.html`<text x=${width / 2} y=${top + index * size * 1.08 + size * 0.35} font-size=${size} font-weight="600" text-anchor="middle" fill=${INK}>${line}</text>`);
}

/** Split a long title near its middle. @param {string} text */
function splitTitle(text) {
  const words = text.split(" ");
  if (words.length === 1 || text.length < 9) return [text];
  const half = text.length / 2;
  const breaks = words.slice(1).map((_, index) => words.slice(0, index + 1).join(" ").length);
  const best = breaks.reduce((near, each) => (Math.abs(each - half) < Math.abs(near - half) ? each : near));
  return [text.slice(0, best), text.slice(best + 1)];
}

/** Draw a card face down. @param {Context} ctx @param {string} deck @param {number} width @param {number} height */
export function back(ctx, deck, width, height) {
  const [x, y, r] = [width / 2, height / 2, width * 0.31];
  const line = Math.max(0.8, width * 0.022);
  return ctx.html`<rect x="0.5" y="0.5" width=${width - 1} height=${height - 1} rx=${width * 0.11} fill=${BACKING[deck]} stroke="#f6ecd4" stroke-width=${Math.max(1, width * 0.025)} />
    <g fill="none" stroke=${THREAD} stroke-width=${line}><circle cx=${x} cy=${y} r=${r} />
    <path d=${`M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`} /><path d=${`M${x - r * 0.71} ${y - r * 0.71}h${r * 1.42}v${r * 1.42}h${-r * 1.42}Z`} /></g>`;
}

/** Draw an outline around a target that is legal or selected. @param {Context} ctx @param {string} mark @param {number} width @param {number} height @param {number} [corner] */
export function outline(ctx, mark, width, height, corner = width * 0.13) {
  if (!mark) return null;
  const isChosen = mark === "chosen";
  const line = Math.min(Math.max(width * 0.028, 1.3), 2.4) * (isChosen ? 2 : 1);
  const layer = (/** @type {number} */ away, /** @type {number} */ stroke, /** @type {number} */ opacity) => ctx.html`<rect x=${-away} y=${-away}
    width=${width + 2 * away} height=${height + 2 * away} rx=${corner + away} fill="none" stroke=${GOLD} stroke-width=${stroke} stroke-opacity=${opacity} pointer-events="none" />`;
  return ctx.html`${layer(line * 1.6, line * 3, isChosen ? 0.36 : 0.2)}${layer(line * 0.6, line, 1)}`;
}
