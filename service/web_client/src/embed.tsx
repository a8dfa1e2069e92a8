/** The line of HTML that shows a game, standings or a bracket on another site. */

import { BASE } from "./base";
import { useCopy } from "./copying";
import { screenText as t } from "./i18n";

/** `path`: after `#/` in the URL of the widget. */
type EmbedProps = { label: string; path: string };

export function Embed({ label, path }: EmbedProps) {
  const line = `<iframe src="${location.origin}${BASE}/widget#/${path}" width="640" height="480" title="${label}" loading="lazy"></iframe>`;
  const { isCopied, copy } = useCopy(line);
  return (
    <div class="row bottom embed">
      <label class="field">
        <span>{t("embed", { label })}</span>
        <input readonly value={line} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="quiet small" onClick={copy}>
        {t(isCopied ? "copied" : "copy_code")}
      </button>
    </div>
  );
}
