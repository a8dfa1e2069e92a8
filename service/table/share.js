/** The dialog to share a game: links to watch, to join and to each seat, also as QR codes. */

import { html } from "./html.js";
import { useEffect, useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { Dialog, isFree, seatClass, useFetch } from "./components.js";
import { t } from "./i18n.js";
import { Embed } from "./embed.js";
import { isKey, linkTo } from "./storage.js";

/** @param {any} props */
export function Share({ state, texts, close }) {
  const { value } = useFetch(() => request(`/games/${state.game}/seats`), [state.game]);
  const free = (value?.seats ?? []).filter(isFree);
  const seatTokens = /** @type {[number, string][]} */ ([...state.tokens]).filter(([, token]) => !isKey(token)); // never share a player key
  const [shown, show] = useState("");
  const join = `${location.origin}${location.pathname}#/join/${state.game}`;
  return html`<${Dialog} title=${t("share")} close=${close}>
    <ul class="links">
      <li><${Link} label=${t("link_watch")} url=${linkTo(state.game)} shown=${shown} show=${show} /></li>
      ${free.length ? html`<li><${Link} label=${t("link_join")} url=${join} shown=${shown} show=${show} /></li>` : null}
      ${seatTokens.map(([seat, token]) => html`<li key=${seat}><${Link} label=${html`<span class=${`pip ${seatClass(seat)}`}>${texts.name("seat", seat)}</span> ${t("link_seat")}`} url=${linkTo(state.game, token)} shown=${shown} show=${show} isSecret=${true} /></li>`)}
    </ul><p class="faint">${t("link_note")}</p><${Embed} label=${t("embed_game")} path=${`game/${state.game}`} /></${Dialog}>`;
}

/** @param {{label: any, url: string, shown: string, show: (url: string) => void, isSecret?: boolean}} props */
function Link({ label, url, shown, show, isSecret }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    show(url);
    await navigator.clipboard?.writeText(url).then(() => setCopied(true), () => undefined);
  };
  return html`<div class="link-row"><span class="grow">${label}</span>
    <button type="button" class="quiet small" onClick=${copy}>${isCopied ? t("copied") : t("copy")}</button>
    <button type="button" class="quiet small" aria-expanded=${String(shown === url)} onClick=${() => show(shown === url ? "" : url)}>${t("show_qr")}</button></div>
    ${shown === url ? html`<${QrCode} text=${url} /><input class="link-text" readonly value=${url} aria-label=${t("link")} onFocus=${(/** @type {any} */ event) => event.target.select()} />${isSecret ? html`<p class="faint">${t("link_secret")}</p>` : null}` : null}`;
}

/** @param {{text: string}} props */
function QrCode({ text }) {
  const [path, setPath] = useState(/** @type {{size: number, path: string} | undefined} */ (undefined));
  useEffect(() => void qrPath(text).then(setPath), [text]);
  if (!path) return null;
  return html`<svg class="qr" viewBox=${`-4 -4 ${path.size + 8} ${path.size + 8}`} role="img" aria-label=${t("qr")}><rect x="-4" y="-4" width=${path.size + 8} height=${path.size + 8} class="qr-background" /><path d=${path.path} class="qr-dots" /></svg>`;
}

/** Return the SVG path of a QR code. @param {string} text */
async function qrPath(text) {
  const { default: qrcode } = await import("./vendor/qrcode.js");
  const code = qrcode(0, "L");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = "";
  for (let row = 0; row < size; row++) for (let column = 0; column < size; column++) if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
  return { size, path };
}
