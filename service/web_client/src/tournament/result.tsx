/** The dialog in which the organiser replaces the result of a match, with a reason for the log. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { Dialog, ErrorMessage, problemOf } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { Failure, MatchTable, Round, Schemas } from "../types";
import { ago, roundToPairAgain, stoppedBy } from "./corrections";
import { Reason, Switch } from "./fields";
import { formatNumber } from "./model";
import type { PageProps } from "./page";

type ResultDialogProps = PageProps & { round: Round; table: MatchTable; close: () => void };
type Change = Schemas["StandingChange"];

/** What the form holds. `game`: undefined for all games of the match. `again`: pair the running round again. */
type Values = { ranks: number[]; game?: number; isLost: boolean; again: boolean; reason: string };
type Verb = "set" | "remove";
/** `asked`: what the organiser must confirm, and the first round that it stops. */
type State = { changes?: Change[]; problem?: Failure; asked?: { verb: Verb; round: number } };

export function ResultDialog({ data, account, nameOf, round, table, close }: ResultDialogProps) {
  const [values, setValues] = useState<Values>(() => valuesOf(table));
  const [state, setState] = useState<State>({});
  const set = (part: Partial<Values>) => setValues({ ...values, ...part });
  const { ranks, game, isLost } = values;
  const reason = values.reason.trim();
  const place = { tournament: data.tournament.tournament, round: round.round, table: table.table };
  const token = account.key;
  const ruled = game === undefined ? table.ruled : table.games[game]?.ruled;
  const path = "/tournaments/{tournament}/rounds/{round}/tables/{table}/result";
  const request = (verb: Verb, force?: true) => {
    if (verb === "remove")
      return call(`DELETE ${path}`, { ...place, game, reason: reason || undefined, force }, { token });
    const result = isLost ? { double_loss: true } : { ranks };
    return call(`PUT ${path}`, { ...place, body: { ...result, game, reason, force } }, { token });
  };
  const send = (verb: Verb, force?: true) =>
    request(verb, force).then(
      ({ changes }) => setState({ changes }),
      (error) => setState(rejectedWith(problemOf(error), verb)),
    );
  const { asked } = state;
  const again = roundToPairAgain(data, round);
  const submit = async (event: Event) => {
    event.preventDefault();
    await send(asked?.verb ?? "set", asked || (again && values.again) ? true : undefined);
  };
  const title = t("rule_title", { round: round.round, table: table.table });
  if (state.changes)
    return (
      <Dialog title={title} kind="narrow" close={close}>
        <Changes changes={state.changes} />
        <p class="row end">
          <button type="button" class="primary" onClick={close}>
            {t("close")}
          </button>
        </p>
      </Dialog>
    );
  return (
    <Dialog title={title} kind="narrow" close={close}>
      <form class="stack" onSubmit={submit}>
        <p class="faint">{t("set_result_note")}</p>
        <Games table={table} game={game} set={set} />
        <label class="row">
          <input type="checkbox" checked={isLost} onChange={(event) => set({ isLost: event.currentTarget.checked })} />
          <span>{t("double_loss")}</span>
        </label>
        {isLost ? null : <Ranks table={table} ranks={ranks} set={set} nameOf={nameOf} />}
        {again ? (
          <Switch
            label={t("pair_again", { round: again.round })}
            note={t("pair_again_note", { ago: ago(again.opened_at, currentLanguage()) })}
            value={values.again}
            change={(again) => set({ again })}
          />
        ) : null}
        <Reason value={values.reason} change={(reason) => set({ reason })} isNeeded />
        <ErrorMessage problem={state.problem} />
        {asked ? <Warning data={data} round={asked.round} /> : null}
        <p class="row end">
          {ruled && !asked ? (
            <button type="button" class="quiet" onClick={() => send("remove")}>
              {t("remove_result")}
            </button>
          ) : null}
          <button type="submit" class="primary">
            {t(asked ? "correct_result" : "set_result")}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

const valuesOf = ({ ruled, entrants }: MatchTable): Values => ({
  ranks: ruled?.ranks ?? entrants.map((_, index) => index + 1),
  isLost: Boolean(ruled?.double_loss),
  again: false,
  reason: "",
});

/** Require a confirmation if a later round depends on the result; show all other problems. */
function rejectedWith(problem: Failure, verb: Verb): State {
  const isAsked = problem.code === "later_round_seated" && problem.round !== undefined;
  return isAsked ? { asked: { verb, round: problem.round ?? 0 } } : { problem };
}

type WarningProps = Pick<PageProps, "data"> & { round: number };

/** What the correction stops. */
function Warning({ data, round }: WarningProps) {
  const stopped = stoppedBy(data, round, currentLanguage());
  if (!stopped) return null;
  return (
    <p class="notice" role="alert">
      {t("correction_note", stopped)}
    </p>
  );
}

type PartProps = { table: MatchTable; set: (part: Partial<Values>) => void };

/** The choice of a game, if the match has several. */
function Games({ table, game, set }: PartProps & Pick<Values, "game">) {
  if (table.games.length === 1) return null;
  const read = (text: string) => (text === "" ? undefined : Number(text));
  return (
    <label class="field">
      <span>{t("which_games")}</span>
      <select value={game ?? ""} onChange={(event) => set({ game: read(event.currentTarget.value) })}>
        <option value="">{t("all_games")}</option>
        {table.games.map((each) => (
          <option key={each.game} value={each.game}>
            {t("game_number", { game: each.game + 1 })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The rank of each entrant. */
function Ranks({ table, ranks, set, nameOf }: PartProps & Pick<Values, "ranks"> & Pick<PageProps, "nameOf">) {
  const change = (at: number, rank: number) => set({ ranks: ranks.map((each, index) => (index === at ? rank : each)) });
  return table.entrants.map(({ entrant }, index) => (
    <label key={entrant} class="cup-rank">
      <bdi>{nameOf(entrant)}</bdi>
      <select value={ranks[index]} onChange={(event) => change(index, Number(event.currentTarget.value))}>
        {table.entrants.map((each, rank) => (
          <option key={each.entrant} value={rank + 1}>
            {t("rank", { rank: rank + 1 })}
          </option>
        ))}
      </select>
    </label>
  ));
}

type ChangesProps = { changes: Change[] };

/** The changes of the standings. */
function Changes({ changes }: ChangesProps) {
  if (!changes.length) return <p role="status">{t("nothing_changed")}</p>;
  return (
    <>
      <p role="status">{t("standings_changed")}</p>
      <ul class="cup-changes">
        {changes.map((each) => (
          <li key={each.entrant}>
            <strong>
              <bdi>{each.name}</bdi>
            </strong>
            <span>{t("place_change", { before: each.place_before, now: each.place })}</span>
            <span class="faint">
              {t("points_change", {
                before: formatNumber(each.points_before, currentLanguage()),
                now: formatNumber(each.points, currentLanguage()),
              })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
