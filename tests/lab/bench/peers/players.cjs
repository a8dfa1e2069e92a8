// Play games on a server of boardgame.io: each client has its own WebSocket and match, and makes the moves of both seats.
// Arguments: port, clients, seconds. Prints moves, median and 99th percentile in ms, and own processor seconds.
const { io } = require("socket.io-client");
const { game } = require("./connect4.cjs");

const [port, clients, seconds] = process.argv.slice(2).map(Number);
const waits = [];
const began = process.cpuUsage();
const end = performance.now() + 1000 * seconds;

function play(number) {
  const socket = io(`http://localhost:${port}/${game.name}`, { transports: ["websocket"], forceNew: true });
  let matches = 0;
  let match;
  let sent;
  const start = () => {
    match = `${process.pid}-${number}-${matches}`;
    matches += 1;
    socket.emit("sync", match, "0", undefined, 2);
  };
  const move = ({ G, ctx, _stateID }) => {
    const legal = game.ai.enumerate(G);
    const { move: type, args } = legal[Math.floor(Math.random() * legal.length)];
    const action = { type: "MAKE_MOVE", payload: { type, args, playerID: ctx.currentPlayer } };
    sent = performance.now();
    socket.emit("update", action, _stateID, match, ctx.currentPlayer);
  };
  const next = (state) => {
    if (performance.now() >= end) socket.close();
    else if (state.ctx.gameover) start();
    else move(state);
  };
  socket.on("connect", start);
  socket.on("sync", (_match, { state }) => next(state));
  socket.on("update", (_match, state) => {
    waits.push(performance.now() - sent);
    next(state);
  });
}

for (let number = 0; number < clients; number += 1) play(number);
process.on("exit", () => {
  const { user, system } = process.cpuUsage(began);
  waits.sort((a, b) => a - b);
  const at = (part) => waits[Math.ceil(waits.length * part) - 1];
  console.log([waits.length, at(0.5), at(0.99), (user + system) / 1e6].join("\t"));
});
