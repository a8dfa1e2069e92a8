/** Components with the hooks of `@bottega/react`; `make packages` compiles this file. */
import type { Action, Problem } from "@bottega/client";
import { useClient, useGame, useMyGames, useTournament } from "@bottega/react";
import { is } from "./is.js";

export function Azul({ game }: { game: string }) {
  const { view, decision, events, queue, texts, ruleset, rejection, problem, isConnected, act } = useGame(game, { ruleset: "azul", token: "st_1" });
  is<boolean>()(isConnected);
  is<Error | undefined>()(problem);
  is<Problem | undefined>()(rejection);
  is<"azul" | undefined>()(queue?.ruleset);
  is<number | undefined>()(view?.view.round);
  is<number | undefined>()(ruleset?.constants.decorations[0].tiles);
  is<Action<"azul"> | undefined>()(decision?.actions[0]);
  const pass = () => act({ type: "pass_round" });
  // @ts-expect-error this action is one of another game
  const draw = () => act({ type: "draw_card", deck: "main" });
  // @ts-expect-error a view has no field with this name
  void view?.nonsense;
  return <ol onClick={pass} onDoubleClick={draw}>{events.map(({ version, action, seat }) => <li key={version}>{action && texts?.sentence("action", action, seat)}</li>)}</ol>;
}

export function AnyGame({ game }: { game: string }) {
  const { view, decision, act } = useGame(game);
  is<"azul" | "leonardo" | "riddle" | undefined>()(view?.ruleset);
  if (view?.ruleset === "leonardo") is<number>()(view.view.round);
  return <ul>{decision?.actions.map((action) => <li key={action.type} onClick={() => act(action)}>{action.type}</li>)}</ul>;
}

export function Lists() {
  const { games } = useMyGames({ status: "running" });
  const { tournament, entrants, rounds } = useTournament<"azul">("");
  is<string | undefined>()(games?.[0].game_id);
  is<"azul" | undefined>()(tournament?.ruleset);
  is<number | undefined>()(rounds?.[0].round);
  is<string | undefined>()(entrants?.[0].name);
  // @ts-expect-error games have no such status
  useMyGames({ status: "done" });
  // @ts-expect-error a tournament has no field with this name
  void tournament?.nonsense;
  return <p>{useClient().base}</p>;
}
