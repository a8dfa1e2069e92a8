/** The form that creates a game, built from the options of the ruleset. */

import { html } from "./html.js";
import { useState } from "./vendor/preact.js";
import { createGame, useAccount } from "./account.js";
import { request } from "./api.js";
import { colourIds } from "./colours.js";
import { ErrorMessage, Loading, problemOf, seatClass, useFetch, useTitle } from "./components.js";
import { loadDrawing } from "./drawings.js";
import { Facts, HelpButton, Paragraph, Picture } from "./help.js";
import { currentLanguage, t } from "./i18n.js";
import { setSetting, setting } from "./storage.js";
import { TermsFields, termsBody, USUAL } from "./terms.js";
import { gameTexts } from "./client/texts.js";

/** @typedef {import("./client/texts.js").Ruleset} Ruleset */
/** @typedef {{kind: "human" | "ai" | "open", name: string, level: string, colour?: string}} SeatSetup */

/** @param {{ruleset: string}} props */
export function Create({ ruleset }) {
  const { value, problem } = useFetch(() => request(`/rulesets/${ruleset}`), [ruleset]);
  useTitle(value?.title ?? "");
  if (problem) return html`<${ErrorMessage} problem=${problem} />`;
  if (!value) return html`<${Loading} label=${t("loading")} />`;
  return html`<${Form} ruleset=${value} />`;
}

/** @param {Ruleset} ruleset @returns {SeatSetup[]} */
function defaultSeats({ min_seats, levels }) {
  const level = levels.includes("normal") ? "normal" : levels[Math.floor(levels.length / 2)];
  return Array.from({ length: min_seats }, (_, seat) => ({ kind: seat ? "ai" : "human", name: seat ? "" : setting("name") ?? "", level }));
}

/** @param {{ruleset: Ruleset}} props */
function Form({ ruleset }) {
  const [setups, setSetups] = useState(() => defaultSeats(ruleset));
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ ({}));
  const [terms, setTerms] = useState(USUAL);
  const account = useAccount();
  const [state, setState] = useState(/** @type {{busy?: boolean, problem?: any}} */ ({}));
  const texts = gameTexts(ruleset, currentLanguage(), setups.map((setup, seat) => setup.name || t("player", { number: seat + 1 })));
  const change = (/** @type {number} */ seat, /** @type {Partial<SeatSetup>} */ changes) =>
    setSetups(setups.map((setup, index) => (index === seat ? { ...setup, ...changes } : setup)));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setState({ busy: true });
    await create(ruleset, setups, options, terms).catch((error) => setState({ problem: problemOf(error) }));
  };
  return html`<form class="create" onSubmit=${submit}>
    <header class="create-head"><${Picture} ...${ruleset} /><div><h1>${ruleset.title}</h1>
      <p class="faint">${t("seats_between", { least: ruleset.min_seats, most: ruleset.max_seats })}</p><${Facts} ...${ruleset} /></div>
      <p><${HelpButton} ruleset=${ruleset.ruleset} title=${ruleset.title} /></p></header>
    <fieldset class="card"><legend>${t("players")}</legend>
      <ol class="seat-list">${setups.map((setup, seat) => html`<li key=${seat}><${SeatRow} setup=${setup} seat=${seat} ruleset=${ruleset} texts=${texts}
        taken=${setups.flatMap((other, index) => (index !== seat && other.colour) || [])} change=${(/** @type {Partial<SeatSetup>} */ changes) => change(seat, changes)} remove=${setups.length > ruleset.min_seats ? () => setSetups(setups.filter((_, index) => index !== seat)) : undefined} /></li>`)}</ol>
      ${setups.length < ruleset.max_seats ? html`<button type="button" class="quiet" onClick=${() => setSetups([...setups, { ...defaultSeats(ruleset)[1], kind: "ai" }])}>+ ${t("add_seat")}</button>` : null}
    </fieldset>
    ${ruleset.options.length ? html`<fieldset class="card"><legend>${t("options")}</legend>
      ${ruleset.options.map((option) => html`<${Option} key=${option.name} option=${option} texts=${texts} value=${options[option.name]}
        change=${(/** @type {any} */ value) => setOptions({ ...options, [option.name]: value })} seats=${setups.length} />`)}</fieldset>` : null}
    <${TermsFields} terms=${terms} ruleset=${ruleset} change=${setTerms} account=${account} />
    <${ErrorMessage} problem=${state.problem} ruleset=${ruleset.ruleset} />
    <p class="row end"><a class="button quiet" href="#/">${t("back")}</a>
      <button class="primary big" disabled=${state.busy}>${t("begin")}</button></p>
  </form>`;
}

