/** Tests of the kit for the boards of packages: `html` draws what JSX draws. */

import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { Fragment, h, html } from "../src/kit/kit-1";

const shown = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(shown);
  if (typeof node !== "object" || node === null) return node;
  const { type, key, props } = node as { type: unknown; key?: unknown; props: { children?: unknown } };
  const { children, ...rest } = props;
  return { type, key, rest, children: shown(children) };
};

test("html reads elements, attributes, keys and lists", () => {
  const box = { x: 1, y: 2 };
  const drawn = html`<g key="disc-${3}" class="disc"><rect ...${box} fill=${"red"} />${[1, 2].map((r) => html`<circle r=${r} />`)}</g>`;
  const expected = h("g", { key: "disc-3", class: "disc" }, h("rect", { ...box, fill: "red" }), [
    h("circle", { r: 1 }),
    h("circle", { r: 2 }),
  ]);
  deepEqual(shown(drawn), shown(expected));
});

test("html draws a component, and returns several elements as a list", () => {
  const Dot = ({ r }: { r: number }) => h("circle", { r });
  deepEqual(shown(html`<${Dot} r=${4} />`), shown(h(Dot, { r: 4 })));
  deepEqual(shown(html`<g /><g />`), [shown(h("g", null)), shown(h("g", null))]);
  equal(Fragment({ children: "a" }), "a");
});
