/** A front end for all games of a service: create a game against AI seats, play it, and see the result. */

import { BottegaProvider, useClient, useGame } from "@bottega/react";
import { useEffect, useState } from "react";
import { Azul } from "./azul.jsx";

/** The rulesets with a drawing. Other games are shown as a list of fields. */
const DRAWINGS = { azul: Azul };
const STORED = "bottega-seat";

export function App({ client, language = "en" }) {
  return <BottegaProvider client={client}><Start language={language} /></BottegaProvider>;
}

/** Show the stored game, or the form for a new one. */
function Start({ language }) {
  const [seat, setSeat] = useState(() => JSON.parse(localStorage.getItem(STORED) ?? "null"));
  const open = (chosen) => (localStorage.setItem(STORED, JSON.stringify(chosen)), setSeat(chosen));
  return seat ? <Game {...seat} language={language} leave={() => open(null)} /> : <GameRequest language={language} open={open} />;
}

/** Return the value that a function loads; undefined until it is loaded. @returns {any} */
function useLoaded(load, inputs) {
  const [value, setValue] = useState();
  useEffect(() => {
    const controller = new AbortController();
    load({ language: inputs[0], signal: controller.signal }).then((loaded) => controller.signal.aborted || setValue(() => loaded), () => undefined);
    return () => controller.abort();
  }, inputs);
  return value;
}

function GameRequest({ language, open }) {
  const { operations } = useClient();
  const rulesets = useLoaded((options) => operations.listRulesets({}, options), [language])?.rulesets;
  const [chosen, setChosen] = useState({ ruleset: "", level: "", count: 0 });
  const [problem, setProblem] = useState(/** @type {any} */ (undefined));
  if (!rulesets) return <p>Loading…</p>;
  const rules = rulesets.find(({ ruleset }) => ruleset === chosen.ruleset) ?? rulesets[0];
  const count = Math.min(Math.max(chosen.count, rules.min_seats), rules.max_seats);
  const counts = Array.from({ length: rules.max_seats - rules.min_seats + 1 }, (_, index) => rules.min_seats + index);
  const { levels } = rules.levels_by_seats.find(({ seats }) => seats === count) ?? rules;
  const level = levels.includes(chosen.level) ? chosen.level : levels[0];
  const choose = (field) => ({ target }) => setChosen({ ...chosen, [field]: target.value });

  async function create(event) {
    event.preventDefault();
    const opponents = Array(count - 1).fill({ kind: "ai", level });
    const body = { ruleset: rules.ruleset, seats: [{ kind: "human", name: "You" }, ...opponents] };
    try {
      const { game_id, tokens } = await operations.createGame({ body });
      open({ game: game_id, token: tokens[0].token });
    } catch (error) {
      setProblem(error);
    }
  }
  return (
    <form onSubmit={create}>
      <h1>New game</h1>
      <Select label="Game" value={rules.ruleset} onChange={choose("ruleset")} choices={rulesets.map(({ ruleset, title }) => [ruleset, title])} />
      <Select label="Players" value={count} onChange={choose("count")} choices={counts.map((each) => [each, each])} />
      <Select label="AI level" value={level} onChange={choose("level")} choices={levels.map((each) => [each, each])} />
      <button type="submit">Play</button>
      {problem && <p role="alert">{problem.message}</p>}
    </form>
  );
}

function Select({ label, choices, ...props }) {
  return <label>{label} <select {...props}>{choices.map(([value, name]) => <option key={value} value={value}>{name}</option>)}</select></label>;
}

function Game({ game, token, language, leave }) {
  const { view, decision, events, ruleset, texts, rejection, problem, isConnected, act } = useGame(game, { token, language });
  const [listed, setListed] = useState({ decision: -1, choices: [] });
  if (problem) return <main><p role="alert">{problem.message}</p><button onClick={leave}>New game</button></main>;
  if (!view || !texts) return <p>Loading…</p>;
  const choices = (decision?.actions ?? []).map((action, index) => ({ action, preview: decision.previews?.[index] }));
  const shown = listed.decision === decision?.decision ? listed.choices : choices;

  /** Return a click handler for the legal actions that pass a test: it submits the only one, or lists several as buttons. */
  function offer(test) {
    const found = choices.filter(({ action }) => test(action));
    if (!found.length) return undefined;
    return () => (found.length === 1 ? act(found[0].action) : setListed({ decision: decision.decision, choices: found }));
  }
  const Drawing = DRAWINGS[view.ruleset];
  return (
    <main>
      <h1>{ruleset.title}</h1>
      {isConnected || <p role="status">No connection</p>}
      {rejection && <p role="alert">{texts.rejectionText(rejection.body)}</p>}
      {Drawing ? <Drawing view={view} constants={ruleset.constants} texts={texts} offer={offer} /> : <Fields value={view.view} texts={texts} />}
      {view.status === "running" ? <Actions decision={decision} shown={shown} all={choices} kind={view.view.decision_kind} texts={texts} act={act} clear={() => setListed({ decision: -1, choices: [] })} />
        : <Result game={game} token={token} language={language} texts={texts} leave={leave} />}
      <ol aria-label="Game log">{events.map(({ version, seat, action }) => <li key={version}>{texts.sentence("action", action, seat)}</li>)}</ol>
    </main>
  );
}

/** Show legal actions as buttons. */
function Actions({ decision, shown, all, kind, texts, act, clear }) {
  if (!decision) return <p>Wait for the other players.</p>;
  return (
    <section aria-label="Your turn">
      <p>{kind && texts.sentence("decision", { type: kind })}</p>
      <ul>{shown.map(({ action, preview }, index) => <li key={index}><button onClick={() => act(action)}>{texts.sentence("action", { ...action, ...preview })}</button></li>)}</ul>
      {shown.length < all.length && <button onClick={clear}>Show all {all.length} actions</button>}
    </section>
  );
}

function Result({ game, token, language, texts, leave }) {
  const client = useClient();
  const result = useLoaded((options) => client.whenReady("getResult", { game_id: game }, { token, ...options }), [language, game]);
  return (
    <section aria-label="Result">
      <table>
        <thead><tr><th>Rank</th><th>Player</th><th>Points</th></tr></thead>
        <tbody>{result?.seats.map(({ seat, rank, total }) => <tr key={seat}><td>{rank}</td><td>{texts.name("seat", seat)}</td><td>{total}</td></tr>)}</tbody>
      </table>
      <button onClick={leave}>New game</button>
    </section>
  );
}

const isObject = (value) => typeof value === "object" && value !== null;

/** Show a value of a view: a list of objects or fields, or a text with the names of its ids. */
function Fields({ value, path = "", texts }) {
  const values = isObject(value) ? Object.values(value) : [];
  const isNamed = !values.some(isObject) && (Array.isArray(value) || texts.kindOf("view", "", path, true));
  if (!isObject(value) || isNamed) return texts.valueText("view", "", path, value);
  if (Array.isArray(value)) return <ol>{value.map((item, index) => <li key={index}><Fields value={item} path={path} texts={texts} /></li>)}</ol>;
  const fields = Object.entries(value).map(([field, held]) => [field, held, path ? `${path}/${field}` : field]);
  return <dl>{fields.map(([field, held, inner]) => <div key={field}><dt>{texts.name("member", field)}</dt><dd><Fields value={held} path={inner} texts={texts} /></dd></div>)}</dl>;
}
