/** The dialog to share a game: links to watch, to join and to each seat, also as QR codes. */

import type { GameTexts } from "@bottega/client/texts";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { call } from "./api";
import { Dialog, isFree, seatClass, useFetch } from "./components";
import { useCopy } from "./copying";
import { Embed } from "./embed";
import { screenText as t } from "./i18n";
import { QrCode } from "./qr";
import { isKey, joinLink, linkTo } from "./storage";
import type { GameStore } from "./store";

type ShareProps = { state: Pick<GameStore["state"], "game" | "tokens">; texts: GameTexts; close: () => void };
type LinkProps = {
  label: ComponentChildren;
  url: string;
  shown: string;
  show: (url: string) => void;
  isSecret?: boolean;
};

export function Share({ state, texts, close }: ShareProps) {
  const { value } = useFetch(() => call("GET /games/{game_id}/seats", { game_id: state.game }), [state.game]);
  const free = (value?.seats ?? []).filter(isFree);
  const seatTokens = [...state.tokens].filter(([, token]) => !isKey(token)); // never share a player key
  const [shown, show] = useState("");
  return (
    <Dialog title={t("share")} close={close}>
      <ul class="links">
        <li>
          <Link label={t("link_watch")} url={linkTo(state.game)} shown={shown} show={show} />
        </li>
        {free.length ? (
          <li>
            <Link label={t("link_join")} url={joinLink(state.game)} shown={shown} show={show} />
          </li>
        ) : null}
        {seatTokens.map(([seat, token]) => (
          <li key={seat}>
            <Link
              label={
                <>
                  <span class={`pip ${seatClass(seat)}`}>{texts.name("seat", seat)}</span> {t("link_seat")}
                </>
              }
              url={linkTo(state.game, token)}
              shown={shown}
              show={show}
              isSecret
            />
          </li>
        ))}
      </ul>
      <p class="faint">{t("link_note")}</p>
      <Embed label={t("embed_game")} path={`game/${state.game}`} />
    </Dialog>
  );
}

function Link({ label, url, shown, show, isSecret }: LinkProps) {
  const { isCopied, copy } = useCopy(url);
  const copyAndShow = () => {
    show(url);
    copy();
  };
  return (
    <>
      <div class="link-row">
        <span class="grow">{label}</span>
        <button type="button" class="quiet small" onClick={copyAndShow}>
          {isCopied ? t("copied") : t("copy")}
        </button>
        <button
          type="button"
          class="quiet small"
          aria-expanded={shown === url}
          onClick={() => show(shown === url ? "" : url)}
        >
          {t("qr")}
        </button>
      </div>
      {shown === url ? (
        <>
          <QrCode text={url} />
          <input
            class="link-text"
            readonly
            value={url}
            aria-label={t("link")}
            onFocus={(event) => event.currentTarget.select()}
          />
          {isSecret ? <p class="faint">{t("link_secret")}</p> : null}
        </>
      ) : null}
    </>
  );
}
