/** Targets on the board for the pending decision: fields of the actions that the seat can submit. No rules are checked here. */

/** @typedef {import("./drawing.js").Table} Table @typedef {import("./drawing.js").Points} Points */

const PLACE_OF_LAB = { small: "lab:small", large: "lab:large" };

/** Return the target of an area. @param {Table} table @param {string} area @returns {Points | null} */
export function areaPoints({ decision, constants, view }, area) {
  if (decision === "place") return { place: area };
  if (decision === "council_move") return { to: area };
  const sells = constants.areas.find((/** @type {any} */ each) => each.area === area)?.sells;
  if (decision === "council_buy" && sells) return { component: sells };
  if (decision === "choose_favour" && sells) return { components: sells };
  if (decision === "area_turn" && view.resolving?.area === area) return { choice: "act" };
  return null;
}

/** Return the target of the people of a seat in an area. @param {Table} table @param {number} owner @param {string} area @returns {Points | null} */
export const groupPoints = ({ decision }, owner, area) => (decision === "council_move" ? { owner, from: area } : null);

/**
 * Return the selected parts of a work declaration: complete pairs of a lab and its invention, and a lab or an invention
 * whose counterpart is not selected yet. Players select the two one after the other, in any order.
 * @typedef {{pairs: Record<string, number>, lab: string | undefined, invention: number | undefined}} Declared
 * @param {Table} table @returns {Declared}
 */
export function declaredWork({ decision, constants, marks, view, seat }) {
  if (decision !== "declare_work") return { pairs: {}, lab: undefined, invention: undefined };
  const labs = view.seats.find((/** @type {any} */ each) => each.seat === seat).labs.map((/** @type {any} */ each) => each.lab);
  const inventions = constants.inventions.map((/** @type {any} */ each) => each.number).filter((/** @type {number} */ number) => marks({ invention: number }));
  const isChosen = (/** @type {Points} */ points) => marks(points) === "chosen";
  const pairs = Object.fromEntries(labs.flatMap((/** @type {string} */ lab) =>
    inventions.filter((/** @type {number} */ invention) => isChosen({ start: lab, invention })).map((/** @type {number} */ invention) => [lab, invention])));
  const started = Object.values(pairs);
  return {
    pairs,
    lab: labs.find((/** @type {string} */ lab) => !(lab in pairs) && isChosen({ start: lab })),
    invention: inventions.find((/** @type {number} */ invention) => !started.includes(invention) && isChosen({ invention })),
  };
}

/** @param {Table} table @param {string} lab @param {boolean} working @returns {Points} */
function workPoints({ work: { pairs, invention }, marks }, lab, working) {
  if (lab in pairs) return { start: lab, invention: pairs[lab] };
  if (working && !(invention && marks({ interrupt: lab }) === "chosen")) return { interrupt: lab };
  return invention ? { start: lab, invention } : { start: lab };
}

/** Return the target of a lab. @param {Table} table @param {number} owner @param {{lab: "small" | "large", working: boolean}} lab @returns {Points | null} */
export function labPoints(table, owner, { lab, working }) {
  const { decision, seat } = table;
  if (decision === "council_move") return { owner, from: PLACE_OF_LAB[lab] };
  if (owner !== seat) return null;
  if (decision === "place") return { place: PLACE_OF_LAB[lab] };
  if (decision === "choose_favour") return { lab };
  if (decision === "declare_work") return workPoints(table, lab, working);
  return null;
}

/** Return the target of an invention, wherever it lies. @param {Table} table @param {number} invention @returns {Points | null} */
export function inventionPoints({ decision, work: { pairs, lab } }, invention) {
  if (decision === "auction_choice") return { invention };
  if (decision !== "declare_work") return null;
  const started = Object.keys(pairs).find((each) => pairs[each] === invention) ?? lab;
  return started ? { start: started, invention } : { invention };
}

/** Return the target of a space of the Council. @param {Table} table @param {number} space @returns {Points | null} */
export const spacePoints = ({ decision }, space) => (decision === "council_space" ? { space } : null);

/** Return the target of a seat. @param {Table} table @param {number} seat @returns {Points | null} */
export const seatPoints = ({ decision }, seat) => (decision === "name_leonardo" ? { seat } : null);

/** Return the target of a component in the viewing seat's hand. @param {Table} table @param {string} kind @returns {Points | null} */
export const handPoints = ({ decision }, kind) => (decision === "market_swap" ? { give: kind } : null);

/** Return the target of a component on the market. @param {Table} table @param {string} kind @returns {Points | null} */
export const marketPoints = ({ decision }, kind) => (decision === "market_swap" ? { take: kind } : null);
