/** The part of the lobby about tournaments: a few of them, and the way to all. */

import { call } from "../api";
import { useFetch } from "../components";
import type { TitlesProps } from "../gameline";
import { t } from "../i18n";
import { Lines } from "./lines";

const MOST_IN_LOBBY = 3;

export function LobbyTournaments({ titles }: TitlesProps) {
  const { value } = useFetch(() => call("GET /tournaments", { limit: MOST_IN_LOBBY }), []);
  return (
    <section aria-labelledby="tournaments-title">
      <div class="head-line">
        <h2 id="tournaments-title">{t("tournaments")}</h2>
        <a class="button quiet small" href="#/tournaments">
          {t("all_tournaments")}
        </a>
      </div>
      {value && !value.tournaments.length ? <p class="faint">{t("no_tournaments")}</p> : null}
      <Lines tournaments={value?.tournaments ?? []} titles={titles} />
    </section>
  );
}
