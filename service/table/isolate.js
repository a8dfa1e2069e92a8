/** Names of users among other words: each keeps its direction, and leaves that of the words around it. */

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const MARKS = /[\u2068\u2069]/g;

/** Return a name between Unicode isolates if it is written from right to left. @param {string} text */
export const isolated = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text.replace(MARKS, "")}\u2069` : text);

/** Return what a reader takes for the first letter of a name. @param {string} name */
export function initial(name) {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.replace(MARKS, ""));
  return first?.segment ?? "";
}
