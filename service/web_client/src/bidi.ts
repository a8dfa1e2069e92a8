/** Names written from right to left, isolated so that they do not change the order of the words around them. */

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const MARKS = /[\u2068\u2069]/g;

/** Return a name between Unicode isolates if it is written from right to left. */
export const isolateRtl = (text: string) =>
  RIGHT_TO_LEFT.test(text) ? `\u2068${text.replace(MARKS, "")}\u2069` : text;

/** List the letters of a name, as a reader sees them. */
const lettersOf = (name: string) =>
  [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.replace(MARKS, ""))].map(
    ({ segment }) => segment,
  );

/** Return the first letter of a name, as a reader sees it. */
export const initial = (name: string) => lettersOf(name)[0] ?? "";

/** Return the first letters of a name and an ellipsis, which follows them in their own direction. */
export const cut = (name: string, count: number) =>
  isolateRtl(`${lettersOf(name).slice(0, count).join("").trimEnd()}…`);
