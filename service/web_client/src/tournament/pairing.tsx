/** The dialog that previews the next pairings; the organiser can change them. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { Loading, useFetch } from "../components";
import { tournamentText as t } from "../i18n";
import { PendingClaims } from "./claims";
import { Conflicts } from "./conflicts";
import { Reason } from "./fields";
import { FormDialog } from "./formdialog";
import type { Pairings } from "./model";
import { swapEntrants } from "./model";
import type { PageProps } from "./page";

type PairingDialogProps = PageProps & { close: () => void };

export function PairingDialog(props: PairingDialogProps) {
  const { data, nameOf, close } = props;
  const token = props.account.key;
  const { tournament } = data.tournament;
  const { value: pairings, problem } = useFetch(
    () => call("GET /tournaments/{tournament}/pairings:preview", { tournament }, { token }),
    [tournament],
  );
  const hasTeams = data.tournament.team_matches !== undefined;
  const [changed, change] = useState<Pairings>();
  const [reason, setReason] = useState("");
  const send = () => {
    const body = changed ? { ...changed, reason: reason.trim() } : {};
    return call("POST /tournaments/{tournament}/rounds", { tournament, body }, { token });
  };
  const way = { title: t("pair_next"), verb: t("seat_round"), kind: "", isReady: Boolean(pairings), problem };
  return (
    <FormDialog {...way} close={close} send={send}>
      <PendingClaims {...props} />
      {!pairings && !problem ? <Loading label={t("loading")} /> : null}
      {pairings ? (
        <>
          <p class="faint">{t(hasTeams ? "by_team_note" : "by_hand_note")}</p>
          <PairingEditor
            pairings={changed ?? pairings}
            isChanged={Boolean(changed)}
            isFixed={hasTeams}
            nameOf={nameOf}
            change={change}
          />
          {changed ? null : <Conflicts rounds={[pairings]} nameOf={nameOf} />}
        </>
      ) : null}
      {changed ? <Reason value={reason} change={setReason} isNeeded /> : null}
    </FormDialog>
  );
}

type PairingEditorProps = {
  pairings: Pairings;
  isChanged: boolean;
  /** whether no entrants can be swapped */
  isFixed: boolean;
  nameOf: (entrant: number) => string;
  change: (pairings?: Pairings) => void;
};

/** The pairings of a round as buttons: selecting two entrants swaps them. */
function PairingEditor({ pairings, isChanged, isFixed, nameOf, change }: PairingEditorProps) {
  const [chosen, choose] = useState<number>();
  const [message, setMessage] = useState("");
  const pick = (entrant: number) => {
    choose(chosen === undefined ? entrant : undefined);
    if (chosen === undefined || chosen === entrant) return;
    change(swapEntrants(pairings, chosen, entrant));
    setMessage(t("have_changed", { one: nameOf(chosen), other: nameOf(entrant) }));
  };
  const undo = () => {
    choose(undefined);
    change();
    setMessage("");
  };
  const names = (entrants: number[]) => (
    <span class="cup-places">
      {entrants.map((entrant) => (
        <button
          type="button"
          key={entrant}
          class="quiet small choosable"
          aria-pressed={entrant === chosen}
          disabled={isFixed}
          onClick={() => pick(entrant)}
        >
          {nameOf(entrant)}
        </button>
      ))}
    </span>
  );
  return (
    <>
      <ol class="cup-preview">
        {pairings.tables.map(({ entrants }, index) => (
          <li key={index}>
            <span class="faint">{t("table_number", { table: index + 1 })}</span>
            {names(entrants)}
          </li>
        ))}
        {pairings.byes.length ? (
          <li>
            <span class="faint">{t("byes")}</span>
            {names(pairings.byes)}
          </li>
        ) : null}
      </ol>
      <div class="cup-message">
        <p class="faint" role="status">
          {message}
        </p>
        {isChanged ? (
          <button type="button" class="quiet small" onClick={undo}>
            {t("reset_seating")}
          </button>
        ) : null}
      </div>
    </>
  );
}
