/** The screen that verifies and replays the record of a finished game. */

import { html } from "./html.js";
import { useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { loadRuleset } from "./drawings.js";
import { viewsOf } from "./cache.js";
import { seatColours } from "./colours.js";
import { playerName, seatClass, useTitle } from "./components.js";
import { levelName } from "./game.js";
import { currentLanguage, t } from "./i18n.js";
import { isCompleted, sentences } from "./log.js";
import { Players } from "./players.js";
import { ScoreSheet, winners } from "./results.js";
import { StaticBoard } from "./staticboard.js";
import { gameTexts } from "./client/texts.js";
import { checks } from "./verify.js";

const LARGEST = 20_000_000;
const STEP_SECONDS = 1;

/** @param {{file: File | null}} props */
export function RecordScreen({ file: dropped }) {
  useTitle(t("record_title"));
  const [file, setFile] = useState(dropped);
  const [read, setRead] = useState(/** @type {any} */ ({}));
  useEffect(() => {
    if (file) readRecord(file).then(setRead);
  }, [file]);
  const choose = (/** @type {any} */ event) => setFile(event.target.files[0]);
  return html`<div class="record">
    ${read.record ? null : html`<section class="card drop-zone"><h1>${t("record_title")}</h1><p>${t("record_invitation")}</p>
      <label class="button primary file">${t("record_choose")}<input type="file" accept=".json,application/json" onChange=${choose} /></label>
      ${read.isUnreadable ? html`<p class="error-message" role="alert">${t("record_unreadable")}</p>` : null}</section>`}
    ${read.record ? html`<${Replay} ...${read} />` : null}</div>`;
}

/** Read and verify the file of a record. @param {File} file */
async function readRecord(file) {
  try {
    if (file.size > LARGEST) return { isUnreadable: true };
    const text = await file.text();
    const record = JSON.parse(text);
    if (record.format !== "bottega-record" || !Array.isArray(record.events)) return { isUnreadable: true };
    return { record, checked: [...(await checks(text, record)), ...(await publishedHash(record))], ...(await fetchRuleset(record)) };
  } catch {
    return { isUnreadable: true };
  }
}

/** Compare the hash of a record with the published one, if the service knows the game. @param {any} record @returns {Promise<import("./verify.js").Check[]>} */
async function publishedHash(record) {
  const result = await request(`/games/${record.game_id}/result`, { attempts: 1 }).catch(() => undefined);
  return result?.record_hash ? [{ name: "hash", isRight: result.record_hash === record.hash }] : [];
}

/** Fetch the display names from the service or from the cache. @param {any} record */
async function fetchRuleset(record) {
  const ruleset = await loadRuleset(record.ruleset, { attempts: 1 }).catch(() => undefined);
  return { ruleset: ruleset ?? { ruleset: record.ruleset, title: record.ruleset, names: [] }, isNameless: !ruleset };
}

/** Load the views of a spectator; undefined if they are unknown or names are missing. @param {any} record @param {boolean} isNameless @returns {import("./types").GameView[] | undefined} */
function useViews(record, isNameless) {
  const [views, setViews] = useState(/** @type {any} */ (undefined));
  useEffect(() => void (isNameless || viewsOf(record).then(setViews)), [record]);
  return views;
}

/** @param {{record: any, checked: any[], ruleset: any, isNameless: boolean}} props */
function Replay({ record, checked, ruleset, isNameless }) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const names = record.seats.map((/** @type {any} */ seat) => playerName(seat, (level) => levelName(ruleset, level)));
  const texts = useMemo(() => gameTexts(ruleset, currentLanguage(), names), [ruleset]);
  const views = useViews(record, isNameless);
  const last = record.events.length;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(() => (at < last ? setAt(at + 1) : setPlaying(false)), STEP_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [isPlaying, at]);
  const start = () => (at >= last && setAt(0), setPlaying(!isPlaying));
  const slider = html`<div class="slider card" role="group" aria-label=${t("slider")}>
      <button type="button" class="primary small" onClick=${start}>${isPlaying ? t("stop") : t("play_back")}</button>
      <input type="range" min="0" max=${last} value=${at} aria-label=${t("slider")} aria-valuetext=${t("moment", { version: at, last })} onInput=${(/** @type {any} */ event) => (setPlaying(false), setAt(Number(event.target.value)))} />
      <span class="slider-number">${at}/${last}</span>
      ${at ? html`<p class="slider-text" aria-hidden="true">${sentences(texts, asLogEvent(record.events[at - 1]))[0].text}</p>` : null}</div>`;
  const recentEvents = html`<${RecentEvents} record=${record} at=${at} texts=${texts} />`;
  const verdict = html`<${Checked} checked=${checked} hash=${record.hash} />`;
  const results = html`<section class="card results"><h2>${winners(texts, record.result.winners)}</h2><${ScoreSheet} result=${record.result} texts=${texts} /></section>`;
  const heading = html`<header><h1>${ruleset.title}</h1><p class="faint">${names.join(", ")} · ${new Date(record.created_at).toLocaleDateString(currentLanguage(), { dateStyle: "long" })}</p></header>`;
  if (!views) return html`${heading}${verdict}${isNameless ? html`<p class="faint">${t("record_nameless")}</p>` : null}${slider}${recentEvents}${results}`;
  return html`${heading}<div class="game drawn" style=${seatColours(texts, views[at].seats)}>
    <${Players} view=${views[at]} state=${{ seat: null }} texts=${texts} />
    <${StaticBoard} ruleset=${ruleset} view=${views[at]} texts=${texts} />
    <div class="side">${slider}${recentEvents}${verdict}${results}</div></div>`;
}

