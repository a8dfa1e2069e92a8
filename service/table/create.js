/** The form that creates a game, built from the options of the ruleset. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { request } from "./api.js";
import { lexicon } from "./lexicon.js";
import { described, Emblem, seatClass, Trouble, useAnswer, usePlace, Waiting } from "./parts.js";
import { keep, setSetting, setting } from "./seats.js";
import { Paragraph } from "./sheet.js";
import { current, t } from "./words.js";

/** @typedef {import("./lexicon.js").Ruleset} Ruleset */
/** @typedef {{kind: "human" | "ai" | "open", name: string, level: string}} Chair */

/** @param {{ruleset: string}} props */
export function Create({ ruleset }) {
  const { value, problem } = useAnswer(() => request(`/rulesets/${ruleset}`), [ruleset]);
  usePlace(value?.title ?? "");
  if (problem) return html`<${Trouble} problem=${problem} />`;
  if (!value) return html`<${Waiting} label=${t("loading")} />`;
  return html`<${Form} ruleset=${value} />`;
}

/** @param {Ruleset} ruleset @returns {Chair[]} */
function firstChairs({ min_seats, levels }) {
  const level = levels.includes("normal") ? "normal" : levels[Math.floor(levels.length / 2)];
  return Array.from({ length: min_seats }, (_, seat) => ({ kind: seat ? "ai" : "human", name: seat ? "" : setting("name") ?? "", level }));
}

/** @param {{ruleset: Ruleset}} props */
function Form({ ruleset }) {
  const [chairs, setChairs] = useState(() => firstChairs(ruleset));
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ ({}));
  const [state, setState] = useState(/** @type {{busy?: boolean, problem?: any}} */ ({}));
  const lex = lexicon(ruleset, current(), chairs.map((chair, seat) => chair.name || t("player", { number: seat + 1 })));
  const change = (/** @type {number} */ seat, /** @type {Partial<Chair>} */ news) =>
    setChairs(chairs.map((chair, index) => (index === seat ? { ...chair, ...news } : chair)));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setState({ busy: true });
    await create(ruleset, chairs, options).catch((error) => setState({ problem: described(error) }));
  };
  return html`<form class="create" onSubmit=${submit}>
    <header class="create-head"><${Emblem} name=${ruleset.ruleset} /><div><h1>${ruleset.title}</h1>
      <p class="faint">${t("seats_between", { least: ruleset.min_seats, most: ruleset.max_seats })}</p></div></header>
    <fieldset class="card"><legend>${t("players")}</legend>
      <ol class="chairs">${chairs.map((chair, seat) => html`<li key=${seat}><${ChairRow} chair=${chair} seat=${seat} ruleset=${ruleset} lex=${lex}
        change=${(/** @type {Partial<Chair>} */ news) => change(seat, news)} remove=${chairs.length > ruleset.min_seats ? () => setChairs(chairs.filter((_, index) => index !== seat)) : undefined} /></li>`)}</ol>
      ${chairs.length < ruleset.max_seats ? html`<button type="button" class="quiet" onClick=${() => setChairs([...chairs, { ...firstChairs(ruleset)[1], kind: "ai" }])}>+ ${t("add_seat")}</button>` : null}
    </fieldset>
    ${ruleset.options.length ? html`<fieldset class="card"><legend>${t("options")}</legend>
      ${ruleset.options.map((option) => html`<${Option} key=${option.name} option=${option} lex=${lex} value=${options[option.name]}
        change=${(/** @type {any} */ value) => setOptions({ ...options, [option.name]: value })} seats=${chairs.length} />`)}</fieldset>` : null}
    <${Trouble} problem=${state.problem} />
    <p class="row end"><a class="button quiet" href="#/">${t("back")}</a>
      <button class="primary big" disabled=${state.busy}>${t("begin")}</button></p>
  </form>`;
}

/** @param {{chair: Chair, seat: number, ruleset: Ruleset, lex: import("./lexicon.js").Lexicon, change: (news: Partial<Chair>) => void, remove?: () => void}} props */
function ChairRow({ chair, seat, ruleset, lex, change, remove }) {
  const number = t("player", { number: seat + 1 });
  const strength = ratings(ruleset, lex);
  return html`<div class="chair"><span class=${`disc ${seatClass(seat)}`} aria-hidden="true">${seat + 1}</span>
    <label class="field"><span>${t("player_kind")}</span><select aria-label=${`${number}: ${t("player_kind")}`} value=${chair.kind} onChange=${(/** @type {any} */ event) => change({ kind: event.target.value })}>
      <option value="human">${t("kind_human")}</option><option value="ai">${t("kind_ai")}</option><option value="open">${t("kind_open")}</option></select></label>
    ${chair.kind === "ai"
      ? html`<label class="field"><span>${t("level")}</span><select aria-label=${`${number}: ${t("level")}`} value=${chair.level} onChange=${(/** @type {any} */ event) => change({ level: event.target.value })}>
          ${ruleset.levels.map((level) => html`<option key=${level} value=${level}>${strength(level)}</option>`)}</select></label>`
      : null}
    ${chair.kind === "human"
      ? html`<label class="field"><span>${t("name")}</span><input aria-label=${`${number}: ${t("name")}`} value=${chair.name} maxlength="40" autocomplete="off" placeholder=${number} onInput=${(/** @type {any} */ event) => change({ name: event.target.value })} /></label>`
      : null}
    ${chair.kind === "open" ? html`<p class="field faint note">${t("open_note")}</p>` : null}
    ${remove ? html`<button type="button" class="quiet round" aria-label=${`${t("remove")}: ${number}`} onClick=${remove}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d="M6 12h12" /></svg></button>` : html`<span></span>`}
  </div>`;
}

