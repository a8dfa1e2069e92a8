/** Components and hooks that several screens use. */

import type { ComponentChildren, FunctionComponent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem } from "./api";
import { BASE } from "./base";
import type { Part } from "./i18n";
import { loadWords, t } from "./i18n";
import { setSetting, setting } from "./storage";
import type { Failure } from "./types";
import { loaded, useKept } from "./version";

type Fetched<T> = { value?: T; problem?: Failure };

/** Load a value, and load it again when the inputs change. */
export function useFetch<T>(load: () => Promise<T>, inputs: unknown[]): Fetched<T> & { reload: () => void } {
  const [state, setState] = useState<Fetched<T>>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names the inputs of `load`, a new function each time
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setState({ value }),
      (error) => isCurrent && setState({ problem: problemOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [...inputs, attempt]);
  return { ...state, reload: () => setAttempt((before) => before + 1) };
}

export const problemOf = (error: unknown): Failure =>
  error instanceof Problem ? error.body : { title: t("unanswered"), code: "unanswered" };

/** `isScreen`: the screen shows nothing else, and the title is its heading. */
type ErrorMessageProps = { problem?: Failure; ruleset?: string; isScreen?: boolean };

export function ErrorMessage({ problem, ruleset, isScreen }: ErrorMessageProps) {
  if (!problem) return null;
  const Title = isScreen ? "h1" : "strong";
  return (
    <div class="error-message" role="alert">
      <Title>{problem.title || t("unanswered")}</Title>
      <ErrorDetail problem={problem} ruleset={ruleset} />
    </div>
  );
}

/** The violated rule with its paragraph, or what to do. */
function ErrorDetail({ problem, ruleset }: ErrorMessageProps & { problem: Failure }) {
  const { rule, paragraph, detail, errors = [] } = problem;
  if (rule)
    return (
      <p>
        {rule}{" "}
        {ruleset && paragraph ? (
          <a href={`#/rules/${ruleset}/${paragraph}`}>
            {"§ "}
            {paragraph}
          </a>
        ) : null}
      </p>
    );
  if (!detail) return null;
  return (
    <p lang="en">
      {detail} {errors.map((each) => `${each.path} ${each.message}`).join("; ")}
    </p>
  );
}

type DialogProps = { title: string; close: () => void; children?: ComponentChildren; kind?: string };

/** A modal dialog. The browser traps the focus and closes it on Escape. */
export function Dialog({ title, close, children, kind = "" }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useKept(true);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const outside = (event: MouseEvent) => event.target === element.current && close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it, as Escape and its button do
    <dialog ref={element} class={`dialog ${kind}`} aria-label={title} onClose={close} onClick={outside}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="quiet round" aria-label={t("close")} onClick={close}>
          <Cross />
        </button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** A message with the buttons that answer it. */
export const Notice = ({ text, children }: { text: string; children?: ComponentChildren }) => (
  <p class="notice" role="status">
    <span class="grow">{text}</span>
    {children}
  </p>
);

export const Cross = () => (
  <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
    <path d="M6 6l12 12M18 6L6 18" />
  </svg>
);

export const Loading = ({ label }: { label: string }) => (
  <p class="loading" role="status">
    <span class="dots" aria-hidden="true">
      <i></i>
      <i></i>
      <i></i>
    </span>
    {label}
  </p>
);

/** The style sheets and texts that a component needs. A quiet one, such as a dialog, shows nothing while it loads. */
type LaterOptions = { styles?: Style[]; words?: Part[]; isQuiet?: boolean };

/** Return a component whose module, texts and style sheets are loaded on first use. */
export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { styles = [], words = [], isQuiet }: LaterOptions = {},
): FunctionComponent<Props> {
  const fetch = async () => {
    const [component] = await Promise.all([
      loaded(load),
      ...["screens" as const, ...words].map(loadWords),
      ...["screens" as const, ...styles].map(loadStyle),
    ]);
    return component;
  };
  return function Later(props) {
    const { value: Loaded, problem } = useFetch(fetch, []);
    if (problem) return <ErrorMessage problem={problem} />;
    if (Loaded) return <Loaded {...props} />;
    return isQuiet ? null : <Loading label={t("loading")} />;
  };
}

/** The URLs of the style sheets that screens load, from the build. */
declare const STYLE_URLS: Record<"howto" | "lesson" | "plain" | "print" | "screens" | "tournament" | "venue", string>;
const STYLES = {
  howto: STYLE_URLS.howto,
  lesson: STYLE_URLS.lesson,
  plain: STYLE_URLS.plain,
  print: STYLE_URLS.print,
  screens: STYLE_URLS.screens,
  tournament: STYLE_URLS.tournament,
  venue: STYLE_URLS.venue,
};
export type Style = keyof typeof STYLES;

/** Load a style sheet once. */
export function loadStyle(name: Style) {
  const href = BASE + STYLES[name];
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
}

type PreferenceProps = {
  name: string;
  label: string;
  on: string;
  off: string;
  isOn?: boolean;
  change?: () => void;
};

/** A switch whose setting stays in this browser. */
export function Preference({ name, label, on, off, isOn = false, change }: PreferenceProps) {
  const [isChecked, check] = useState((setting(name) ?? (isOn ? on : off)) === on);
  const choose = (isChosen: boolean) => {
    setSetting(name, isChosen ? on : off);
    check(isChosen);
    change?.();
  };
  return (
    <label class="switch small">
      <input type="checkbox" checked={isChecked} onChange={(event) => choose(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** Show a title in the header and in the tab, there after a note. */
export function useTitle(text: string, note?: string) {
  useEffect(() => {
    const place = document.getElementById("top-title");
    if (place) [place.textContent, place.title] = [text, text];
    document.title = [note, text, "Bottega"].filter(Boolean).join(" · ");
    return () => {
      if (place) [place.textContent, place.title] = ["", ""];
    };
  }, [text, note]);
}

export const isFree = ({ kind, claimed }: { kind: string; claimed?: boolean }) => kind === "open" && !claimed;

/** Return the CSS class of a seat's colour. The six colours also differ in lightness. */
export const seatClass = (seat: number) => `seat-${seat % 7}`;

/** An emblem of a ruleset: a rosette computed from its name. */
export function Emblem({ name }: { name: string }) {
  const sum = [...name].reduce((total, letter) => (total * 33 + letter.charCodeAt(0)) % 99991, 5);
  const petals = 5 + (sum % 4);
  const tone = (sum >> 3) % 4;
  const angles = Array.from({ length: petals }, (_, index) => (index * 360) / petals);
  const petal = [
    "M0-6C9-14 9-28 0-34C-9-28-9-14 0-6Z",
    "M0-8L10-21L0-34L-10-21Z",
    "M0-7C14-12 12-30 0-34C4-26-6-18 0-7Z",
  ][(sum >> 5) % 3];
  return (
    <svg class={`emblem tone-${tone}`} viewBox="-50 -50 100 100" aria-hidden="true">
      <circle r="48" class="emblem-background" />
      <circle r="41" class="emblem-ring" />
      {angles.map((turn) => (
        <path d={petal} class="emblem-petal" transform={`rotate(${turn})`} />
      ))}
      {angles.map((turn) => (
        <circle r="2.6" cy="-36" class="emblem-dot" transform={`rotate(${turn + 180 / petals})`} />
      ))}
      <circle r="6.5" class="emblem-heart" />
    </svg>
  );
}
