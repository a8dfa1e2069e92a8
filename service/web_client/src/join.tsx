/** The screen to take a free seat of a game. */

import { useState } from "preact/hooks";
import type { Account } from "./account";
import { useAccount } from "./account";
import { call } from "./api";
import { ErrorMessage, isFree, Loading, later, problemOf, seatClass, useFetch, useTitle } from "./components";
import { SmallFace } from "./faces";
import { Facts, Picture } from "./help";
import { screenText as t } from "./i18n";
import { Identity } from "./identity";
import { MOST_SEAT_LETTERS, NameField, useName } from "./namefield";
import { levelName, playerName } from "./names";
import { setSetting, storedGame, storeGame } from "./storage";
import type { Failure, ListedSeat } from "./types";

const BlockButton = later(async () => (await import("./contacts")).BlockButton);

/** Open the game. The browser's way back does not lead to the screen of its free seats again. */
const enter = (game: string) => location.replace(`#/game/${game}`);

/** Load the seats of a game and its ruleset. A player of the game needs no other seat. */
async function load(game: string) {
  if (storedGame(game)?.seats.length) enter(game);
  const [{ seats }, { ruleset }] = await Promise.all([
    call("GET /games/{game_id}/seats", { game_id: game }),
    call("GET /games/{game_id}", { game_id: game }),
  ]);
  return { seats, ruleset: await call("GET /rulesets/{ruleset}", { ruleset }) };
}

export function Join({ game }: { game: string }) {
  const { value, problem, reload } = useFetch(() => load(game), [game]);
  useTitle(value?.ruleset.title ?? t("join"));
  const account = useAccount();
  const [name, setName] = useName();
  const [rejected, setRejected] = useState<Failure>();
  const claim = async (seat: number) => {
    const wanted = name.trim();
    const body = wanted ? { name: wanted } : {};
    const { key } = account;
    try {
      const claimed = await call(
        "POST /games/{game_id}/seats/{seat}/claim",
        { game_id: game, seat, body },
        { token: key },
      );
      if (wanted) setSetting("name", wanted);
      const token = claimed.token ?? key; // a signed-in player needs no token of the seat
      storeGame({ game, seats: token ? [{ seat, token }] : [] });
      enter(game);
    } catch (error) {
      setRejected(problemOf(error));
      reload();
    }
  };
  if (problem) return <ErrorMessage problem={problem} isScreen />;
  if (!value || !account.isKnown) return <Loading label={t("loading")} />;
  return (
    <section class="create">
      <header class="create-head">
        <Picture {...value.ruleset} />
        <div>
          <p class="eyebrow">{t("join")}</p>
          <h1>{value.ruleset.title}</h1>
          <Facts {...value.ruleset} />
        </div>
      </header>
      <p class="row">
        <Identity account={account} />
        {account.me ? null : <small class="faint">{t("join_note")}</small>}
      </p>
      <div class="card">
        <NameField name={name} change={setName} longest={MOST_SEAT_LETTERS} placeholder={account.me?.name} isWide />
        <ol class="seat-list">
          {value.seats.map((seat) => (
            <SeatRow key={seat.seat} seat={seat} account={account} claim={() => claim(seat.seat)} />
          ))}
        </ol>
      </div>
      <ErrorMessage problem={rejected} />
      <p class="row end">
        <a class="button quiet" href={`#/game/${game}`}>
          {t("watch")}
        </a>
      </p>
    </section>
  );
}

type SeatRowProps = { seat: ListedSeat; account: Account; claim: () => void };

/** A seat with the button that takes it, or that blocks its player. */
function SeatRow({ seat, account: { key, me }, claim }: SeatRowProps) {
  return (
    <li class="seat-row">
      <span class={`disc ${seatClass(seat.seat)}`} aria-hidden="true">
        {seat.seat + 1}
      </span>
      <SmallFace id={seat.ai_player} />
      <bdi class="grow">{isFree(seat) ? t("free_seat") : playerName(seat)}</bdi>
      {seat.level ? <small class="faint">{levelName(seat.level)}</small> : null}
      {isFree(seat) ? (
        <button type="button" class="primary" onClick={claim}>
          {t("take_seat", { number: seat.seat + 1 })}
        </button>
      ) : null}
      {me && seat.player && seat.player !== me.player ? (
        <BlockButton token={key} player={seat.player} label={playerName(seat)} />
      ) : null}
    </li>
  );
}
