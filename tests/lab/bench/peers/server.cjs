// A server of boardgame.io with Connect Four, in memory or with files in a folder; prints its port.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { game } = require("./connect4.cjs");

const [folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [game], origins: [Origins.LOCALHOST], db })
  .run(0)
  .then(({ appServer }) => console.log(appServer.address().port));
