/** The screen that verifies and replays the record of a finished game. */

import type { GameTexts, Ruleset } from "@bottega/client/texts";
import { gameTexts } from "@bottega/client/texts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "./api";
import { viewsOf } from "./cache";
import { seatColours } from "./colours";
import { seatClass, useTitle } from "./components";
import { loadRuleset } from "./drawings";
import { currentLanguage, screenText as t } from "./i18n";
import { isCompleted, sentences } from "./log";
import { playerNames, withCharacters } from "./names";
import { Playback, usePlayback } from "./playback";
import { Players } from "./players";
import { ScoreSheet } from "./scoresheet";
import { StaticBoard } from "./staticboard";
import type { GameView, LoggedAction } from "./types";
import { verdict } from "./verdict";
import type { Check, Checkable } from "./verify";
import { checks } from "./verify";
import { useKept } from "./version";

const LARGEST = 20_000_000;

type RecordedEvent = Checkable["events"][number];
/** A record that was read, with what a browser can check. Without the service, the ruleset has no display names. */
type ReplayProps = { record: Checkable; checked: Check[]; ruleset: Ruleset; isNameless: boolean };
type ReadFile = { isUnreadable: true } | { isUnreadable: false; replay: ReplayProps };

/** `file`: the one that was dropped on the page. */
type RecordScreenProps = { file?: File };

export function RecordScreen({ file: dropped }: RecordScreenProps) {
  useTitle(t("record_title"));
  const [file, setFile] = useState(dropped);
  const [read, setRead] = useState<ReadFile>();
  useEffect(() => {
    if (file) readRecord(file).then(setRead);
  }, [file]);
  useKept(read !== undefined);
  if (read && !read.isUnreadable)
    return (
      <div class="record">
        <Replay {...read.replay} />
      </div>
    );
  return (
    <div class="record">
      <section class="card drop-zone">
        <h1>{t("record_title")}</h1>
        <p>{t("record_invitation")}</p>
        <label class="button primary file">
          {t("record_choose")}
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        </label>
        {read?.isUnreadable ? (
          <p class="error-message" role="alert">
            {t("record_unreadable")}
          </p>
        ) : null}
      </section>
    </div>
  );
}

/** Read and verify the file of a record. */
async function readRecord(file: File): Promise<ReadFile> {
  try {
    if (file.size > LARGEST) return { isUnreadable: true };
    const text = await file.text();
    const record = JSON.parse(text);
    if (record.format !== "bottega-record" || !Array.isArray(record.events)) return { isUnreadable: true };
    const checked = [...(await checks(text, record)), ...(await publishedHash(record))];
    return { isUnreadable: false, replay: { record, checked, ...(await fetchRuleset(record)) } };
  } catch {
    return { isUnreadable: true };
  }
}

/** Compare the hash of a record with the published one, if the service knows the game. */
async function publishedHash(record: Checkable): Promise<Check[]> {
  const given = { game_id: record.game_id };
  const result = await call("GET /games/{game_id}/result", given, { attempts: 1 }).catch(() => undefined);
  if (!result || !("record_hash" in result)) return [];
  return [{ name: "hash", isRight: result.record_hash === record.hash }];
}

/** Fetch the display names from the service or from the cache. */
async function fetchRuleset({ ruleset: name }: Checkable) {
  const ruleset = await loadRuleset(name, { attempts: 1 }).catch(() => undefined);
  return { ruleset: ruleset ?? nameless(name), isNameless: !ruleset };
}

/** A ruleset of which only its name is known. */
const nameless = (name: string): Ruleset => ({
  ruleset: name,
  title: name,
  names: [],
  levels: [],
  undo_modes: [],
  options: [],
  constants: {},
  min_seats: 1,
  max_seats: 1,
  rules_version: 1,
  deals: [],
});

/** Load the views of a spectator; undefined if they are unknown or names are missing. */
function useViews(record: Checkable, isNameless: boolean) {
  const [views, setViews] = useState<GameView[]>();
  useEffect(() => {
    if (!isNameless) viewsOf(record).then(setViews);
  }, [record, isNameless]);
  return views;
}

