/** Templates: htm on Preact. The key of an element is also its `data-key`, by which animations find it. */

import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

/** @param {any} type @param {import("./vendor/preact.js").Props} props @param {unknown[]} children */
function element(type, props, ...children) {
  const isKeyed = typeof type === "string" && props?.key !== undefined;
  return h(type, isKeyed ? { ...props, "data-key": props.key } : props, ...children);
}

export const html = htm.bind(element);
