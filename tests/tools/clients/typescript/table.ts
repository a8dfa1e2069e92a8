/**
 * How a player plays: a recorded game, action by action, holding every answer to what its client makes of it.
 * The operations are those of the contract as a generated client offers them; its own types have to fit here.
 */
import { appendFileSync } from "node:fs";

/** An answer: as it was received, as the generated type, and as the client would encode that. */
export interface Answer<Value> {
  received: string;
  value: Value;
  encoded: unknown;
}

/** The operations through a client whose types of a new game and of an answer are `GameRequest` and `ActionRequest`. */
export interface Player<GameRequest, ActionRequest> {
  encodeGame(body: GameRequest): unknown;
  encodeAnswer(body: ActionRequest): unknown;
  listRulesets(): Promise<Answer<{ rulesets: { title: string }[] }>>;
  getRuleset(ruleset: string): Promise<Answer<{ title: string }>>;
  createGame(body: GameRequest): Promise<Answer<Created>>;
  listLegalActions(game: string, token: string): Promise<Answer<{ decision?: number; actions: unknown[] }>>;
  submitAction(game: string, token: string, body: ActionRequest): Promise<Answer<{ version: number }>>;
  rejected(game: string, token: string, body: ActionRequest): Promise<Answer<{ status: number; code: string }>>;
  listEvents(game: string, token: string | undefined, after: number): Promise<Answer<{ events: unknown[] }>>;
  queryView(game: string, token: string | undefined): Promise<Answer<{ status: string }>>;
  getResult(game: string): Promise<Answer<object>>;
  getRecord(game: string): Promise<Answer<{ seed: string }>>;
}

/** A new game: its id, in whichever style a client names its members, and the tokens of its seats. */
export interface Created {
  id: string;
  tokens: { seat: number; token: string }[];
}

/** A recorded game whose actions the compiler has seen: the answer to a decision, and the JSON that it stands for. */
export interface Recorded<GameRequest, ActionRequest> {
  name: string;
  ruleset: string;
  game: GameRequest;
  actions: { seat: number; wire: unknown; answer: (decision: number) => ActionRequest }[];
  seats: unknown;
}

const PATIENCE = 30_000;
const SAMPLE = 10;

/** What came of a game; every tenth value is kept, for the compiler to see. */
class Report {
  actions = 0;
  values = 0;
  different: string[] = [];

  constructor(readonly game: string) {}

  take<Value>(what: string, answer: Answer<Value>): Value {
    const received: unknown = JSON.parse(answer.received);
    if (canonical(received) !== canonical(answer.encoded)) {
      this.different.push(`${what}: ${difference(received, answer.encoded, "$")}`);
    }
    if (this.values++ % SAMPLE === 0) {
      appendFileSync("received.jsonl", `${JSON.stringify({ what, received })}\n`);
    }
    return answer.value;
  }

  check(what: string, holds: boolean): void {
    if (!holds) {
      this.different.push(what);
    }
  }
}

/** Play recorded games at the address of the command line; print a report a line. */
export async function main<G, A>(make: (address: string) => Player<G, A>, games: Recorded<G, A>[]): Promise<void> {
  const player = make(process.argv[2] ?? "");
  for (const recorded of games) {
    console.log(JSON.stringify(await play(player, recorded)));
  }
}

async function play<G, A>(player: Player<G, A>, recorded: Recorded<G, A>): Promise<Report> {
  const report = new Report(recorded.name);
  report.take("RulesetList", await player.listRulesets());
  report.take("Ruleset", await player.getRuleset(recorded.ruleset));
  const { id, tokens } = report.take("CreatedGame", await player.createGame(recorded.game));
  for (const { seat, wire, answer } of recorded.actions) {
    const token = tokens.find((each) => each.seat === seat)?.token ?? "";
    await act(player, report, id, token, wire, answer);
    report.take("EventPage", await player.listEvents(id, token, report.actions));
    report.actions += 1;
  }
  await finish(player, report, id, tokens, recorded.seats);
  return report;
}

/** Find the recorded action among the legal ones, submit it, and have the same decision rejected afterwards. */
async function act<G, A>(
  player: Player<G, A>,
  report: Report,
  id: string,
  token: string,
  wire: unknown,
  answer: (decision: number) => A,
): Promise<void> {
  const listed = await player.listLegalActions(id, token);
  const legal = report.take("LegalActions", listed);
  const actions = (listed.encoded as { actions: unknown[] }).actions.map(canonical);
  report.check(`${JSON.stringify(wire)} is not listed`, actions.includes(canonical(wire)));
  const body = answer(legal.decision ?? -1);
  const { action } = player.encodeAnswer(body) as { action: unknown };
  report.check(`${JSON.stringify(wire)} is encoded differently`, canonical(action) === canonical(wire));
  report.take("GameView", await player.submitAction(id, token, body));
  const problem = report.take("Problem", await player.rejected(id, token, body));
  report.check(`rejected with ${problem.code}`, problem.status === 409);
}

/** Look at the finished game from everywhere, and hold its score sheet to the recorded one. */
async function finish<G, A>(
  player: Player<G, A>,
  report: Report,
  id: string,
  tokens: Created["tokens"],
  seats: unknown,
): Promise<void> {
  for (const token of [undefined, ...tokens.map((each) => each.token)]) {
    report.take("GameView", await player.queryView(id, token));
    report.take("EventPage", await player.listEvents(id, token, 0));
  }
  const deadline = Date.now() + PATIENCE;
  let result = await player.getResult(id);
  while (!("seats" in (result.encoded as object)) && Date.now() < deadline) {
    report.take("PendingResult", result);
    await new Promise((resolve) => setTimeout(resolve, 50));
    result = await player.getResult(id);
  }
  report.take("Result", result);
  report.take("GameRecord", await player.getRecord(id));
  report.check("the outcome is another one", canonical((result.encoded as { seats?: unknown }).seats) === canonical(seats));
}

/** Write JSON in its one canonical form: sorted keys, no spaces. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** Say where two values differ first. */
function difference(received: unknown, encoded: unknown, path: string): string {
  if (received !== null && encoded !== null && typeof received === "object" && typeof encoded === "object") {
    const [one, other] = [received as Record<string, unknown>, encoded as Record<string, unknown>];
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (canonical(one[name]) !== canonical(other[name])) {
        return difference(one[name], other[name], `${path}.${name}`);
      }
    }
  }
  return `${path}: ${JSON.stringify(received)} became ${JSON.stringify(encoded)}`;
}
