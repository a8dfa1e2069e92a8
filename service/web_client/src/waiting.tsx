/** The screen of a game that waits for its players: the link for them, who is missing, and what happens next. */

import { useState } from "preact/hooks";
import { call } from "./api";
import { ErrorMessage, isFree, problemOf } from "./components";
import { useCopy } from "./copying";
import { currentLanguage, screenText as t } from "./i18n";
import { QrCode } from "./qr";
import { joinLink } from "./storage";
import type { GameProps, GameStore } from "./store";
import { tokenOf } from "./store";
import type { Failure } from "./types";

type WaitingProps = Pick<GameProps, "state" | "ruleset" | "texts" | "session">;

export function Waiting(props: WaitingProps) {
  const {
    state: { game, seat, seats },
    ruleset,
  } = props;
  const count = seats.filter(isFree).length;
  if (!count && seats.some(({ awaited }) => awaited)) return <WaitingRematch {...props} />;
  const link = joinLink(game);
  if (seat === null)
    return (
      <section class="card panel waiting-screen">
        <h2>{t("missing_players", { count })}</h2>
        <p class="row">
          <a class="button primary" href={`#/join/${game}`}>
            {t("link_join")}
          </a>
        </p>
      </section>
    );
  return (
    <section class="card panel waiting-screen" aria-labelledby="waiting-title">
      <div role="status">
        <h2 id="waiting-title">{t("missing_players", { count })}</h2>
        <p>{t("invite_note")}</p>
      </div>
      <Invitation link={link} title={ruleset.title} />
      <p class="faint">{t("starts_when_seated")}</p>
    </section>
  );
}

/** A rematch with a clock, for which some players have not come yet. One of them may have opened its link. */
function WaitingRematch({ state: { seat: own, seats }, texts, session }: WaitingProps) {
  const [problem, setProblem] = useState<Failure>();
  const missing = seats.filter(({ awaited }) => awaited).map(({ seat }) => seat);
  const names = new Intl.ListFormat(currentLanguage()).format(missing.map((seat) => texts.name("seat", seat)));
  const isOwn = own !== null && missing.includes(own);
  return (
    <section class="card panel waiting-screen" aria-labelledby="waiting-title">
      <div role="status">
        <h2 id="waiting-title">{isOwn ? t("rematch_offered") : t("waiting_for", { names })}</h2>
        <p>{t("awaited_note")}</p>
      </div>
      {isOwn ? (
        <p class="row">
          <button
            type="button"
            class="primary big"
            onClick={() => joinRematch(session).catch((error) => setProblem(problemOf(error)))}
          >
            {t("join_rematch")}
          </button>
        </p>
      ) : null}
      <ErrorMessage problem={problem} />
    </section>
  );
}

/** Join the rematch with the player's key. The stream shows the start. */
async function joinRematch(session: GameStore) {
  const options = { token: tokenOf(session) };
  const { rematch_of } = await call("GET /games/{game_id}", { game_id: session.state.game }, options);
  if (rematch_of) await call("POST /games/{game_id}/rematch", { game_id: rematch_of }, options);
}

/** The link of the game in large letters, with the ways to pass it on. */
function Invitation({ link, title }: { link: string; title: string }) {
  const { isCopied, copy } = useCopy(link);
  const share = () => navigator.share({ title, text: t("invite_text", { title }), url: link }).catch(() => undefined);
  return (
    <div class="invitation">
      <p class="invitation-link">
        <bdi>{link}</bdi>
      </p>
      <p class="row">
        <button type="button" class="primary big" onClick={copy}>
          {t(isCopied ? "copied" : "copy")}
        </button>
        {"share" in navigator ? (
          <button type="button" class="big" onClick={share}>
            {t("send_link")}
          </button>
        ) : null}
      </p>
      <QrCode text={link} />
    </div>
  );
}
