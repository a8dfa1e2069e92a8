/**
 * Entry point of the page that other sites may show in a frame: a game, the standings or the bracket of a tournament.
 * It shows what spectators see. It neither reads the tokens of this browser nor offers any action.
 */

import { type ComponentChildren, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { BASE } from "./base";
import { isolateRtl } from "./bidi";
import { ErrorMessage, Loading, loadStyle } from "./components";
import "./keys";
import { preferredLanguage, setLanguage, screenText as t } from "./i18n";
import { Bracket } from "./tournament/bracket";
import { useTournament } from "./tournament/live";
import { Standings } from "./tournament/standings";
import { LiveBoard } from "./watch";

const NO_ACCOUNT = { key: undefined, me: undefined };

/** Read what to show from the URL. */
function route() {
  const [, kind = "", id = ""] = location.hash.split("/").map(decodeURIComponent);
  return { kind, id };
}

function Widget() {
  const [{ kind, id }, go] = useState(route);
  useEffect(() => addEventListener("hashchange", () => go(route())), []);
  if (kind === "game")
    return (
      <Frame path={`game/${id}`}>
        <h1 class="hidden">{t("embed_game")}</h1>
        <LiveBoard key={id} game={id} isWidget />
      </Frame>
    );
  return (
    <Frame path={`tournament/${id}`}>
      <TournamentPart key={id} kind={kind} id={id} />
    </Frame>
  );
}

type FrameProps = { path: string; children?: ComponentChildren };

/** The content, and a link to the whole page. */
const Frame = ({ path, children }: FrameProps) => (
  <main class="widget">
    {children}
    <p class="widget-foot">
      <a href={`${BASE}/#/${path}`} target="_blank" rel="noopener">
        {t("open_page")}
      </a>
    </p>
  </main>
);

type TournamentPartProps = { kind: string; id: string };

function TournamentPart({ kind, id }: TournamentPartProps) {
  const { data, problem } = useTournament(id, undefined, true);
  useEffect(() => void loadStyle("tournament"), []);
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!data) return <Loading label={t("loading")} />;
  const props = {
    data,
    account: NO_ACCOUNT,
    nameOf: (entrant: number) => isolateRtl(data.entrants[entrant]?.name ?? String(entrant + 1)),
  };
  return (
    <>
      <h1 class="widget-title">
        <bdi>{data.tournament.name}</bdi>
      </h1>
      {kind === "bracket" ? <Bracket {...props} /> : <Standings {...props} />}
    </>
  );
}

await setLanguage(preferredLanguage(), "screens", "tournament");
render(<Widget />, document.getElementById("table") as Element);
