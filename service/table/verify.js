/** Checks of a record that a browser can do: its form, its hash chain, and the commitment to salt and seed. */

const AFTER_HEAD = ["setup", "events", "result", "hash"];

/**
 * @typedef {{name: "form" | "chain" | "seed" | "hash", isRight: boolean, at?: number}} Check
 */

/** Check a record. The moves are not checked, since the page has no rules. @param {string} text @param {any} record @returns {Promise<Check[]>} */
export async function checks(text, record) {
  const broken = await brokenEntry(record);
  const pairs = `${record.salt}${record.seed}`.match(/../g) ?? [];
  const seed = Uint8Array.from(pairs, (/** @type {string} */ pair) => parseInt(pair, 16));
  return [
    { name: "form", isRight: text === `${canonical(record)}\n` },
    { name: "chain", isRight: broken === undefined, at: broken },
    { name: "seed", isRight: (await digest(seed)) === record.commitment },
  ];
}

/** Format JSON canonically (RFC 8785). @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Return the number of the first entry whose hash is wrong: 0 for head or set-up, then the events, then the result. @param {any} record */
async function brokenEntry(record) {
  const head = Object.fromEntries(Object.entries(record).filter(([name]) => !AFTER_HEAD.includes(name)));
  let last = await link("", head);
  const entries = [record.setup, ...record.events, { ...record.result, hash: record.hash }];
  for (const [number, { hash, ...entry }] of entries.entries()) {
    last = await link(last, entry);
    if (last !== hash) return number;
  }
  return undefined;
}

/** @param {string} previous @param {any} entry */
const link = (previous, entry) => digest(new TextEncoder().encode(previous + canonical(entry)));

/** Return the SHA-256 hash in hexadecimal digits. Pages without TLS have no `crypto.subtle` and use `sha256.js`. @param {Uint8Array<ArrayBuffer>} bytes */
export async function digest(bytes) {
  const own = async () => (await import("./sha256.js")).sha256(bytes);
  const result = crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : await own();
  return Array.from(result, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
