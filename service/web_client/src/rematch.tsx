/** The rematch of a finished game: all players get the same one, each with one click, and spectators a link. */

import type { GameTexts } from "@bottega/client/texts";
import { useEffect, useState } from "preact/hooks";
import { call } from "./api";
import { ErrorMessage, problemOf } from "./components";
import { screenText as t } from "./i18n";
import { signal } from "./signal";
import type { StoredGame } from "./storage";
import { isKey, storedGame, storeGame } from "./storage";
import type { GameStore } from "./store";
import type { Failure, GameView, SeatToken } from "./types";

type RematchProps = { view: GameView; texts: GameTexts; session: GameStore };

/** The button of a rematch. It stays in its place when the offer of another player arrives, so that no click misses it. */
export function Rematch({ view, texts, session }: RematchProps) {
  const [problem, setProblem] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const { seat: own, tokens, rematch } = session.state;
  const isOffered = Boolean(rematch) && !isBusy;
  useEffect(() => void (isOffered && own !== null && signal("turn")), [isOffered, own]);
  if (own === null) return rematch ? <SpectatorLink game={rematch} /> : null;
  const open = async () => {
    setBusy(true);
    await takeSeats(view, session).then(
      (next) => {
        location.hash = `#/game/${next}`; // this screen goes: until then, its own rematch is no offer
      },
      (error) => {
        setProblem(problemOf(error));
        setBusy(false);
      },
    );
  };
  const others = view.seats.filter(({ seat, kind }) => kind !== "ai" && !tokens.has(seat));
  return (
    <div class={`rematch ${isOffered ? "is-offered" : ""}`}>
      <button type="button" class="primary" disabled={isBusy} onClick={open}>
        {t(isOffered ? "join_rematch" : "rematch")}
      </button>
      <p role="status">{isOffered ? offerText(texts, others) : ""}</p>
      <ErrorMessage problem={problem} />
    </div>
  );
}

/** Say who wants a rematch: the only other player, or one of them. */
function offerText(texts: GameTexts, others: GameView["seats"]) {
  if (others.length !== 1) return t("rematch_offered");
  return t("rematch_offered_by", { name: texts.name("seat", others[0].seat) });
}

const SpectatorLink = ({ game }: { game: string }) => (
  <p class="rematch is-offered" role="status">
    <a class="button primary" href={`#/game/${game}`}>
      {t("watch_rematch")}
    </a>
  </p>
);

/** Open the rematch with the seats of this browser, each one place earlier; return its id. */
async function takeSeats(view: GameView, session: GameStore): Promise<string> {
  const { game_id: game } = view;
  const stored = storedGame(game);
  const seats = ownSeats(session, stored).map((each) => ({ ...each, next: (each.seat || view.seats.length) - 1 }));
  const request = (token: string | undefined) => call("POST /games/{game_id}/rematch", { game_id: game }, { token });
  const first = stored?.creator ?? seats[0]?.token;
  const created = await request(first);
  const taken = new Map<number, SeatToken>();
  const note = (tokens: readonly SeatToken[]) => {
    for (const each of tokens) if (seats.some(({ next }) => next === each.seat)) taken.set(each.seat, each);
  };
  note(created.tokens);
  for (const { next, token } of seats) {
    if (taken.has(next)) continue;
    const { tokens } = token === first ? created : await request(token); // each player joins: a clock may wait for it
    note(isKey(token) ? [{ seat: next, token }] : tokens);
  }
  const { game_id: following, creator_token: creator } = created;
  storeGame({ game: following, ruleset: view.ruleset, seats: [...taken.values()], ...(creator ? { creator } : {}) });
  return following;
}

/** Return the seats of this browser, the shown one first. */
function ownSeats({ state }: GameStore, stored: StoredGame | undefined) {
  const tokens = new Map([...(stored?.seats ?? []).map(({ seat, token }) => [seat, token] as const), ...state.tokens]);
  const seats = [...tokens].map(([seat, token]) => ({ seat, token }));
  return seats.sort((one, other) => Number(other.seat === state.seat) - Number(one.seat === state.seat));
}
