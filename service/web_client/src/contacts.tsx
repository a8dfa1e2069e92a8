/** Who may invite and seat the player, and the players whom the player blocks. */

import { useState } from "preact/hooks";
import { call } from "./api";
import { isolateRtl } from "./bidi";
import { ErrorMessage, Loading, problemOf, useFetch } from "./components";
import { screenText as t } from "./i18n";
import type { Failure } from "./types";

const AUDIENCES = ["everybody", "played_with", "nobody"] as const;
type Audience = (typeof AUDIENCES)[number];
/** The settings with their defaults for people. */
const SETTINGS = { invited_by: "everybody", seated_by: "nobody" } as const;
const NAMES = ["invited_by", "seated_by"] as const;

/** Load the settings and the block list of a player. */
async function load(token: string) {
  const settings = call("GET /me", {}, { token });
  const blocked = call("GET /me/blocked-players", {}, { token });
  const [me, { players }] = await Promise.all([settings, blocked]);
  return { me, players };
}

/** The settings of who may reach the player. */
export function Contacts({ token }: { token: string }) {
  const { value, problem, reload } = useFetch(() => load(token), [token]);
  const [failed, setFailed] = useState<Failure>();
  if (!value) return problem ? <ErrorMessage problem={problem} /> : <Loading label={t("loading")} />;
  const run = async (sent: Promise<unknown>) => {
    await sent.then(
      () => setFailed(undefined),
      (error) => setFailed(problemOf(error)),
    );
    reload();
  };
  const change = (name: keyof typeof SETTINGS, audience?: Audience) =>
    run(call("PATCH /me", { body: { [name]: audience } }, { token }));
  const unblock = (player: string) => run(call("DELETE /me/blocked-players/{player}", { player }, { token }));
  return (
    <div class="stack">
      {NAMES.map((name) => (
        <label class="field wide" key={name}>
          <span>{t(name)}</span>
          <select
            value={value.me[name] ?? SETTINGS[name]}
            onChange={(event) => change(name, AUDIENCES[event.currentTarget.selectedIndex])}
          >
            {AUDIENCES.map((each) => (
              <option key={each} value={each}>
                {t("contact_audience", { value: each })}
              </option>
            ))}
          </select>
        </label>
      ))}
      {value.players.length ? (
        <details>
          <summary>
            {t("blocked_players")}
            {" ("}
            {value.players.length})
          </summary>
          <ul class="plain">
            {value.players.map(({ player, name }) => (
              <li key={player} class="row">
                <bdi class="grow">{name ?? player}</bdi>
                <button
                  type="button"
                  class="quiet small"
                  aria-label={t("unblock_named", { name: isolateRtl(name ?? player) })}
                  onClick={() => unblock(player)}
                >
                  {t("unblock")}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <ErrorMessage problem={failed} />
    </div>
  );
}

type BlockButtonProps = { token?: string; player: string; label: string };

/** A button that blocks a player. */
export function BlockButton({ token, player, label }: BlockButtonProps) {
  const [state, setState] = useState<{ isDone?: boolean; problem?: Failure }>({});
  const block = () =>
    call("PUT /me/blocked-players/{player}", { player }, { token }).then(
      () => setState({ isDone: true }),
      (error) => setState({ problem: problemOf(error) }),
    );
  if (state.isDone)
    return (
      <span class="faint" role="status">
        {t("blocked_done")}
      </span>
    );
  return (
    <>
      <button
        type="button"
        class="quiet small"
        aria-label={t("block_named", { name: isolateRtl(label) })}
        onClick={block}
      >
        {t("block")}
      </button>
      <ErrorMessage problem={state.problem} />
    </>
  );
}
