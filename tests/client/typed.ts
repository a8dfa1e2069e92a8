/** Calls that the types of `@bottega/client` accept, and calls that they reject; `make packages` compiles this file. */
import { createClient, gameTexts, Problem } from "@bottega/client";

const client = createClient({ url: "http://localhost:8000", language: () => "it" });
const { createGame, getRuleset, listGames, queryView, submitAction } = client.operations;

export async function play(): Promise<string> {
  const seats = [{ kind: "human" as const }, { kind: "ai" as const, level: "easy" }];
  const game = await createGame({ body: { ruleset: "azul", seats } }, { token: "bk_1" });
  const id: string = game.game_id;
  const { games } = await listGames({ status: "open", limit: 10 });
  await queryView({ game_id: games[0].game_id, include: "actions,hints" });
  await queryView({ game_id: id, include: ["actions", "hints"] });
  for await (const { type, data } of client.follow({ game: id, transport: "poll" })) console.log(type, data);
  const texts = gameTexts(await getRuleset({ ruleset: "azul" }), "it", ["Ada"], { names: { "colour/blue": "Azzurro" } });
  return texts.name("colour", "blue");
}

export const codeOf = (error: unknown): string | undefined => (error instanceof Problem ? error.code : undefined);

export async function reject(): Promise<void> {
  // @ts-expect-error the body is missing
  await createGame({});
  // @ts-expect-error no operation has this name
  await client.operations.createGames({});
  // @ts-expect-error the id of the game is a string
  await queryView({ game_id: 1 });
  // @ts-expect-error an action needs the decision that it answers
  await submitAction({ game_id: "", body: { ruleset: "azul", action: { type: "pass" } } });
}
