/** The key of an element is also its `data-key`, by which animations find it. */

import { options } from "preact";

const before = options.vnode;

options.vnode = (vnode) => {
  if (typeof vnode.type === "string" && vnode.key != null) {
    (vnode.props as Record<string, unknown>)["data-key"] = vnode.key;
  }
  before?.(vnode);
};
