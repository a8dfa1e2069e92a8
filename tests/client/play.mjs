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
  let [last, answered] = [undefined, -1];
  for await (const { type, data, view } of client.follow({ game: game_id, token, include: "actions", view: true, transport: transport || undefined })) {
    last = view;
    if (type === "event") versions.push(data.version);
    const next = data.next_decision;
    if (!next || next.decision <= answered) continue;
    answered = next.decision;
    const action = next.actions[(answered * 7) % next.actions.length];
    await submitAction({ game_id, body: { ruleset, decision: answered, action } }, { token });
  }
  deepStrictEqual(last, await queryView({ game_id }, { token }));
  return versions;
}

console.log(JSON.stringify({ game_id, versions: await Promise.all(tokens.map(play)) }));
