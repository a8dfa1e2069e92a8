/** Follow a game from its start with several clients; print the versions that each received. */

import { createClient } from "@bottega/client";

const [url, game, followers] = process.argv.slice(2);

async function watch() {
  const versions = [];
  for await (const { type, data } of createClient({ url }).follow({ game, include: "patches", transport: "stream" })) {
    if (type === "event") versions.push(data.version);
  }
  return versions;
}

console.log(JSON.stringify(await Promise.all(Array.from({ length: Number(followers) }, watch))));
