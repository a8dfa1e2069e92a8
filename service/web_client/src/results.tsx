/** The end of a game: who has won and why, the score sheet, the rematch and the analysis. */

import type { GameTexts } from "@bottega/client/texts";
import { useEffect, useRef } from "preact/hooks";
import { callUntilReady } from "./api";
import { BASE } from "./base";
import { cacheFinished } from "./cache";
import { Analysis } from "./chart";
import { ErrorMessage, useFetch } from "./components";
import { screenText as t } from "./i18n";
import { Rematch } from "./rematch";
import { ScoreSheet } from "./scoresheet";
import { showVersion } from "./session";
import type { GameStore } from "./store";
import { setPlaying, tokenOf } from "./store";
import { TournamentLink } from "./tournamentlink";
import type { GameView } from "./types";
import { isVictory, verdict } from "./verdict";

type ResultsProps = {
  view: GameView;
  texts: GameTexts;
  session: GameStore;
  /** whether the game has ended on this screen */
  isNew: boolean;
  share: () => void;
};

export function Results(props: ResultsProps) {
  const { view, texts, session, isNew, share } = props;
  const { value, problem } = useFetch(() => {
    const options = { token: tokenOf(session), signal: session.controller.signal };
    return callUntilReady("GET /games/{game_id}/result", { game_id: view.game_id }, options);
  }, [view.game_id]);
  const ranks = view.outcome ?? [];
  const standing = {
    seats: ranks.map((each) => ({ ...each, rows: [], tie_breaks: [] })),
    winners: ranks.filter(({ result }) => result !== "lost").map(({ seat }) => seat),
  };
  const sheet = value ?? standing;
  const hasPoints = !view.ended_by || sheet.seats.some(({ total, rows }) => total || rows.length) || !value;
  return (
    <section class={`card panel results ${isNew ? "is-new" : ""}`} aria-labelledby="over-title">
      <Verdict {...props} winning={standing.winners} />
      <ErrorMessage problem={problem} />
      <Rematch {...props} />
      {hasPoints ? (
        <ScoreSheet result={sheet} texts={texts} players={view.seats} isLoading={!value && !problem} />
      ) : null}
      <p class="row">
        <TournamentLink view={view} />
        <button type="button" class="quiet" onClick={() => replay(session)}>
          {t("replay")}
        </button>
        <button type="button" class="quiet" onClick={share}>
          {t("share")}
        </button>
        <a
          class="button quiet"
          href={`${BASE}/v1/games/${view.game_id}/record`}
          download={`${view.ruleset}-${view.game_id}.json`}
          onClick={() => void cacheFinished(view)}
        >
          {t("save_record")}
        </a>
        <a class="button quiet" href={`#/new/${view.ruleset}`}>
          {t("play_again")}
        </a>
      </p>
      {session.state.log.some(({ action }) => action) ? <Analysis {...props} /> : null}
    </section>
  );
}

/** Play the whole game again, from its first move. */
async function replay(session: GameStore) {
  await showVersion(session, 0);
  setPlaying(session, true);
}

type VerdictProps = ResultsProps & { winning: number[] };

/** Who has won, and what ended the game. The title gets the focus if the game has ended on this screen. */
function Verdict({ view, texts, session, isNew, winning }: VerdictProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  const { seat: own, tokens } = session.state;
  const seats = view.outcome ?? [];
  const hasWon = winning.length < seats.length && isVictory(seats, winning, own) && tokens.size === 1;
  return (
    <div class="verdict">
      {winning.length ? <Laurel /> : null}
      <div>
        <p class="eyebrow">{t("over")}</p>
        <h2 id="over-title" tabIndex={-1} ref={title}>
          {hasWon ? t("you_win") : verdict(texts, seats, winning)}
        </h2>
        {seats.map(({ seat, reason }) =>
          reason ? (
            <p key={seat}>
              {t("gave_up", { reason, own: seat === own ? "yes" : "no", name: texts.name("seat", seat) })}
            </p>
          ) : null,
        )}
        {view.ended_by ? <p class="faint">{t("points_stand")}</p> : null}
        {view.irreproducible ? <p class="faint">{t("irreproducible")}</p> : null}
      </div>
    </div>
  );
}

/** A wreath around a star. */
const Laurel = () => (
  <svg class="laurel" viewBox="-24 -24 48 48" aria-hidden="true">
    <path d="M0-11l3.2 7 7.6.8-5.7 5.1 1.6 7.5-6.7-3.8-6.7 3.8 1.6-7.5-5.7-5.1 7.6-.8z" />
    {[-1, 1].map((side) =>
      [45, 72, 99, 126, 153].map((angle) => (
        <path
          key={`${side}${angle}`}
          d="M0 0q6-4 5-11q-8 3-5 11"
          transform={`scale(${side} 1) rotate(${angle}) translate(0 -14) rotate(-28)`}
        />
      )),
    )}
  </svg>
);
