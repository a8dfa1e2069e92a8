/** The screen between two players on one device: it hides the private data of the first until the second is ready. */

import { html } from "./html.js";
import { useEffect, useRef } from "./vendor/preact.js";
import { seatClass } from "./parts.js";
import { t } from "./words.js";
import { initial } from "./isolate.js";

/** @param {{colours: Record<string, string>, name: string, seat: number, take: () => void}} props */
export function Handover({ colours, name, seat, take }) {
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => button.current?.focus(), []);
  return html`<section class=${`handover ${seatClass(seat)}`} style=${colours}>
    <span class="disc huge" aria-hidden="true">${initial(name)}</span>
    <h1>${t("hand_over", { name })}</h1><p>${t("hand_over_more", { name })}</p>
    <button type="button" ref=${button} class="primary big" onClick=${take}>${t("i_am", { name })}</button>
  </section>`;
}
