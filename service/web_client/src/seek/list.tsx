/** The part of the lobby that lists who waits for opponents, each with a button that joins. */

import { useEffect, useState } from "preact/hooks";
import type { Account } from "../account";
import { ErrorMessage, problemOf } from "../components";
import { screenText as t } from "../i18n";
import { NameField, useName } from "../namefield";
import { playerKey } from "../player";
import type { Failure } from "../types";
import type { SeekList } from "./live";
import { resume, search } from "./search";
import { describe, ratingsOf, sameBody, seeksOfOthers } from "./terms";

type OpenSeeksProps = {
  listed: SeekList;
  titles: Map<string, string>;
  account: Account;
};

/** List the seeks of other players, and continue those of the user. */
export function OpenSeeks({ listed, titles, account }: OpenSeeksProps) {
  const [name, setName] = useName();
  const [problem, setProblem] = useState<Failure>();
  const { key } = account;
  useEffect(() => {
    if (key && listed.seeks) resume(listed.seeks, key).catch(() => undefined);
  }, [key, listed]);
  const seeks = seeksOfOthers(listed.waiting_seeks, listed.seeks ?? []);
  if (!seeks.length) return null;
  const join = (index: number) => {
    const { seek, sizes } = seeks[index];
    const body = sameBody(
      seek,
      sizes.map(({ seats }) => seats),
    );
    return playerKey(account, name)
      .then((key) => search(body, key))
      .catch((error) => setProblem(problemOf(error)));
  };
  return (
    <section aria-labelledby="seeks-title">
      <h2 id="seeks-title">{t("open_seeks")}</h2>
      {key ? null : <NameField name={name} change={setName} isWide />}
      <ul class="games">
        {seeks.map(({ seek, sizes }, index) => (
          <li key={`seek-${index}`} class="game-line open-seek">
            <p class="game-link">
              <strong>{titles.get(seek.ruleset) ?? seek.ruleset}</strong>
              <span class="game-names">
                {[
                  ...describe(
                    seek,
                    sizes.map(({ seats }) => seats),
                  ),
                  ...ratingsOf(sizes),
                ].join(" · ")}
              </span>
              <span class="game-state">
                {t("seek_waiting", { count: Math.max(...sizes.map(({ waiting }) => waiting)) })}
              </span>
            </p>
            <button type="button" class="primary" onClick={() => join(index)}>
              {t("seek_join")}
            </button>
          </li>
        ))}
      </ul>
      <ErrorMessage problem={problem} />
    </section>
  );
}
