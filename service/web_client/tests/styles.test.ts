import { deepEqual } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const STYLES = join(process.cwd(), "styles");
/** A length in a property whose lengths are steps of the scales. Lengths in `em` follow the text around them. */
const LENGTH =
  /\n\s*(font|font-size|(?:row-|column-)?gap|padding[a-z-]*|margin[a-z-]*|border[a-z-]*radius): [^;]*\drem/g;
/** Single lengths above the scale, and the type of a large screen, which grows with the screen. */
const OTHERS = ["buttons.css padding-inline", "lobby.css gap", "log.css padding-inline-start", "venue.css font-size"];

/** Return the style sheets by name. */
const sheets = () =>
  readdirSync(STYLES)
    .filter((name) => name !== "tokens.css")
    .map((name) => ({ name, text: readFileSync(join(STYLES, name), "utf8") }));

test("sizes of type, gaps and corners are steps of the scales", () => {
  const found = sheets().flatMap(({ name, text }) =>
    [...text.matchAll(LENGTH)].map(([, property]) => `${name} ${property}`),
  );
  deepEqual(found.sort(), OTHERS);
});

test("every custom property that a rule reads is set", () => {
  const all = readdirSync(STYLES)
    .map((name) => readFileSync(join(STYLES, name), "utf8"))
    .join("");
  const set = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const read = new Set([...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  deepEqual(
    [...read].filter((name) => !set.has(name)),
    [],
  );
});

test("every style sheet is imported by one that a page loads", () => {
  const pages = ["page", "howto", "lesson", "plain", "print", "screens", "tournament", "venue"].map(
    (name) => `${name}.css`,
  );
  const imports = pages.flatMap((page) =>
    [...readFileSync(join(STYLES, page), "utf8").matchAll(/@import "\.\/(.+)";/g)].map(([, name]) => name),
  );
  deepEqual([...imports, ...pages].sort(), readdirSync(STYLES).sort());
});
