/** The fields for the terms of a new game. */

import type { Account } from "./account";
import { screenText as t } from "./i18n";
import type { Offered, Terms } from "./terms";
import { CLOCK_NAMES, SPECTATOR_NAMES, TIMEOUTS, VISIBILITIES } from "./terms";

type Choosable = Exclude<keyof Terms, "rated">;
type TermsFieldsProps = { terms: Terms; ruleset: Offered; change: (terms: Terms) => void; account: Account };

export function TermsFields({ terms, ruleset, change, account }: TermsFieldsProps) {
  const select = <Name extends Choosable>(name: Name, values: readonly Terms[Name][]) => (
    <label class="field wide">
      <span>{t(`terms_${name}`)}</span>
      <select
        value={terms[name]}
        onChange={(event) => change({ ...terms, [name]: values[event.currentTarget.selectedIndex] })}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {t(`terms_${name}_named`, { value: each || "none" })}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <details class="card terms">
      <summary>{t("terms")}</summary>
      <div class="stack">
        {select("clock", CLOCK_NAMES)}
        {terms.clock ? select("on_timeout", TIMEOUTS) : null}
        <label class="switch">
          <input
            type="checkbox"
            checked={Boolean(terms.rated)}
            disabled={!account.me}
            onChange={(event) => change({ ...terms, rated: event.currentTarget.checked })}
          />
          <span>
            {t("terms_rated")}
            <small class="faint">{t(account.me ? "terms_rated_note" : "terms_rated_sign_in")}</small>
          </span>
        </label>
        {terms.rated ? null : (
          <>
            {select("undo", ruleset.undo_modes)}
            {select("visibility", VISIBILITIES)}
          </>
        )}
        {!terms.rated && terms.visibility === "private" ? null : select("spectators", SPECTATOR_NAMES)}
      </div>
    </details>
  );
}
