/** The secret link with which a calendar program follows a tournament or the tournaments of a player. */

import { useState } from "preact/hooks";
import { call } from "./api";
import { BASE } from "./base";
import { ErrorMessage, problemOf, useFetch } from "./components";
import { useCopy } from "./copying";
import { screenText as t } from "./i18n";
import type { Failure } from "./types";

/** `path`: of the calendar, after `/v1`; `token`: the key of the player. */
type CalendarLinkProps = { path: string; token: string };

/** A button that opens the link. */
export function CalendarLink({ path, token }: CalendarLinkProps) {
  return (
    <details class="calendar-link">
      <summary>{t("calendar_link")}</summary>
      <Link path={path} token={token} />
    </details>
  );
}

/** The link, which the player can create, copy, replace and remove. */
function Link({ path, token }: CalendarLinkProps) {
  const { value: me, problem, reload } = useFetch(() => call("GET /me", {}, { token }), [token]);
  const [failed, setFailed] = useState<Failure>();
  const secret = me?.calendar_token;
  const link = secret ? `${location.origin}${BASE}/v1${path}?calendar_token=${secret}` : "";
  const { isCopied, copy } = useCopy(link);
  const change = (calendar: "new" | "none") =>
    call("PATCH /me", { body: { calendar } }, { token }).then(
      () => {
        setFailed(undefined);
        reload();
      },
      (error) => setFailed(problemOf(error)),
    );
  return (
    <div class="stack">
      <p class="faint">{t("calendar_note")}</p>
      {link ? (
        <>
          <label class="field wide">
            <span class="hidden">{t("calendar_link")}</span>
            <input readonly value={link} autocomplete="off" onFocus={(event) => event.currentTarget.select()} />
          </label>
          <p class="row">
            <button type="button" class="small" onClick={copy}>
              {t(isCopied ? "copied" : "copy_code")}
            </button>
            <button type="button" class="quiet small" onClick={() => change("new")}>
              {t("calendar_replace")}
            </button>
            <button type="button" class="quiet small" onClick={() => change("none")}>
              {t("calendar_remove")}
            </button>
          </p>
        </>
      ) : (
        <p class="row">
          <button type="button" class="small" disabled={!me} onClick={() => change("new")}>
            {t("calendar_create")}
          </button>
        </p>
      )}
      <ErrorMessage problem={failed ?? problem} />
    </div>
  );
}