/** @param {Ruleset} ruleset @param {import("./lexicon.js").Lexicon} lex */
const ratings = (ruleset, lex) => (/** @type {string} */ level) => lex.name("level", level);

/** @param {{option: any, lex: import("./lexicon.js").Lexicon, value: any, change: (value: any) => void, seats: number}} props */
export function Option({ option, lex, value, change, seats }) {
  const name = lex.name("option", option.name);
  const [words, paragraph] = parted(option.description);
  const note = html`<small class="faint">${words}</small>`;
  if (paragraph) return html`<div class="option"><${Option} option=${{ ...option, description: words }} lex=${lex} value=${value} change=${change} seats=${seats} />
    <${Reference} name=${name} paragraph=${paragraph} ruleset=${lex.ruleset.ruleset} /></div>`;
  if (option.kind === "boolean") {
    return html`<label class="switch"><input type="checkbox" checked=${value ?? option.default} onChange=${(/** @type {any} */ event) => change(event.target.checked)} /><span>${name}${note}</span></label>`;
  }
  if (option.kind === "choice") {
    return html`<label class="field wide"><span>${name}</span><select value=${value ?? option.default} onChange=${(/** @type {any} */ event) => change(event.target.value)}>
      ${option.choices.map((/** @type {string} */ word) => html`<option key=${word} value=${word}>${lex.has(option.name, word) ? lex.name(option.name, word) : word}</option>`)}</select>${note}</label>`;
  }
  if (option.kind === "integer") return html`<${IntegerOption} ...${{ option, name, note, value, change, seats, lex }} />`;
  return html`<label class="field wide"><span>${name}</span><input value=${value ?? option.default ?? ""} maxlength=${option.max_length} onInput=${(/** @type {any} */ event) => change(event.target.value)} />${note}</label>`;
}

/** Split a paragraph number in brackets from the end of a description. @param {string} description @returns {[string, string | undefined]} */
function parted(description) {
  const [, words, paragraph, end] = description.match(/^(.*?)\s*\((\d+(?:\.\d+)*)\)(\.?)$/) ?? [];
  return paragraph ? [words + end, paragraph] : [description, undefined];
}

/** A button that opens a paragraph of the rules. @param {{name: string, paragraph: string, ruleset: string}} props */
function Reference({ name, paragraph, ruleset }) {
  const [isShown, show] = useState(false);
  return html`<button type="button" class="paragraph" aria-label=${t("rule_of", { item: name, paragraph })} onClick=${() => show(true)}>§ ${paragraph}</button>
    ${isShown ? html`<${Paragraph} ruleset=${ruleset} paragraph=${paragraph} close=${() => show(false)} />` : null}`;
}

/** A field for a number. If the number is a seat, the players are listed instead. @param {any} props */
function IntegerOption({ option, name, note, value, change, seats, lex }) {
  const kind = lex.kindOf("options", "", option.name);
  const isSeat = kind === "seat" || (!kind && option.minimum === 0 && option.maximum <= 5 && option.default === undefined);
  const read = (/** @type {any} */ event) => change(event.target.value === "" ? undefined : Number(event.target.value));
  if (isSeat) {
    return html`<label class="field wide"><span>${name}</span><select value=${value ?? ""} onChange=${read}><option value="">${t("random")}</option>
      ${Array.from({ length: seats }, (_, seat) => html`<option key=${seat} value=${seat}>${lex.name("seat", seat)}</option>`)}</select>${note}</label>`;
  }
  return html`<label class="field wide"><span>${name}</span><input type="number" min=${option.minimum} max=${option.maximum} value=${value ?? option.default ?? ""} onInput=${read} />${note}</label>`;
}

/** Create the game, store its seat tokens, and open it. @param {Ruleset} ruleset @param {Chair[]} chairs @param {Record<string, any>} options */
async function create(ruleset, chairs, options) {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== ""));
  const body = { ruleset: ruleset.ruleset, rules_version: ruleset.rules_version, options: given, seats: chairs.map(seatOf) };
  const game = await request("/games", { body });
  const first = chairs.find(({ kind, name }) => kind === "human" && name);
  if (first) setSetting("name", first.name);
  const names = game.seats.map((/** @type {any} */ seat) => seat.name ?? "");
  keep({ game: game.game_id, ruleset: ruleset.ruleset, names, seats: game.tokens, creator: game.creator_token });
  location.hash = `#/game/${game.game_id}`;
}

/** @param {Chair} chair @param {number} seat */
function seatOf({ kind, name, level }, seat) {
  if (kind === "ai") return { kind, level };
  if (kind === "open") return { kind };
  return { kind, name: name.trim() || t("player", { number: seat + 1 }) };
}
