/** Challenges of a ladder: the button beside an opponent, and the mark of a moved place. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { ErrorMessage, problemOf } from "../components";
import { tournamentText as t } from "../i18n";
import type { Failure } from "../types";

type ChallengeProps = { tournament: string; entrant: number; name: string; token?: string };

/** The button that challenges an entrant. The log of the tournament then shows the new match. */
export function Challenge({ tournament, entrant, name, token }: ChallengeProps) {
  const [isSent, setSent] = useState(false);
  const [rejected, setRejected] = useState<Failure>();
  const challenge = async () => {
    setSent(true);
    setRejected(undefined);
    await call("POST /tournaments/{tournament}/challenges", { tournament, body: { entrant } }, { token }).catch(
      (error) => setRejected(problemOf(error)),
    );
    setSent(false);
  };
  return (
    <>
      {" "}
      <button
        type="button"
        class="small"
        disabled={isSent}
        aria-label={t("challenge_player", { name })}
        onClick={challenge}
      >
        {t("challenge")}
      </button>
      <ErrorMessage problem={rejected} />
    </>
  );
}

/** How many places an entrant has moved by the latest result. @param up negative: down */
export function Move({ up }: { up: number }) {
  const text = t(up > 0 ? "places_up" : "places_down", { places: Math.abs(up) });
  return (
    <>
      {" "}
      <small class="faint" title={text}>
        <span aria-hidden="true">
          {up > 0 ? "▲" : "▼"}
          {Math.abs(up)}
        </span>
        <span class="hidden">{text}</span>
      </small>
    </>
  );
}