/** @param {{setup: SeatSetup, seat: number, ruleset: Ruleset, texts: import("./client/texts.js").GameTexts, taken: string[], change: (changes: Partial<SeatSetup>) => void, remove?: () => void}} props */
function SeatRow({ setup, seat, ruleset, texts, taken, change, remove }) {
  const colours = colourIds(ruleset);
  const number = t("player", { number: seat + 1 });
  const levelName = levelNames(ruleset, texts);
  return html`<div class=${`seat-row ${colours.length ? "coloured" : ""}`}><span class=${`disc ${seatClass(seat)}`} aria-hidden="true">${seat + 1}</span>
    <label class="field"><span>${t("player_kind")}</span><select aria-label=${`${number}: ${t("player_kind")}`} value=${setup.kind} onChange=${(/** @type {any} */ event) => change({ kind: event.target.value })}>
      <option value="human">${t("kind_human")}</option><option value="ai">${t("kind_ai")}</option><option value="open">${t("kind_open")}</option></select></label>
    ${setup.kind === "ai"
      ? html`<label class="field"><span>${t("level")}</span><select aria-label=${`${number}: ${t("level")}`} value=${setup.level} onChange=${(/** @type {any} */ event) => change({ level: event.target.value })}>
          ${ruleset.levels.map((level) => html`<option key=${level} value=${level}>${levelName(level)}</option>`)}</select></label>`
      : null}
    ${setup.kind === "human"
      ? html`<label class="field"><span>${t("name")}</span><input aria-label=${`${number}: ${t("name")}`} value=${setup.name} maxlength="40" autocomplete="off" placeholder=${number} onInput=${(/** @type {any} */ event) => change({ name: event.target.value })} /></label>`
      : null}
    ${setup.kind === "open" ? html`<p class="field faint note">${t("open_note")}</p>` : null}
    ${colours.length ? html`<label class="field"><span>${t("colour")}</span><select aria-label=${`${number}: ${t("colour")}`} value=${setup.colour ?? ""} onChange=${(/** @type {any} */ event) => change({ colour: event.target.value || undefined })}>
        <option value="">${t("any_colour")}</option>${colours.map((id) => html`<option key=${id} value=${id} disabled=${taken.includes(id)}>${texts.name("player_colour", id)}</option>`)}</select></label>` : null}
    ${remove ? html`<button type="button" class="quiet round" aria-label=${`${t("remove")}: ${number}`} onClick=${remove}><svg viewBox="0 0 24 24" class="glyph" aria-hidden="true"><path d="M6 12h12" /></svg></button>` : null}
  </div>`;
}

/** @param {Ruleset} ruleset @param {import("./client/texts.js").GameTexts} texts */
const levelNames = (ruleset, texts) => (/** @type {string} */ level) => texts.name("level", level);

