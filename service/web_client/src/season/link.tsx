/** The links from a tournament to its seasons. */

import { call } from "../api";
import { useFetch } from "../components";
import { tournamentText as t } from "../i18n";

/** `token`: the key of the user, who may see private seasons. */
type SeasonLinksProps = { tournament: string; token?: string };

export function SeasonLinks({ tournament, token }: SeasonLinksProps) {
  const { value } = useFetch(() => call("GET /seasons", { tournament }, { token }), [tournament, token]);
  if (!value?.seasons.length) return null;
  return (
    <p class="cup-facts">
      {value.seasons.map(({ season, name }) => (
        <a key={season} href={`#/season/${season}`}>
          {t("season")}
          {": "}
          <bdi>{name}</bdi>
        </a>
      ))}
    </p>
  );
}