function Replay({ record, checked, ruleset, isNameless }: ReplayProps) {
  const last = record.events.length;
  const playback = usePlayback(last);
  const { at } = playback;
  const seats = useMemo(() => withCharacters(record.seats, ruleset), [ruleset, record]);
  const texts = useMemo(() => gameTexts(ruleset, currentLanguage(), playerNames(seats)), [ruleset, seats]);
  const views = useViews(record, isNameless);
  const text = at ? sentences(texts, asLogEvent(record.events[at - 1]))[0].text : "";
  const slider = <Playback {...playback} last={last} text={text} />;
  const recentEvents = <RecentEvents record={record} at={at} texts={texts} />;
  const proof = <Checked checked={checked} hash={record.hash} />;
  const results = (
    <section class="card results">
      <h2>{verdict(texts, record.result.seats, record.result.winners)}</h2>
      <ScoreSheet result={record.result} texts={texts} players={seats} />
    </section>
  );
  const heading = (
    <header>
      <h1>{ruleset.title}</h1>
      <p class="faint">
        {texts.players.join(", ")}
        {" · "}
        {new Date(record.created_at).toLocaleDateString(currentLanguage(), { dateStyle: "long" })}
      </p>
    </header>
  );
  if (!views)
    return (
      <>
        {heading}
        {proof}
        {isNameless ? <p class="faint">{t("record_nameless")}</p> : null}
        {slider}
        {recentEvents}
        {results}
      </>
    );
  return (
    <>
      {heading}
      <div class="game drawn" style={seatColours(texts, views[at].seats)}>
        <Players view={views[at]} state={{ seat: null }} texts={texts} />
        <StaticBoard ruleset={ruleset} view={views[at]} texts={texts} />
        <div class="side">
          {slider}
          {recentEvents}
          {proof}
          {results}
        </div>
      </div>
    </>
  );
}

type CheckedProps = { checked: Check[]; hash: string };

function Checked({ checked, hash }: CheckedProps) {
  const isRight = checked.every((each) => each.isRight);
  return (
    <section class={`card checks ${isRight ? "right" : "wrong"}`} role="status">
      <h2>{t(isRight ? "record_right" : "record_wrong")}</h2>
      <ul>
        {checked.map(({ name, isRight: holds, at }) => (
          <li key={name} class={holds ? "right" : "wrong"}>
            <span aria-hidden="true">{holds ? "✓" : "✗"}</span>{" "}
            {t(`check_${name}_${holds ? "right" : "wrong"}`, { entry: at ?? 0 })}
          </li>
        ))}
      </ul>
      <p class="faint">{t("check_limits", { hash })}</p>
    </section>
  );
}

/** Convert an entry of a record to an event of a game log. */
const asLogEvent = ({ facts = [], ...event }: RecordedEvent): LoggedAction => ({
  ...event,
  facts: facts.map(({ fact }) => fact),
});

/** `at`: the shown version. */
type RecentEventsProps = { record: Checkable; at: number; texts: GameTexts };

/** The latest events up to the shown version, or the set-up. */
function RecentEvents({ record, at, texts }: RecentEventsProps) {
  const shown = record.events
    .slice(Math.max(0, at - 6), at)
    .map(asLogEvent)
    .filter((event, index, all) => !isCompleted(texts, event, all[index + 1]));
  const setup = record.setup.facts.map(({ fact }) => texts.sentence("fact", fact));
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version lengthens the list, whose end is shown
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [at]);
  return (
    <section class="card log" aria-live="polite">
      <h2>{at ? t("moment", { version: at, last: record.events.length }) : t("set_up")}</h2>
      <ol ref={list} class="log-list" tabIndex={0} aria-label={t("log")}>
        {at
          ? null
          : setup.map((text, index) => (
              <li key={index} class="entry">
                {text}
              </li>
            ))}
        {shown.map((event) => {
          const [first, ...rest] = sentences(texts, event);
          return (
            <li
              key={`event-${event.version}`}
              class={`entry ${seatClass(event.seat)} ${event.version === at ? "shown" : ""}`}
            >
              <p class="entry-button">
                <span class="entry-number">{event.version}</span>
                <span>{first.text}</span>
              </p>
              {rest.length ? (
                <ul class="entry-facts">
                  {rest.map((each) => (
                    <li key={each.fact}>{each.text}</li>
                  ))}
                </ul>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