/** @param {{checked: import("./verify.js").Check[], hash: string}} props */
function Checked({ checked, hash }) {
  const isRight = checked.every((each) => each.isRight);
  return html`<section class=${`card checks ${isRight ? "right" : "wrong"}`} role="status"><h2>${t(isRight ? "record_right" : "record_wrong")}</h2>
    <ul>${checked.map(({ name, isRight: holds, at }) => html`<li key=${name} class=${holds ? "right" : "wrong"}><span aria-hidden="true">${holds ? "✓" : "✗"}</span> ${t(`check_${name}_${holds ? "right" : "wrong"}`, { entry: at ?? 0 })}</li>`)}</ul>
    <p class="faint">${t("check_limits", { hash })}</p></section>`;
}

/** Convert an entry of a record to an event of a game log. @param {any} event */
const asLogEvent = (event) => ({ ...event, facts: (event.facts ?? []).map((/** @type {any} */ each) => each.fact) });

/** The latest events up to the shown version, or the set-up. @param {{record: any, at: number, texts: any}} props */
function RecentEvents({ record, at, texts }) {
  const shown = record.events.slice(Math.max(0, at - 6), at).map(asLogEvent)
    .filter((/** @type {any} */ event, /** @type {number} */ index, /** @type {any[]} */ all) => !isCompleted(texts, event, all[index + 1]));
  const setup = record.setup.facts.map((/** @type {any} */ each) => texts.sentence("fact", each.fact));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void (list.current && (list.current.scrollTop = list.current.scrollHeight)), [at]);
  return html`<section class="card log" aria-live="polite"><h2>${at ? t("moment", { version: at, last: record.events.length }) : t("set_up")}</h2>
    <ol ref=${list} class="log-list" tabindex="0" aria-label=${t("log")}>${at ? null : setup.map((/** @type {string} */ text, /** @type {number} */ index) => html`<li key=${index} class="entry">${text}</li>`)}
    ${shown.map((/** @type {any} */ event) => {
      const [first, ...rest] = sentences(texts, event);
      return html`<li key=${`event-${event.version}`} class=${`entry ${seatClass(event.seat)} ${event.version === at ? "shown" : ""}`}><p class="entry-button"><span class="entry-number">${event.version}</span><span>${first.text}</span></p>
        ${rest.length ? html`<ul class="entry-facts">${rest.map((each) => html`<li key=${each.fact}>${each.text}</li>`)}</ul>` : null}</li>`;
    })}</ol></section>`;
}
