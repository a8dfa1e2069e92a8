/**
 * Write the types of the contract: `node contract.mjs openapi.json contract.d.ts`.
 *
 * The types are those of openapi-typescript, at a fifth of the size. Comments are the first sentences of descriptions;
 * `/docs/reference` has the whole texts. Editors merge the comments of the variants of a union, so one of them is enough.
 */
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";

/** The most bytes of the file, which an editor of each front end reads. */
const MOST = 470_000;
const SHARED = "x-shared-field";
const SENTENCE = /^.*?\.(?=\s|$)/s;
/** Where descriptions are left out: an editor shows these at each operation and path that has them. */
const UNDESCRIBED = new Set(["header", "path"]);
const ALIASES = { schemas: "Schemas", responses: "Responses", parameters: "Sent" };

/** Return a part of the contract with each shared field in the place of its references: its comment stands there. */
function inlined(part, schemas) {
  if (Array.isArray(part)) return part.map((each) => inlined(each, schemas));
  if (typeof part !== "object" || part === null) return part;
  const { [SHARED]: isShared, ...field } = schemas[part.$ref?.split?.("/").at(-1)] ?? {};
  if (isShared) return field;
  const entries = Object.entries(part).filter(([, value]) => !value?.[SHARED]);
  return Object.fromEntries(entries.map(([name, value]) => [name, inlined(value, schemas)]));
}

/** Return a part of the contract with the first sentences of its descriptions, and without examples. */
function brief(part) {
  if (Array.isArray(part)) return part.map(brief);
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).filter(([name]) => !(name === "example" && "schema" in part));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === "description" ? first(part) : brief(value)]),
  );
}

function first({ description, in: place, responses, schema, type }) {
  if (typeof description !== "string") return brief(description); // a field with this name
  const isHeader = schema !== undefined && place === undefined && type === undefined;
  if (responses !== undefined || isHeader || UNDESCRIBED.has(place)) return "";
  return (SENTENCE.exec(description)?.[0] ?? description).replaceAll(/\s+/g, " ");
}

/** Return the text of the types with shorter comments and references. */
function compact(text) {
  return text
    .replaceAll(/^( {4})+/gm, (indent) => "\t".repeat(indent.length / 4))
    .replaceAll(/\/\*\*\s*\* @description (.*)\s*\* @enum \{\w+\}\s*\*\//g, "/** $1 */")
    .replaceAll(/^\t*\/\*\* @enum \{\w+\} \*\/\n/gm, "")
    .replaceAll(/^\t*\/\*\* discriminator enum property added by openapi-typescript \*\/\n/gm, "")
    .replaceAll("/** @description ", "/** ")
    .replaceAll(/^\t*\/\*\* (OK|Created|Accepted|No Content|Not Modified) \*\/\n/gm, "")
    .replaceAll(/components\["(schemas|responses|parameters)"\]\[/g, (_, kind) => `${ALIASES[kind]}[`);
}

/** Leave out the comment of a field where an earlier type has the same field with the same comment. */
function once(text) {
  const seen = new Set();
  return text.replaceAll(/^\t*(\/\*\*.*\*\/)\n\t*(["\w]+\??:)/gm, (whole, comment, field) => {
    const isKnown = seen.has(`${field} ${comment}`);
    seen.add(`${field} ${comment}`);
    return isKnown ? whole.slice(whole.indexOf("\n") + 1) : whole;
  });
}

/** Replace the headers that several operations have by types; return the text and the declarations of these types. */
function sharing(text) {
  const names = new Map();
  const replaced = text.replaceAll(/^(\t+)(headers?\??): (\{\n(?:\1\t.*\n)+\1\});/gm, (_, indent, field, type) => {
    const flat = type.replaceAll(`\n${indent}`, "\n");
    if (!names.has(flat)) names.set(flat, `Headers${names.size + 1}`);
    return `${indent}${field}: ${names.get(flat)};`;
  });
  return [replaced, Array.from(names, ([type, name]) => `type ${name} = ${type};\n`)];
}

const [input, output] = process.argv.slice(2);
const contract = JSON.parse(readFileSync(input, "utf8"));
const generated = astToString(await openapiTS(brief(inlined(contract, contract.components.schemas))));
const [types, shared] = sharing(once(compact(generated)));
const aliases = Object.entries(ALIASES).map(([kind, name]) => `type ${name} = components["${kind}"];\n`);
const written = `${COMMENT_HEADER}export {};\n${[...aliases, ...shared].join("")}${types}`;
const size = Buffer.byteLength(written);
if (size > MOST) throw new Error(`the types of the contract have ${size} bytes, more than ${MOST}`);
writeFileSync(output, written);
