/** The bar at the bottom while this page looks for opponents: what the player waits for, and how to stop. */

import { call } from "../api";
import { useFetch } from "../components";
import { screenText as t } from "../i18n";
import { cancel, dismiss } from "./search";
import { useSearches } from "./state";
import { describe } from "./terms";

export function SearchBar() {
  const { waiting, found } = useSearches();
  const { value } = useFetch(() => call("GET /rulesets"), []);
  const titleOf = (ruleset: string) => value?.rulesets.find((each) => each.ruleset === ruleset)?.title ?? "";
  return (
    <aside class="search-bar" aria-label={t("find_opponents")}>
      {found ? (
        <div class="search" role="status">
          <p>{t("seek_found", { title: titleOf(found.ruleset) })}</p>
          <a class="button primary" href={`#/game/${found.game}`} onClick={dismiss}>
            {t("seek_open")}
          </a>
        </div>
      ) : null}
      {waiting.map((seek) => (
        <div class="search" key={seek.seek}>
          <p role="status">
            <strong>
              <span class="dots" aria-hidden="true">
                <i></i>
                <i></i>
                <i></i>
              </span>
              {t("seeking")}
            </strong>
            <span class="faint">
              {[titleOf(seek.ruleset), ...describe(seek, seek.seats)].filter(Boolean).join(" · ")}
            </span>
          </p>
          <button type="button" class="quiet small" onClick={() => cancel(seek)}>
            {t("seek_stop")}
          </button>
        </div>
      ))}
    </aside>
  );
}
