/** A small DOM for React, in which components are shown and clicked. JSX is compiled when it is imported. */

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { Window } from "happy-dom";
import typescript from "typescript";

const { JsxEmit, ModuleKind, ScriptTarget } = typescript;
const compilerOptions = { jsx: JsxEmit.ReactJSX, module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "react-native" ? "react-native-web" : specifier, context),
  load(url, context, next) {
    if (!url.endsWith(".jsx")) return next(url, context);
    const { outputText } = typescript.transpileModule(readFileSync(fileURLToPath(url), "utf8"), { compilerOptions });
    return { format: "module", source: outputText, shortCircuit: true };
  },
});

export const window = new Window({ url: "http://localhost/" });
const { document, localStorage, ShadowRoot } = window;
Object.assign(globalThis, { window, document, ShadowRoot });
Object.defineProperty(globalThis, "localStorage", { value: localStorage });
const { createRoot } = await import("react-dom/client");

/** Show an element until a condition of its container is met, and act after each change. */
export async function show(element, isDone, change = () => undefined) {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  await new Promise((resolve) => {
    const look = () => (isDone(container) ? resolve() : change(container));
    new window.MutationObserver(look).observe(container, { childList: true, subtree: true, characterData: true });
    root.render(element);
  });
  const text = container.textContent;
  root.unmount();
  return text;
}

/** Click an element, which may be a part of a drawing. */
export const click = (element) => element?.dispatchEvent(new window.MouseEvent("click", { bubbles: true }));
