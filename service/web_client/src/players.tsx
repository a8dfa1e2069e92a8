/** The list of players and whose turn it is. */

import type { GameTexts } from "@bottega/client/texts";
import { initial } from "./bidi";
import { Clock } from "./clock";
import { isFree, seatClass } from "./components";
import { tallyOf } from "./drawings";
import { Face, hasFace } from "./faces";
import { t } from "./i18n";
import { levelName } from "./names";
import type { GameState } from "./store";
import type { GameView, ListedSeat } from "./types";

type Props = {
  view: GameView;
  /** the seat of the player, the list of seats, and the current view with the clocks */
  state: Pick<GameState, "seat" | "view"> & { seats?: ListedSeat[] };
  texts: GameTexts;
  /** whether each seat is connected */
  present?: Map<number, boolean>;
};

export function Players({ present = new Map(), ...props }: Props) {
  return (
    <ul class="players" aria-label={t("players")}>
      {props.view.seats.map((seat) => (
        <Player
          key={`player-${seat.seat}`}
          {...props}
          seat={seat}
          isPresent={seat.seat === props.state.seat ? undefined : present.get(seat.seat)}
        />
      ))}
    </ul>
  );
}

type PlayerProps = Props & { seat: GameView["seats"][number]; isPresent?: boolean };

function Player({ view, state, texts, seat: { seat, kind, ai_player }, isPresent }: PlayerProps) {
  const isActing = view.to_act.includes(seat);
  const name = texts.name("seat", seat);
  const note = noteOf(view, state, seat);
  const team = teamOf(view, seat);
  return (
    <li
      class={`player ${seatClass(seat)} ${isActing ? "acting" : ""} ${state.seat === seat ? "own" : ""} ${team ? "in-team" : ""}`}
      style={team && { "--team": teamColour(view, texts, team) }}
      aria-current={isActing ? "true" : undefined}
    >
      <span class="disc" aria-hidden="true">
        {hasFace(ai_player) ? <Face id={ai_player} /> : initial(name)}
      </span>
      <span class="player-text">
        <bdi class="player-name" title={name}>
          {name}
        </bdi>
        {team ? <span class="player-team">{texts.name("team", team)}</span> : null}
        <span class="player-note" title={note || undefined}>
          {note}
          {isActing && kind === "ai" ? <Dots /> : null}
        </span>
      </span>
      {isPresent === undefined ? null : <Presence isPresent={isPresent} />}
      <Tally {...tallyOf(view, seat)} />
      <Clock view={state.view ?? view} seat={seat} />
    </li>
  );
}

/** Whether a player is connected. */
function Presence({ isPresent }: { isPresent: boolean }) {
  const label = t("connected", { is: isPresent ? "yes" : "no" });
  return <span class={`presence ${isPresent ? "is-present" : ""}`} role="img" aria-label={label} title={label}></span>;
}

const Dots = () => (
  <span class="dots" aria-hidden="true">
    <i></i>
    <i></i>
    <i></i>
  </span>
);

/** The score of a seat, and the size of its hand. */
function Tally({ score, hand }: { score?: number; hand?: number }) {
  const held = hand === undefined ? "" : t("in_hand", { count: hand });
  return (
    <>
      {score === undefined ? null : (
        <b class="score" title={t("score")}>
          <span class="hidden">{t("score")} </span>
          {score}
        </b>
      )}
      {held ? (
        <small class="in-hand" title={held}>
          <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
            <path d="M4 8l9-4 4 12-9 4zM15 5h5v13h-3" />
          </svg>
          <span aria-hidden="true">{hand}</span>
          <span class="hidden">{held}</span>
        </small>
      ) : null}
    </>
  );
}

/** Return the teams of all seats, as far as they are known. */
const teamsOf = ({ teams, outcome }: GameView) => teams ?? outcome?.map(({ team }) => team) ?? [];

/** Return the team of a seat; undefined without one, or if all play together. */
function teamOf(view: GameView, seat: number) {
  const teams = teamsOf(view);
  return new Set(teams).size > 1 ? teams[seat] : undefined;
}

/** Return the colour of a team: that of its name, or that of its first seat. */
const teamColour = (view: GameView, texts: GameTexts, team: string) =>
  texts.appearanceOf("team", team)?.colour ?? `var(--seat-${teamsOf(view).indexOf(team)})`;

/** Return what is said below the name of a player. */
function noteOf(view: GameView, state: Props["state"], seat: number) {
  const end = view.outcome?.find((each) => each.seat === seat);
  const isOwn = state.seat === seat;
  if (end?.reason) return t("gave_up_short", { reason: end.reason });
  if (end?.team || (end?.rank === 1 && end.result === "lost")) return t("result_named", { result: end.result });
  if (end) return t("rank", { rank: end.rank });
  if (view.to_act.includes(seat))
    return actingNote(view.seats[seat]?.kind === "ai", isOwn && view.decision !== undefined);
  const listed = state.seats?.[seat];
  if (listed && isFree(listed)) return t("free_seat");
  const { level } = view.seats[seat];
  if (level) return levelName(level);
  return isOwn ? t("you") : "";
}

function actingNote(isAi: boolean, isOwnTurn: boolean) {
  if (isAi) return t("thinking");
  return t(isOwnTurn ? "your_turn" : "to_act");
}
