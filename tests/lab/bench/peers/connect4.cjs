// Connect Four on the client of boardgame.io, and its MCTS bot: moves and simulations a second of processor time.
const { Client } = require("boardgame.io/client");
const { MCTSBot } = require("boardgame.io/ai");

const WIDTH = 7;
const HEIGHT = 6;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];
const SLICES = 5;
const SLICE_SECONDS = 0.6;
const ITERATIONS = 100;

function alike({ cells, heights, last }, across, up) {
  const row = heights[last] - 1;
  const who = cells[last * HEIGHT + row];
  let count = 0;
  for (let x = last + across, y = row + up; x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT; x += across, y += up) {
    if (cells[x * HEIGHT + y] !== who) break;
    count += 1;
  }
  return count;
}

const game = {
  name: "connect-four",
  setup: () => ({ cells: Array(WIDTH * HEIGHT).fill(null), heights: Array(WIDTH).fill(0), last: null, moves: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (G.heights[column] === HEIGHT) return "INVALID_MOVE";
      G.cells[column * HEIGHT + G.heights[column]] = playerID;
      G.heights[column] += 1;
      G.last = column;
      G.moves += 1;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last === null) return undefined;
    if (DIRECTIONS.some(([x, y]) => alike(G, x, y) + alike(G, -x, -y) >= 3)) return { winner: ctx.currentPlayer };
    return G.moves === WIDTH * HEIGHT ? { draw: true } : undefined;
  },
  ai: {
    enumerate: (G) => G.heights.flatMap((height, column) => (height < HEIGHT ? [{ move: "drop", args: [column] }] : [])),
  },
};

const open = () => {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  return client;
};

const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function tell(name, play) {
  let best = 0;
  for (let slice = 0; slice < SLICES; slice += 1) {
    const began = spent();
    let count = 0;
    while (spent() - began < SLICE_SECONDS) count += await play();
    best = Math.max(best, count / (spent() - began));
  }
  console.log(`${name}\t${best.toFixed(1)}`);
}

function playRandomly() {
  const client = open();
  let state = client.getState();
  let count = 0;
  for (; !state.ctx.gameover; state = client.getState()) {
    const legal = game.ai.enumerate(state.G);
    client.moves.drop(legal[Math.floor(Math.random() * legal.length)].args[0]);
    count += 1;
  }
  client.stop();
  return count;
}

async function search() {
  const bot = new MCTSBot({ game, enumerate: game.ai.enumerate, iterations: ITERATIONS, seed: "1" });
  await bot.play(open().getState(), "0");
  return ITERATIONS;
}

module.exports = { game };

if (require.main === module) {
  (async () => {
    await tell("boardgame.io client, Connect Four, moves", playRandomly);
    await tell("boardgame.io MCTSBot, Connect Four, simulations", search);
    process.exit(0);
  })();
}
