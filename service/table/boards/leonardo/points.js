/** What pointing at each thing means while a decision is open: members of the actions that answer it, and no rule. */

/** @typedef {import("./drawing.js").Table} Table @typedef {import("./drawing.js").Points} Points */

const PLACE_OF_LAB = { small: "lab:small", large: "lab:large" };

/** An area of the city. @param {Table} table @param {string} area @returns {Points | null} */
export function areaPoints({ decision, tables, view }, area) {
  if (decision === "place") return { place: area };
  if (decision === "council_move") return { to: area };
  const sells = tables.areas.find((/** @type {any} */ each) => each.area === area)?.sells;
  if (decision === "council_buy" && sells) return { component: sells };
  if (decision === "choose_favour" && sells) return { components: sells };
  if (decision === "area_turn" && view.resolving?.area === area) return { choice: "act" };
  return null;
}

/** The people of a seat in an area. @param {Table} table @param {number} owner @param {string} area @returns {Points | null} */
export const groupPoints = ({ decision }, owner, area) => (decision === "council_move" ? { owner, from: area } : null);

/** A lab of a seat. @param {Table} table @param {number} owner @param {{lab: "small" | "large", working: boolean}} lab @returns {Points | null} */
export function labPoints({ decision, seat }, owner, { lab, working }) {
  if (decision === "council_move") return { owner, from: PLACE_OF_LAB[lab] };
  if (owner !== seat) return null;
  if (decision === "place") return { place: PLACE_OF_LAB[lab] };
  if (decision === "choose_favour") return { lab };
  if (decision === "declare_work") return working ? { interrupt: lab } : { start: lab };
  return null;
}

/** An invention, wherever it lies. @param {Table} table @param {number} invention @returns {Points | null} */
export function inventionPoints({ decision }, invention) {
  if (decision === "declare_work" || decision === "auction_choice") return { invention };
  return null;
}

/** A space of the Council. @param {Table} table @param {number} space @returns {Points | null} */
export const spacePoints = ({ decision }, space) => (decision === "council_space" ? { space } : null);

/** A seat. @param {Table} table @param {number} seat @returns {Points | null} */
export const seatPoints = ({ decision }, seat) => (decision === "name_leonardo" ? { seat } : null);

/** A component in the own hand. @param {Table} table @param {string} kind @returns {Points | null} */
export const handPoints = ({ decision }, kind) => (decision === "market_swap" ? { give: kind } : null);

/** A component on the market. @param {Table} table @param {string} kind @returns {Points | null} */
export const marketPoints = ({ decision }, kind) => (decision === "market_swap" ? { take: kind } : null);
