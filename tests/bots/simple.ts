// A bot in TypeScript, with nothing but Node.js: takes a legal action of the type that it has taken least often.

import { createInterface } from "node:readline";

interface Action {
  type: string;
}

interface Question {
  id: string;
  game_id: string;
  ruleset: string;
  seat: number;
  decision: number;
  view: unknown;
  actions: Action[];
  events: unknown[];
}

const taken = new Map<string, number>();
const times = (action: Action): number => taken.get(action.type) ?? 0;

for await (const line of createInterface({ input: process.stdin })) {
  const question: Question = JSON.parse(line);
  const action = question.actions.reduce((best, each) => (times(each) < times(best) ? each : best));
  taken.set(action.type, times(action) + 1);
  console.log(JSON.stringify({ id: question.id, action }));
}
