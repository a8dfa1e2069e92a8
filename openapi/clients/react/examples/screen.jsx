/** The smallest screen that plays any game: the log, the legal actions as buttons, and the result. */

import { BottegaProvider, useGame } from "@bottega/react";

function Screen({ game, token, language }) {
  const { view, decision, events, texts, rejection, isConnected, act } = useGame(game, { token, language });
  if (!view || !texts) return <p>Loading…</p>;
  const isMine = view.to_act.includes(view.seat);
  return (
    <main>
      <h1>{view.status === "over" ? "The game is over." : isMine ? "Your turn" : "Wait for the other players."}</h1>
      {isConnected || <p role="status">No connection</p>}
      {rejection && <p role="alert">{texts.rejectionText(rejection.body)}</p>}
      <ul>
        {decision?.actions.map((action, index) => (
          <li key={index}>
            <button onClick={() => act(action)}>{texts.sentence("action", { ...action, ...decision.previews?.[index] })}</button>
          </li>
        ))}
      </ul>
      <ol>{events.map(({ version, seat, action }) => <li key={version}>{texts.sentence("action", action, seat)}</li>)}</ol>
    </main>
  );
}

export function App({ client, game, token, language }) {
  return <BottegaProvider client={client}><Screen game={game} token={token} language={language} /></BottegaProvider>;
}
