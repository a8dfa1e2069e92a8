/** Names written from right to left, isolated so that they do not change the order of the words around them. */

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const MARKS = /[\u2068\u2069]/g;

/** Return a name between Unicode isolates if it is written from right to left. @param {string} text */
export const isolateRtl = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text.replace(MARKS, "")}\u2069` : text);

/** Return the first letter of a name, as a reader sees it. @param {string} name */
export function initial(name) {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.replace(MARKS, ""));
  return first?.segment ?? "";
}