/** @param {{option: any, texts: import("./client/texts.js").GameTexts, value: any, change: (value: any) => void, seats: number}} props */
export function Option({ option, texts, value, change, seats }) {
  const name = texts.name("option", option.name);
  const [text, paragraph] = splitParagraph(option.description);
  const note = html`<small class="faint">${text}</small>`;
  if (paragraph) return html`<div class="option"><${Option} option=${{ ...option, description: text }} texts=${texts} value=${value} change=${change} seats=${seats} />
    <${ParagraphButton} name=${name} paragraph=${paragraph} ruleset=${texts.ruleset.ruleset} /></div>`;
  if (option.kind === "boolean") {
    return html`<label class="switch"><input type="checkbox" checked=${value ?? option.default} onChange=${(/** @type {any} */ event) => change(event.target.checked)} /><span>${name}${note}</span></label>`;
  }
  if (option.kind === "choice") {
    return html`<label class="field wide"><span>${name}</span><select value=${value ?? option.default} onChange=${(/** @type {any} */ event) => change(event.target.value)}>
      ${option.choices.map((/** @type {string} */ word) => html`<option key=${word} value=${word}>${texts.has(option.name, word) ? texts.name(option.name, word) : word}</option>`)}</select>${note}</label>`;
  }
  if (option.kind === "choices") {
    const chosen = value ?? [];
    const kind = texts.kindOf("options", "", option.name) ?? option.name;
    const toggle = (/** @type {string} */ word) => {
      const next = option.choices.filter((/** @type {string} */ each) => chosen.includes(each) !== (each === word));
      change(next.length ? next : undefined);
    };
    return html`<div class="field wide" role="group" aria-label=${name}><span>${name}</span>
      ${option.choices.map((/** @type {string} */ word) => html`<label key=${word} class="switch"><input type="checkbox" checked=${chosen.includes(word)} onChange=${() => toggle(word)} /><span>${texts.has(kind, word) ? texts.name(kind, word) : word}</span></label>`)}${note}</div>`;
  }
  if (option.kind === "integer") return html`<${IntegerOption} ...${{ option, name, note, value, change, seats, texts }} />`;
  return html`<label class="field wide"><span>${name}</span><input value=${value ?? option.default ?? ""} maxlength=${option.max_length} onInput=${(/** @type {any} */ event) => change(event.target.value)} />${note}</label>`;
}

/** Split a paragraph number in brackets from the end of a description. @param {string} description @returns {[string, string | undefined]} */
function splitParagraph(description) {
  const [, text, paragraph, end] = description.match(/^(.*?)\s*\((\d+(?:\.\d+)*)\)(\.?)$/) ?? [];
  return paragraph ? [text + end, paragraph] : [description, undefined];
}

/** A button that opens a paragraph of the rules. @param {{name: string, paragraph: string, ruleset: string}} props */
function ParagraphButton({ name, paragraph, ruleset }) {
  const [isShown, show] = useState(false);
  return html`<button type="button" class="paragraph" aria-label=${t("rule_of", { item: name, paragraph })} onClick=${() => show(true)}>§ ${paragraph}</button>
    ${isShown ? html`<${Paragraph} ruleset=${ruleset} paragraph=${paragraph} close=${() => show(false)} />` : null}`;
}

/** A field for a number. If the number is a seat, the players are listed instead. @param {any} props */
function IntegerOption({ option, name, note, value, change, seats, texts }) {
  const kind = texts.kindOf("options", "", option.name);
  const isSeat = kind === "seat" || (!kind && option.minimum === 0 && option.maximum <= 7 && option.default === undefined);
  const read = (/** @type {any} */ event) => change(event.target.value === "" ? undefined : Number(event.target.value));
  if (isSeat) {
    return html`<label class="field wide"><span>${name}</span><select value=${value ?? ""} onChange=${read}><option value="">${t("random")}</option>
      ${Array.from({ length: seats }, (_, seat) => html`<option key=${seat} value=${seat}>${texts.name("seat", seat)}</option>`)}</select>${note}</label>`;
  }
  return html`<label class="field wide"><span>${name}</span><input type="number" min=${option.minimum} max=${option.maximum} value=${value ?? option.default ?? ""} onInput=${read} />${note}</label>`;
}

/** Create the game and open it. @param {Ruleset} ruleset @param {SeatSetup[]} setups @param {Record<string, any>} options @param {import("./terms.js").Terms} terms */
async function create(ruleset, setups, options, terms) {
  loadDrawing(ruleset.ruleset).catch(() => undefined); // while the game is created
  const filled = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== ""));
  const body = { ruleset: ruleset.ruleset, rules_version: ruleset.rules_version, options: filled, seats: setups.map(seatOf), ...termsBody(terms, ruleset) };
  await createGame(body);
  const first = setups.find(({ kind, name }) => kind === "human" && name);
  if (first) setSetting("name", first.name);
}

/** @param {SeatSetup} setup @param {number} seat */
function seatOf({ kind, name, level, colour }, seat) {
  const chosen = colour ? { colour } : {};
  if (kind === "ai") return { kind, level, ...chosen };
  if (kind === "open") return { kind, ...chosen };
  return { kind, name: name.trim() || t("player", { number: seat + 1 }), ...chosen };
}
