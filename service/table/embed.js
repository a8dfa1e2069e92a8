/** The line of HTML that shows a game, standings or a bracket on another site. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { t } from "./i18n.js";

/** @param {{label: string, path: string}} props `path`: after `#/` in the URL of the widget */
export function Embed({ label, path }) {
  const [isCopied, setCopied] = useState(false);
  const line = `<iframe src="${location.origin}/widget#/${path}" width="640" height="480" title="${label}" loading="lazy"></iframe>`;
  const copy = () => navigator.clipboard?.writeText(line).then(() => setCopied(true), () => undefined);
  return html`<div class="row bottom embed"><label class="field"><span>${t("embed", { label })}</span><input readonly value=${line} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label>
    <button type="button" class="quiet small" onClick=${copy}>${t(isCopied ? "copied" : "copy_code")}</button></div>`;
}
