/** The game log, latest event last. */

import type { GameTexts } from "@bottega/client/texts";
import { useEffect, useRef, useState } from "preact/hooks";
import { seatClass } from "./components";
import { currentLanguage, t } from "./i18n";
import { isOwnAction, versionSeen } from "./latest";
import type { Action } from "./selection";
import { showVersion } from "./session";
import type { GameProps, GameState } from "./store";
import type { Fact, LogEvent, LoggedAction } from "./types";

const MOST_SPOKEN = 5;

/** A sentence of an event, with the index of the fact that it describes. */
type Sentence = { text: string; fact?: number };
/** Who decided in place of a player. */
type By = NonNullable<LogEvent["by"]>;

/** Return what a screen reader says of an event: all of another player, and the consequences of an own action. */
function spoken(texts: GameTexts, event: LogEvent, seat: number | null) {
  const said = sentences(texts, event)
    .slice(isOwnAction(event, seat) ? 1 : 0)
    .map(({ text }) => text);
  return [...said, ...(event.by ? [substitute(texts, event.by)] : [])].join(". ");
}

export function Log({ session, state, texts }: GameProps) {
  const list = useRef<HTMLOListElement>(null);
  const { log, at, presented, setup = [] } = state;
  const start = useSpoken(state);
  const shown = log.filter((event, index) => !isCompleted(texts, event, log[index + 1]));
  const undone = undoneVersions(log);
  const current = at === null ? undefined : shown.find(({ version }) => version >= at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry moves the list too
  useEffect(() => {
    if (list.current) list.current.scrollTop = placeOf(list.current, at);
  }, [log.length, at]);
  return (
    <section class="card log" aria-labelledby="log-title">
      <h2 id="log-title">{t("log")}</h2>
      <div class="hidden" role="log" aria-live="polite">
        {log
          .filter(({ version }) => version > start)
          .slice(-MOST_SPOKEN)
          .map((event) => (
            <p key={`spoken-${event.version}`}>{spoken(texts, event, state.seat)}</p>
          ))}
      </div>
      <ol ref={list} class="log-list" tabIndex={0} aria-labelledby="log-title">
        {setup.length ? <SetUp texts={texts} setup={setup} /> : null}
        {shown.map((event) => (
          <Entry
            key={event.version}
            event={event}
            texts={texts}
            isShown={event === current}
            isUndone={undone.has(event.version)}
            fact={presented?.event.version === event.version ? presented.fact : undefined}
            show={() => showVersion(session, event.version)}
          />
        ))}
        {log.length ? null : <li class="faint">{t("nothing_yet")}</li>}
      </ol>
    </section>
  );
}

/** Return the version after which events are spoken: what the seat has missed, once the page is there to speak it. */
function useSpoken({ log, seat, view }: GameState) {
  const [start, setStart] = useState(log.at(-1)?.version ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page speaks once what was missed before it
  useEffect(() => {
    if (seat !== null && view?.status === "running") setStart(versionSeen(log, seat));
  }, []);
  return start;
}

/** Return where the list is scrolled to: to its end, or with the shown entry in the middle. */
function placeOf(list: HTMLElement, at: number | null) {
  if (at === null) return list.scrollHeight;
  const entry = list.querySelector<HTMLElement>(".shown");
  return entry ? entry.offsetTop - list.clientHeight / 2 : 0;
}

/** What was set up before the first action. */
function SetUp({ texts, setup }: { texts: GameTexts; setup: Fact[] }) {
  return (
    <li>
      <details>
        <summary class="faint">{t("set_up")}</summary>
        <ul class="entry-facts">
          {setup.map((fact, index) => (
            <li key={index}>{texts.sentence("fact", fact)}</li>
          ))}
        </ul>
      </details>
    </li>
  );
}

/**
 * Return the sentences of an event: that of its action, then those of its facts with the index of the fact. If a fact
 * only repeats the action, there is one sentence for both.
 */
export function sentences(texts: GameTexts, event: LoggedAction): Sentence[] {
  if (event.change) return [{ text: seatChange(texts, event.seat, event.change) }];
  if (event.undoes !== undefined)
    return [{ text: t("undo_entry", { name: texts.name("seat", event.seat), version: event.undoes }) }];
  const done = { type: "", ...event.action, facts: event.facts.map(({ type }) => type) };
  const action = texts.sentence("action", done, event.seat);
  const facts = event.facts.map((each, fact) => ({ text: texts.sentence("fact", each), fact }));
  const same = facts.find(
    ({ text, fact }) =>
      text.startsWith(action) || action.startsWith(text) || repeatsAction(texts, event, event.facts[fact]),
  );
  if (!same) return [{ text: action }, ...facts];
  const first = action.startsWith(same.text) ? { ...same, text: action } : same;
  return [first, ...facts.filter((each) => each !== same)];
}

/**
 * Whether an event needs no line, because the next event completes its action: the event has no facts, and a fact of the
 * seat's next event repeats the action. A placement is completed by the choice of its payment.
 */
export const isCompleted = (texts: GameTexts, event: LoggedAction, next: LoggedAction | undefined) =>
  !event.change &&
  event.undoes === undefined &&
  !event.facts.length &&
  next?.seat === event.seat &&
  next.facts.some((fact) => repeatsAction(texts, event, fact));

/** Whether a fact has the acting seat and all values of the action. */
function repeatsAction(texts: GameTexts, { action, seat }: LoggedAction, fact: Fact) {
  if (!action) return false;
  const values = valuesOf(texts, "action", action);
  const found = new Set(valuesOf(texts, "fact", fact));
  return fact.seat === seat && values.length > 0 && values.every((each) => found.has(each));
}

/** Return the values in an action or fact, each with its kind. */
function valuesOf(texts: GameTexts, part: string, { type, ...fields }: Action | Fact): string[] {
  const collect = (value: unknown, path: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((each) => collect(each, path));
    if (typeof value !== "object" || value === null) return [`${texts.kindOf(part, type, path) ?? ""}=${value}`];
    const kind = path && texts.kindOf(part, type, path, true);
    return Object.entries(value).flatMap(([name, each]) =>
      kind ? [`${kind}=${name}`, ...collect(each, path)] : collect(each, path ? `${path}/${name}` : name),
    );
  };
  return collect(fields, "");
}

const DATE_AND_TIME = { dateStyle: "short", timeStyle: "short" } as const;

/** Describe a change of who plays a seat, or of the clocks. */
function seatChange(texts: GameTexts, seat: number, change: NonNullable<LogEvent["change"]>): string {
  const level = change.level ? texts.name("level", change.level) : "";
  return t("seat_change", {
    kind: change.kind,
    name: texts.name("seat", seat),
    level,
    once: change.decision === undefined ? "no" : "yes",
    hours: change.hours ?? 0,
    seconds: change.seconds ?? 0,
    away: change.until ? "yes" : "no",
    until: change.until ? new Date(change.until).toLocaleString(currentLanguage(), DATE_AND_TIME) : "",
  });
}

/** Whether a change concerns the clocks, and not who plays the seat. */
const isOfClocks = ({ kind }: NonNullable<LogEvent["change"]>) =>
  ["pause_requested", "pause_declined", "paused", "resumed", "time_given", "vacation"].includes(kind);

/** Return the versions of the actions that have been undone. */
function undoneVersions(log: LogEvent[]) {
  const undone = new Set<number>();
  for (const { version, undoes } of log) {
    if (undoes !== undefined)
      for (const each of log)
        if (each.version > undoes && each.version < version && !each.change) undone.add(each.version);
  }
  return undone;
}

/**
 * Return what was decided in place of a player whose time ran out: the latest decision (`once`), or all until the player
 * returns (`always`).
 */
export function takeover(log: LogEvent[], seat: number): "once" | "always" | undefined {
  const own = log.filter((each) => each.seat === seat && !(each.change && isOfClocks(each.change)));
  const change = own.findLast((each) => each.change)?.change;
  if (change?.kind === "taken_over" && change.decision === undefined) return "always";
  const latest = own.at(-1);
  return latest?.change?.kind === "taken_over" || latest?.by?.reason === "time" ? "once" : undefined;
}

/** Return how a seat has given up, and undefined if it has not. */
export const givenUp = (log: LogEvent[], seat: number) =>
  log.find((each) => each.seat === seat && (each.change?.kind === "resigned" || each.change?.kind === "forfeited"))
    ?.change?.kind;

/** Describe who decided in place of a player. */
const substitute = (texts: GameTexts, { kind, level, reason }: By) =>
  t("decided_by", { kind, reason, level: level ? texts.name("level", level) : "" });

type EntryProps = {
  event: LogEvent;
  texts: GameTexts;
  isShown: boolean;
  isUndone: boolean;
  /** the index of the highlighted fact */
  fact?: number;
  show: () => void;
};

function Entry({ event, texts, isShown, isUndone, fact, show }: EntryProps) {
  const [first, ...rest] = sentences(texts, event);
  const highlightClass = (each: Sentence) => (each.fact !== undefined && each.fact === fact ? "highlighted" : "");
  const by = event.by ? `by-${event.by.kind}` : "";
  return (
    <li class={`entry ${seatClass(event.seat)} ${isShown ? "shown" : ""} ${isUndone ? "undone" : ""} ${by}`}>
      <button type="button" class="entry-button" onClick={show} title={t("show_moment")}>
        <span class="entry-number">{event.version}</span>
        <span class={highlightClass(first)}>
          {first.text}
          {event.by ? (
            <>
              {" "}
              <small class="substitute">{substitute(texts, event.by)}</small>
            </>
          ) : null}
        </span>
      </button>
      {rest.length ? (
        <ul class="entry-facts">
          {rest.map((each) => (
            <li key={each.fact} class={highlightClass(each)}>
              {each.text}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
