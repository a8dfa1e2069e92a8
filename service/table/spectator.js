/** What a spectator of a game is shown beside the board: the delay, and the way to all seats side by side. */

import { html } from "./html.js";
import { request } from "./api.js";
import { useFetch } from "./components.js";
import { t } from "./i18n.js";

/** What spectators see later or not at all. @param {{spectators?: {kind: string, events?: number, seconds?: number}}} props */
export function Delay({ spectators }) {
  if (!spectators || spectators.kind === "open") return null;
  return html`<p class="delay" role="note">${spectators.kind === "off" ? t("delay_off") : t("delay", { events: spectators.events ?? 0, seconds: spectators.seconds ?? 0 })}</p>`;
}

/** @param {{game: string}} props */
export function SpectatorNote({ game }) {
  const { value } = useFetch(() => request(`/games/${game}`), [game]);
  return html`<div class="row"><${Delay} spectators=${value?.status === "running" ? value.spectators : undefined} /><a class="button quiet small" href=${`#/watch/${game}`}>${t("side_by_side")}</a></div>`;
}
