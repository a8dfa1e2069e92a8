/** The commitments, points and downloads of a tournament. */

import { html } from "../html.js";
import { useState } from "../vendor/preact.js";
import { send } from "../api.js";
import { currentLanguage, t } from "../i18n.js";
import { Embed } from "../embed.js";
import { sha256 } from "../sha256.js";

/** @param {import("./page.js").PageProps} props */
export function Details({ data: { tournament }, account: { key: token } }) {
  const { tournament: id, status, commitment, seed, deal_commitment: dealCommitment, deal_secret: secret } = tournament;
  const isPairs = tournament.stages.length === 1 && tournament.stages[0].format === "swiss" && tournament.stages[0].table_size === 2;
  const isOver = status === "over" || status === "cancelled";
  return html`<details class="card cup-details"><summary><h2>${t("details")}</h2></summary>
    <dl class="cup-facts-list">
      <div><dt>${t("points_table")}</dt><dd>${tournament.points.filter(({ table_size: size }) => tournament.stages.some((stage) => size === stage.table_size || size === (stage.table_size ?? 2) - 1)).map(({ table_size: size, by_place: places }) => html`<span key=${size} class="cup-point-row">${t("table_of", { size })}: ${places.join(" · ")}</span>`)}</dd></div>
      <div><dt>${t("tie_breaks_in_order")}</dt><dd>${tournament.tie_breaks.map((each) => t("tie_break", { name: each })).join(", ")}</dd></div>
      <div><dt>${t("rated_games")}</dt><dd>${t(tournament.rated === false ? "no" : "yes")}</dd></div>
      <${Commitment} title=${t("seed_commitment")} commitment=${commitment} secret=${seed} later=${t("seed_later")} />
      <${Commitment} title=${t("deal_commitment")} commitment=${dealCommitment} secret=${secret} later=${t("secret_later")} /></dl>
    <p class="row"><${DownloadButton} path=${`/tournaments/${id}/standings/csv`} name="standings.csv" token=${token}>${t("standings")} (CSV)</${DownloadButton}>
      ${isPairs && status !== "registration" ? html`<${DownloadButton} path=${`/tournaments/${id}/standings/trf`} name="standings.trf" token=${token}>${t("standings")} (TRF)</${DownloadButton}>` : null}
      ${isOver ? html`<${DownloadButton} path=${`/tournaments/${id}/record`} name=${`${id}.json`} token=${token}>${t("save_record")}</${DownloadButton}>` : null}</p>
    ${isOver ? html`<p class="faint">${t("record_note")}</p>` : null}
    ${tournament.visibility === "private" ? null : html`<${Embed} label=${t("standings")} path=${`standings/${id}`} />${tournament.stages.some(({ format }) => format.endsWith("knockout")) ? html`<${Embed} label=${t("bracket")} path=${`bracket/${id}`} />` : null}`}</details>`;
}

/** A commitment and, once its secret is published, whether they match. @param {{title: string, commitment: string, secret?: string, later: string}} props */
function Commitment({ title, commitment, secret, later }) {
  const isValid = secret !== undefined && digest(secret) === commitment;
  return html`<div class="cup-commitment"><dt>${title}</dt><dd><code>${commitment}</code>
    ${secret === undefined ? html`<small class="faint">${later}</small>` : html`<code>${secret}</code><small class=${isValid ? "cup-valid" : "cup-invalid"}>${t(isValid ? "commitment_kept" : "commitment_broken")}</small>`}</dd></div>`;
}

/** @param {string} text hexadecimal digits */
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {string} secret */
const digest = (secret) => Array.from(sha256(bytes(secret)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A download button. The file is fetched with the player key in the header. @param {{path: string, name: string, token?: string, children?: unknown}} props */
function DownloadButton({ path, name, token, children }) {
  const [rejected, setRejected] = useState(false);
  const save = async () => {
    const response = await send(path, { token, language: currentLanguage() }).catch(() => undefined);
    setRejected(!response?.ok);
    if (response?.ok) download(await response.blob(), name);
  };
  return html`<button type="button" class="quiet small" onClick=${save}>${children}</button>${rejected ? html`<span role="alert">${t("not_there_yet")}</span>` : null}`;
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
