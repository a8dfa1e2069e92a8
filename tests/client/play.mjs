/** Play a game with two seats, each of which follows it with views; print what both received. */

import { deepStrictEqual } from "node:assert";
import { createClient } from "@bottega/client";

const [url, ruleset, transport] = process.argv.slice(2);
const client = createClient({ url });
const { createGame, queryView, submitAction } = client.operations;
const seats = ["Ada", "Bruno"].map((name) => ({ kind: "human", name }));
const { game_id, tokens } = await createGame({ body: { ruleset, seats } });

/** Play a seat to the end and return the versions of the events that it received. */
async function play({ token }) {
  const versions = [];
  let last;
  for await (const { type, data, view, decision } of client.follow({ game: game_id, token, include: "actions", view: true, transport: transport || undefined })) {
    last = view;
    if (type === "event") versions.push(data.version);
    if (!decision) continue;
    const action = decision.actions[(decision.decision * 7) % decision.actions.length];
    await submitAction({ game_id, body: { ruleset, decision: decision.decision, action } }, { token });
  }
  deepStrictEqual(last, await queryView({ game_id }, { token }));
  return versions;
}

console.log(JSON.stringify({ game_id, versions: await Promise.all(tokens.map(play)) }));
