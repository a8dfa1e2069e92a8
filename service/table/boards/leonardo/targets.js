/** Targets on the board for the pending decision: fields of the actions that the seat can submit. No rules are checked here. */

/** @typedef {import("./drawing.js").Context} Context @typedef {import("./drawing.js").Target} Target */

const PLACE_OF_LAB = { small: "lab:small", large: "lab:large" };

/** Return the target of an area. @param {Context} ctx @param {string} area @returns {Target | null} */
export function areaTarget({ decision, constants, view }, area) {
  if (decision === "place") return { place: area };
  if (decision === "council_move") return { to: area };
  const sells = constants.areas.find((/** @type {any} */ each) => each.area === area)?.sells;
  if (decision === "council_buy" && sells) return { component: sells };
  if (decision === "choose_favour" && sells) return { components: sells };
  if (decision === "area_turn" && view.resolving?.area === area) return { choice: "act" };
  return null;
}

/** Return the target of the people of a seat in an area. @param {Context} ctx @param {number} owner @param {string} area @returns {Target | null} */
export const groupTarget = ({ decision }, owner, area) => (decision === "council_move" ? { owner, from: area } : null);

/**
 * Return the selected parts of a work declaration: complete pairs of a lab and its invention, and a lab or an invention
 * whose counterpart is not selected yet. Players select the two one after the other, in any order.
 * @typedef {{pairs: Record<string, number>, lab: string | undefined, invention: number | undefined}} Declared
 * @param {Context} ctx @returns {Declared}
 */
export function declaredWork({ decision, constants, stateOf, view, seat }) {
  if (decision !== "declare_work") return { pairs: {}, lab: undefined, invention: undefined };
  const labs = view.seats.find((/** @type {any} */ each) => each.seat === seat).labs.map((/** @type {any} */ each) => each.lab);
  const inventions = constants.inventions.map((/** @type {any} */ each) => each.number).filter((/** @type {number} */ number) => stateOf({ invention: number }));
  const isChosen = (/** @type {Target} */ target) => stateOf(target) === "chosen";
  const pairs = Object.fromEntries(labs.flatMap((/** @type {string} */ lab) =>
    inventions.filter((/** @type {number} */ invention) => isChosen({ start: lab, invention })).map((/** @type {number} */ invention) => [lab, invention])));
  const started = Object.values(pairs);
  return {
    pairs,
    lab: labs.find((/** @type {string} */ lab) => !(lab in pairs) && isChosen({ start: lab })),
    invention: inventions.find((/** @type {number} */ invention) => !started.includes(invention) && isChosen({ invention })),
  };
}

/** @param {Context} ctx @param {string} lab @param {boolean} working @returns {Target} */
function workTarget({ work: { pairs, invention }, stateOf }, lab, working) {
  if (lab in pairs) return { start: lab, invention: pairs[lab] };
  if (working && !(invention && stateOf({ interrupt: lab }) === "chosen")) return { interrupt: lab };
  return invention ? { start: lab, invention } : { start: lab };
}

/** Return the target of a lab. @param {Context} ctx @param {number} owner @param {{lab: "small" | "large", working: boolean}} lab @returns {Target | null} */
export function labTarget(ctx, owner, { lab, working }) {
  const { decision, seat } = ctx;
  if (decision === "council_move") return { owner, from: PLACE_OF_LAB[lab] };
  if (owner !== seat) return null;
  if (decision === "place") return { place: PLACE_OF_LAB[lab] };
  if (decision === "choose_favour") return { lab };
  if (decision === "declare_work") return workTarget(ctx, lab, working);
  return null;
}

/** Return the target of an invention, wherever it lies. @param {Context} ctx @param {number} invention @returns {Target | null} */
export function inventionTarget({ decision, work: { pairs, lab } }, invention) {
  if (decision === "auction_choice") return { invention };
  if (decision !== "declare_work") return null;
  const started = Object.keys(pairs).find((each) => pairs[each] === invention) ?? lab;
  return started ? { start: started, invention } : { invention };
}

/** Return the target of a space of the Council. @param {Context} ctx @param {number} space @returns {Target | null} */
export const spaceTarget = ({ decision }, space) => (decision === "council_space" ? { space } : null);

/** Return the target of a seat. @param {Context} ctx @param {number} seat @returns {Target | null} */
export const seatTarget = ({ decision }, seat) => (decision === "name_leonardo" ? { seat } : null);

/** Return the target of a component in the viewing seat's hand. @param {Context} ctx @param {string} kind @returns {Target | null} */
export const handTarget = ({ decision }, kind) => (decision === "market_swap" ? { give: kind } : null);

/** Return the target of a component on the market. @param {Context} ctx @param {string} kind @returns {Target | null} */
export const marketTarget = ({ decision }, kind) => (decision === "market_swap" ? { take: kind } : null);
