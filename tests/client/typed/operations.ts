/** Calls that the types of `@bottega/client` accept, and calls that they reject; `make packages` compiles this file. */
import { createClient, gameTexts, isHosted, NetworkError, Problem } from "@bottega/client";
import type { Client, RulesetName, Schemas } from "@bottega/client";
import { movesOf } from "@bottega/client/moves";
import { is } from "./is.js";

const client: Client = createClient({ url: "http://localhost:8000", language: () => "it" });
const { createGame, getGame, getResult, getRuleset, listGames, listRulesets, queryView, submitAction } = client.operations;
const seats = [{ kind: "human" as const }, { kind: "ai" as const, level: "easy" }];

export async function play(): Promise<void> {
  const game = await createGame({ body: { ruleset: "azul", seats } }, { token: "bk_1" });
  is<string>()(game.game_id);
  is<"azul">()(game.ruleset);
  const { games } = await listGames({ status: "open", limit: 10 });
  is<string>()(games[0].ruleset);
  await queryView({ game_id: games[0].game_id, include: "actions,hints" });
  await queryView({ game_id: game.game_id, include: ["actions", "hints"] });
  const turn = await submitAction({ game_id: "", body: { ruleset: "azul", decision: 0, action: { type: "pass_round" } } });
  is<"azul">()(turn.ruleset);
  is<RulesetName>()((await queryView({ game_id: "" })).ruleset);
  is<number>()((await client.whenReady("getResult", { game_id: "" })).seats[0].rank);
}

export async function show(): Promise<string> {
  const azul = await getRuleset({ ruleset: "azul" }, { language: "it" });
  is<string>()(azul.constants.decorations[0].decoration.slice());
  const texts = gameTexts(azul, "it", ["Ada"], { names: { "colour/blue": "Azzurro" } });
  is<string>()(texts.rejectionText({ title: "", code: "" }));
  is<number>()(movesOf(azul, { facts: [] }, {}, {})[0].count);
  return texts.name("colour", "blue");
}

/** Create a game of each ruleset that a service lists and whose types this package has. */
export async function createAll(): Promise<void> {
  const { rulesets } = await listRulesets();
  for (const { ruleset } of rulesets) {
    // @ts-expect-error the service may host a ruleset whose types this package lacks
    await createGame({ body: { ruleset, seats } });
    if (!isHosted(ruleset)) continue;
    is<RulesetName>()((await createGame({ body: { ruleset, seats } })).ruleset);
  }
}

export function explain(error: unknown): string {
  if (error instanceof NetworkError) return is<string>()(error.name);
  if (!(error instanceof Problem)) return "";
  is<number | undefined>()(error.body.version);
  const { colour = "" } = error.parameters;
  is<string | number | (string | number)[]>()(colour);
  return error.code;
}

export const partsOf = (view: Schemas["GameView"], sheet: Schemas["Result"]): [number, number] => [is<number>()(view.version), is<number>()(sheet.seats[0].total)];

export async function reject(): Promise<void> {
  // @ts-expect-error the body is missing
  await createGame({});
  // @ts-expect-error no operation has this name
  await client.operations.createGames({});
  // @ts-expect-error the id of the game is a string
  await queryView({ game_id: 1 });
  // @ts-expect-error an action needs the decision that it answers
  await submitAction({ game_id: "", body: { ruleset: "azul", action: { type: "pass_round" } } });
  // @ts-expect-error this action is one of another game
  await submitAction({ game_id: "", body: { ruleset: "azul", decision: 0, action: { type: "draw_card" } } });
  // @ts-expect-error a body has no field with this name
  await createGame({ body: { ruleset: "azul", seats, rulesett: "azul" } });
  // @ts-expect-error an option of another game
  await createGame({ body: { ruleset: "azul", seats, options: { mode: "expert" } } });
  // @ts-expect-error a query has no parameter with this name
  await listGames({ stattus: "open" });
  // @ts-expect-error a summary has no field with this name
  (await getGame({ game_id: "" })).nonsense;
  // @ts-expect-error the result may not be ready
  (await getResult({ game_id: "" })).seats;
  // @ts-expect-error the resource of this operation is always ready
  await client.whenReady("getGame", { game_id: "" });
}
