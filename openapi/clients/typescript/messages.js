/** ICU MessageFormat, as far as rulesets use it: arguments, plurals with `#`, and selects. */

/**
 * @typedef {string | {name: string} | {name: string, form: "plural" | "select", cases: Record<string, Part[]>} | {number: true}} Part
 */

/** @type {Map<string, Part[]>} */
const parsed = new Map();

/**
 * Format a message.
 * @param {string} text
 * @param {Record<string, unknown>} values by argument
 * @param {string} language for plurals and numbers
 */
export function formatMessage(text, values, language) {
  let parts = parsed.get(text);
  if (!parts) {
    parts = new Parser(text).parts();
    parsed.set(text, parts);
  }
  return format(parts, values, language, undefined);
}

/** @param {Part[]} parts @param {Record<string, unknown>} values @param {string} language @param {number | undefined} number @returns {string} */
function format(parts, values, language, number) {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    if ("number" in part) return String(number ?? "#");
    const value = values[part.name];
    if (!("form" in part)) return value === undefined ? "" : String(value);
    const count = part.form === "plural" ? Number(value ?? 0) : undefined;
    const chosen = part.cases[caseOf(part, value, language)] ?? part.cases.other ?? [];
    return format(chosen, values, language, count ?? number);
  }).join("");
}

/** @param {{form: string, cases: Record<string, Part[]>}} part @param {unknown} value @param {string} language */
function caseOf({ form, cases }, value, language) {
  if (form === "select") return String(value ?? "none");
  const number = Number(value ?? 0);
  if (`=${number}` in cases) return `=${number}`;
  if (!Intl.PluralRules) return number === 1 ? "one" : "other"; // React Native has none without a polyfill
  return new Intl.PluralRules(language).select(number);
}

/** Parser of one message. An apostrophe quotes the text that follows it; two are a literal apostrophe. */
class Parser {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** @param {boolean} [inPlural] @returns {Part[]} */
  parts(inPlural = false) {
    /** @type {Part[]} */
    const found = [];
    let plain = "";
    const flush = () => (plain && found.push(plain), (plain = ""));
    while (this.at < this.text.length && this.text[this.at] !== "}") {
      const character = this.text[this.at];
      if (character === "{") {
        flush();
        found.push(this.argument());
      } else if (character === "#" && inPlural) {
        flush();
        found.push({ number: true });
        this.at += 1;
      } else plain += this.plain(character);
    }
    flush();
    return found;
  }

  /** @param {string} character */
  plain(character) {
    this.at += 1;
    if (character !== "'") return character;
    const next = this.text[this.at];
    if (next === "'") return (this.at += 1), "'";
    if (next !== "{" && next !== "}" && next !== "#") return "'";
    const end = this.text.indexOf("'", this.at);
    const quoted = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end + 1;
    return quoted;
  }

  /** @returns {Part} */
  argument() {
    this.at += 1;
    const name = this.until(",}");
    if (this.text[this.at++] === "}") return { name };
    const form = /** @type {"plural" | "select"} */ (this.until(","));
    this.at += 1;
    /** @type {Record<string, Part[]>} */
    const cases = {};
    for (let label = this.until("{}"); this.text[this.at] === "{"; label = this.until("{}")) {
      this.at += 1;
      cases[label] = this.parts(form === "plural");
      this.at += 1;
    }
    this.at += 1;
    return { name, form, cases };
  }

  /** @param {string} ends */
  until(ends) {
    const start = this.at;
    while (this.at < this.text.length && !ends.includes(this.text[this.at])) this.at += 1;
    return this.text.slice(start, this.at).trim();
  }
}
