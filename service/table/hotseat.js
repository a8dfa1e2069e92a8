/** The screen between two players on one device: it hides the private data of the first until the second is ready. */

import { html } from "./html.js";
import { useEffect, useRef } from "./vendor/preact.js";
import { initial } from "./bidi.js";
import { seatClass } from "./components.js";
import { t } from "./i18n.js";

/** @param {{colours: Record<string, string>, name: string, seat: number, onReady: () => void}} props */
export function Hotseat({ colours, name, seat, onReady }) {
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => button.current?.focus(), []);
  return html`<section class=${`hotseat ${seatClass(seat)}`} style=${colours}>
    <span class="disc huge" aria-hidden="true">${initial(name)}</span>
    <h1>${t("hand_over", { name })}</h1><p>${t("hand_over_more", { name })}</p>
    <button type="button" ref=${button} class="primary big" onClick=${onReady}>${t("i_am", { name })}</button>
  </section>`;
}
