/** Entry point: the screen for the current URL in the chosen language. */

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAccount } from "./account";
import { BASE } from "./base";
import { later } from "./components";
import { GameScreen } from "./game";
import { currentLanguage, preferredLanguage, setLanguage, t } from "./i18n";
import { Identity } from "./identity";
import "./keys";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "./languages";
import { Lobby } from "./lobby";
import { useSearches } from "./seek/state";
import { seatOf, storeGame } from "./storage";
import { showTooltips } from "./tooltip";
import { followVersion, useKept, useOutdated } from "./version";

/** Seconds until the service worker fetches what the page needs offline: the first game goes first. */
const QUIET_SECONDS = 2;
const TOURNAMENTS = ["tournaments", "tournament", "new-tournament"];
const TOURNAMENT = { styles: ["tournament" as const], words: ["tournament" as const] };
const PRINT = { ...TOURNAMENT, styles: [...TOURNAMENT.styles, "print" as const] };
const VENUE = { ...TOURNAMENT, styles: [...TOURNAMENT.styles, "venue" as const] };

const Create = later(async () => (await import("./create")).Create);
const HowTo = later(async () => (await import("./howto")).HowToScreen, { styles: ["howto"] });
const Join = later(async () => (await import("./join")).Join);
const Lesson = later(async () => (await import("./lesson/screen")).LessonScreen, { styles: ["lesson"] });
const Print = later(async () => (await import("./print/screen")).PrintScreen, PRINT);
const Replay = later(async () => (await import("./record")).RecordScreen);
const Rules = later(async () => (await import("./rules")).RulesScreen);
const Tournaments = later(async () => (await import("./tournament/page")).TournamentScreens, TOURNAMENT);
const Seasons = later(async () => (await import("./season/page")).SeasonScreens, TOURNAMENT);
const SearchBar = later(async () => (await import("./seek/bar")).SearchBar);
const TopTable = later(async () => (await import("./venue/top")).TopTable, VENUE);
const Venue = later(async () => (await import("./venue/venue")).Venue, VENUE);
const Watch = later(async () => (await import("./watch")).WatchScreen);

/** What the URL names after `#/`: a screen, its game, ruleset or tournament, and a detail such as a paragraph. */
type Place = { screen: string; argument: string; detail: string };
/** `file`: the record that was dropped on the page. */
type ScreenProps = Place & { file?: File; language: string };

/** Read the screen from the URL. A token in the URL is stored and removed from the URL at once. */
function route(): Place {
  const [, screen = "", argument = "", detail = "", token = ""] = location.hash.split("/").map(decodeURIComponent);
  if (screen === "game" && detail === "token") {
    storeGame({ game: argument, seats: [{ seat: seatOf(token), token }] });
    history.replaceState(null, "", `#/game/${argument}`);
  }
  return { screen, argument, detail };
}

/** The screen of a place. It starts again when its key changes. */
function Screen({ screen, argument, detail, file, language }: ScreenProps) {
  const key = `${screen}/${argument}/${language}`;
  if (TOURNAMENTS.includes(screen))
    return <Tournaments key={key} screen={screen} argument={argument} detail={detail} />;
  switch (screen) {
    case "season":
    case "seasons":
      return <Seasons key={key} screen={screen} argument={argument} />;
    case "new":
      return <Create key={key} ruleset={argument} />;
    case "game":
      return <GameScreen key={key} game={argument} />;
    case "join":
      return <Join key={key} game={argument} />;
    case "record":
      return <Replay key={file?.name ?? key} file={file} />;
    case "print":
      return <Print key={key} id={argument} sheet={detail} />;
    case "venue":
      return <Venue key={key} id={argument} minutes={Number(detail) || 0} />;
    case "top-table":
      return <TopTable key={key} id={argument} />;
    case "watch":
      return <Watch key={key} game={argument} />;
    case "rules":
      return <Rules key={key} ruleset={argument} paragraph={detail} />;
    case "how-to-play":
      return <HowTo key={key} ruleset={argument} chapter={detail} />;
    case "learn":
      return <Lesson key={key} ruleset={argument} />;
    default:
      return <Lobby key={key} />;
  }
}

function App() {
  const account = useAccount();
  const { waiting, found } = useSearches();
  const isOutdated = useOutdated();
  const [place, go] = useState(route);
  const [language, setPageLanguage] = useState(currentLanguage());
  const [file, setFile] = useState<File>();
  useKept(waiting.length > 0 || file !== undefined);
  useEffect(() => listenToHash(go), []);
  useEffect(() => listenToFileDrops(setFile), []);
  const choose = async (chosen: Language) => {
    await setLanguage(chosen);
    setPageLanguage(chosen);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page, whose URL names the screen */}
      <a class="skip" href="#main" onClick={focusMain}>
        {t("skip")}
      </a>
      <header class="top">
        <a class="brand" href="#/">
          <span class="brand-mark" aria-hidden="true"></span>Bottega
        </a>
        <span class="top-title" id="top-title"></span>
        <Identity account={account} />
        <label class="language">
          <span class="hidden">{t("language")}</span>
          <select value={language} onChange={(event) => choose(LANGUAGES[event.currentTarget.selectedIndex])}>
            {LANGUAGES.map((each) => (
              <option key={each} value={each} lang={each}>
                {LANGUAGE_NAMES[each]}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main id="main" tabIndex={-1} class={`screen screen-${place.screen || "lobby"}`}>
        <Screen {...place} file={file} language={language} />
      </main>
      {waiting.length || found ? <SearchBar key={language} /> : null}
      {isOutdated ? <NewVersion /> : null}
    </>
  );
}

/** The way to a new version of the page, which an automatic reload must not bring now. */
const NewVersion = () => (
  <p class="new-version" role="status">
    {t("new_version")}
    <button type="button" class="small" onClick={() => location.reload()}>
      {t("reload")}
    </button>
  </p>
);

function focusMain(event: Event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function listenToHash(go: (place: Place) => void) {
  const navigate = () => {
    go(route());
    document.getElementById("main")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  };
  addEventListener("hashchange", navigate);
  return () => removeEventListener("hashchange", navigate);
}

/** Open the record that is dropped on the page. */
function listenToFileDrops(take: (file: File) => void) {
  const over = (event: DragEvent) => event.preventDefault();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    take(file);
    location.hash = "#/record";
  };
  addEventListener("dragover", over);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("drop", drop);
  };
}

await setLanguage(preferredLanguage());
showTooltips();
followVersion();
render(<App />, document.getElementById("table") as Element);
if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.open && location.assign(data.open)); // after a click on a notification
  const register = () =>
    navigator.serviceWorker.register(`${BASE}/table/serviceworker.js`, { scope: `${BASE}/` }).catch(() => undefined);
  setTimeout(register, QUIET_SECONDS * 1000);
}
