/** The participation of the player: enter, check in, play, withdraw. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { ErrorMessage, problemOf } from "../components";
import { tournamentText as t } from "../i18n";
import { Identity } from "../identity";
import { storeGame } from "../storage";
import type { Entrant, Failure, Tournament } from "../types";
import { ReasonDialog } from "./controls";
import { GuestSignIn, guestsOf } from "./guestsignin";
import { entrantOf, gamesOf, takesLate } from "./model";
import type { PageProps } from "./page";
import { isLadder } from "./plan";
import { isAway, mayLeave, ownVacation, VacationDialog } from "./vacation";

export function Participation(props: PageProps) {
  const {
    data: { tournament, entrants },
    account: { me },
  } = props;
  const entry = entrantOf(entrants, me?.player);
  if (["over", "cancelled"].includes(tournament.status)) return null;
  if (entry) return <Entered {...props} entry={entry} />;
  const isTaking = tournament.status === "registration" || (tournament.status === "running" && takesLate(tournament));
  const mayEnter = isTaking && tournament.registration !== "organiser" && !props.may("staff");
  if (!me && guestsOf(entrants).length)
    return (
      <>
        <section class="card cup-own" aria-labelledby="guest-title">
          <h2 id="guest-title">{t("are_you_guest")}</h2>
          <GuestSignIn {...props} />
        </section>
        {mayEnter ? <EntryForm {...props} /> : null}
      </>
    );
  return mayEnter ? <EntryForm {...props} /> : null;
}

function EntryForm({ data: { tournament }, account, code: given }: PageProps) {
  const [code, setCode] = useState(given);
  const [rejected, setRejected] = useState<Failure>();
  const isByCode = tournament.registration === "code";
  const enter = async (event: Event) => {
    event.preventDefault();
    const body = isByCode ? { code: code.trim() } : {};
    const sent = { tournament: tournament.tournament, body };
    await call("POST /tournaments/{tournament}/entrants", sent, { token: account.key }).catch((error) =>
      setRejected(problemOf(error)),
    );
  };
  return (
    <section class="card cup-own" aria-labelledby="own-title">
      <h2 id="own-title">{t("take_part")}</h2>
      {account.me ? (
        <form class="row bottom" onSubmit={enter}>
          {isByCode ? (
            <label class="field">
              <span>{t("code_from_organiser")}</span>
              <input required value={code} autocomplete="off" onInput={(event) => setCode(event.currentTarget.value)} />
            </label>
          ) : (
            <p class="grow">{t("enter_as", { name: isolateRtl(account.me.name ?? t("nameless")) })}</p>
          )}
          <button type="submit" class="primary">
            {t("take_part")}
          </button>
        </form>
      ) : (
        <p class="row">
          <span class="grow">{t("enter_needs_key")}</span>
          <Identity account={account} />
        </p>
      )}
      <ErrorMessage problem={rejected} />
    </section>
  );
}

type EnteredProps = PageProps & { entry: Entrant };

function Entered({ data, account, entry }: EnteredProps) {
  const { tournament, rounds } = data;
  const { key: token = "" } = account;
  const [isLeaving, setLeaving] = useState(false);
  const [isPlanning, setPlanning] = useState(false);
  const [rejected, setRejected] = useState<Failure>();
  const given = { tournament: tournament.tournament, entrant: entry.entrant };
  const needsCheckIn = tournament.check_in && !entry.checked_in && tournament.status === "registration";
  const checkInEntrant = () =>
    call("POST /tournaments/{tournament}/entrants/{entrant}/check-in", given, { token }).catch((error) =>
      setRejected(problemOf(error)),
    );
  const games = gamesOf(rounds, entry.entrant);
  return (
    <section class={`card cup-own ${games.length ? "is-called" : ""}`} aria-label={t("your_part")}>
      <p class="grow" role="status">
        {t(stateOf(needsCheckIn, games.length > 0, tournament), {
          name: isolateRtl(entry.name),
          by: orderOf(tournament),
        })}
        {` ${ownVacation(entry)}`}
      </p>
      <div class="row">
        {needsCheckIn ? (
          <button type="button" class="primary" onClick={checkInEntrant}>
            {t("check_in")}
          </button>
        ) : null}
        {games.map(({ round, table, game }) => (
          <a
            key={game.game_id}
            class="button primary big"
            href={`#/game/${game.game_id}`}
            onClick={() =>
              storeGame({
                game: game.game_id,
                ruleset: tournament.ruleset,
                seats: [{ seat: game.seats.indexOf(entry.entrant), token }],
              })
            }
          >
            {t("play_table", {
              round: round.round,
              table: table.table,
              game: table.games.length > 1 ? game.game + 1 : 0,
            })}
          </a>
        ))}
        {mayLeave(tournament, entry) ? (
          <button type="button" class="quiet small" onClick={() => setPlanning(true)}>
            {t(isAway(entry) ? "vacation_end" : "vacation")}
          </button>
        ) : null}
        <button type="button" class="quiet small" onClick={() => setLeaving(true)}>
          {t("withdraw")}
        </button>
      </div>
      <ErrorMessage problem={rejected} />
      {isPlanning ? (
        <VacationDialog data={data} account={account} entrant={entry} close={() => setPlanning(false)} />
      ) : null}
      {isLeaving ? (
        <ReasonDialog
          title={t("withdraw")}
          note={t("withdraw_note")}
          close={() => setLeaving(false)}
          send={(reason) =>
            call(
              "POST /tournaments/{tournament}/entrants/{entrant}/withdraw",
              { ...given, body: { reason } },
              { token },
            )
          }
        />
      ) : null}
    </section>
  );
}

/** Return what orders a ladder. */
const orderOf = ({ stages }: Tournament) => stages[0].challenges?.by ?? "place";

/** Return the key of the sentence that says what the player waits for. */
function stateOf(needsCheckIn: boolean, hasGames: boolean, { status, stages }: Tournament) {
  if (needsCheckIn) return "check_in_asked";
  if (hasGames) return "your_games_wait";
  if (status === "running" && isLadder(stages)) return "ladder_waits";
  return status === "registration" ? "you_are_in" : "you_wait";
}
