/** The controls of the organiser and the staff: start, next round, pause, cancel. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { ErrorMessage, problemOf } from "../components";
import { useCopy } from "../copying";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { Failure, Tournament } from "../types";
import { ago, runningGames } from "./corrections";
import { EditDialog } from "./edit";
import { Reason } from "./fields";
import { FormDialog } from "./formdialog";
import type { TournamentData } from "./live";
import type { PageProps } from "./page";
import { PairingDialog } from "./pairing";
import { isLadder } from "./plan";

/** What a dialog asks about. */
type Asked = "rounds" | "change" | "back" | "pause" | "cancel";
type PartProps = PageProps & { ask: (asked: Asked) => void };

export function OrganiserControls(props: PageProps) {
  const { may, data } = props;
  const { tournament } = data;
  const isShown = may("organise") || tournament.code || (may("referee") && data.rounds.length);
  const [asked, ask] = useState<Asked>();
  const [rejected, setRejected] = useState<Failure>();
  if (!isShown || tournament.status === "over" || tournament.status === "cancelled") return null;
  return (
    <section class="card cup-controls" aria-label={t("organise")}>
      <p class="cup-controls-note">
        {tournament.seating || !may("organise") ? null : noteOf(data)}
        {tournament.code ? (
          <>
            {" "}
            <span class="cup-code">
              {t("code")}
              {": "}
              <code>{tournament.code}</code>
            </span>{" "}
            <CopyLink url={entryLink(tournament.tournament, tournament.code)} />
          </>
        ) : null}
      </p>
      <Buttons {...props} ask={ask} reject={setRejected} />
      <ErrorMessage problem={rejected} />
      {asked ? <AskedDialog {...props} asked={asked} close={() => ask(undefined)} /> : null}
    </section>
  );
}

/** The link with which players enter without typing the code. */
const entryLink = (tournament: string, code: string) =>
  new URL(`#/tournament/${tournament}/${encodeURIComponent(code)}`, location.href).href;

function CopyLink({ url }: { url: string }) {
  const { isCopied, copy } = useCopy(url);
  return (
    <button type="button" class="quiet small" onClick={copy}>
      {t(isCopied ? "copied" : "copy_entry_link")}
    </button>
  );
}

/** Whether the organiser may pair the next round. The first one is paired automatically. */
function isBetween({ tournament, rounds }: TournamentData) {
  const isFree = ["arena", "ladder"].includes(tournament.stages[tournament.stage ?? 0].format);
  const isFirst = !rounds.length && tournament.next_round === "automatic";
  return !isFirst && !isFree && !tournament.seating && rounds.every(({ status }) => status === "closed");
}

function noteOf(data: TournamentData) {
  const { status, next_round: next, stages } = data.tournament;
  if (status === "running" && isLadder(stages)) return t("ladder_runs");
  return t("organiser_note", { status, between: String(isBetween(data)), next });
}

/** Return the key of a text about the end: a ladder has no other. */
const cancelText = ({ stages }: Tournament, text: "tournament" | "note") =>
  isLadder(stages) ? (`end_ladder_${text}` as const) : (`cancel_${text}` as const);

/** The buttons of what the user can do now. */
function Buttons({ reject, ...props }: PartProps & { reject: (problem?: Failure) => void }) {
  const { data, may, ask } = props;
  const { status } = data.tournament;
  return (
    <div class="row">
      {may("organise") ? <OrganiserButtons {...props} reject={reject} /> : null}
      {may("referee") && data.rounds.length && (status === "running" || status === "paused") ? (
        <button type="button" class="quiet" onClick={() => ask("back")}>
          {t("delete_round")}
        </button>
      ) : null}
      {may("organise") ? (
        <button type="button" class="quiet" onClick={() => ask("cancel")}>
          {t(cancelText(data.tournament, "tournament"))}
        </button>
      ) : null}
    </div>
  );
}

function OrganiserButtons({ data, account, ask, reject }: PartProps & { reject: (problem?: Failure) => void }) {
  const { status, seed, tournament } = data.tournament;
  const run = async (verb: "start" | "resume") => {
    reject(undefined);
    await call(`POST /tournaments/{tournament}/${verb}`, { tournament }, { token: account.key }).catch((error) =>
      reject(problemOf(error)),
    );
  };
  return (
    <>
      {status === "registration" ? (
        <button type="button" class="primary" onClick={() => run("start")}>
          {t("start_tournament")}
        </button>
      ) : null}
      {seed !== undefined && isBetween(data) ? (
        <button type="button" class={status === "running" ? "primary" : ""} onClick={() => ask("rounds")}>
          {t("pair_next")}
        </button>
      ) : null}
      {status === "running" || status === "registration" ? (
        <button type="button" onClick={() => ask("pause")}>
          {t("pause_tournament")}
        </button>
      ) : null}
      {status === "paused" ? (
        <button type="button" class="primary" onClick={() => run("resume")}>
          {t("resume_tournament")}
        </button>
      ) : null}
      <button type="button" class="quiet" onClick={() => ask("change")}>
        {t("change_tournament")}
      </button>
    </>
  );
}

function AskedDialog({ asked, ...props }: PageProps & { asked: Asked; close: () => void }) {
  if (asked === "rounds") return <PairingDialog {...props} />;
  if (asked === "change") return <EditDialog {...props} />;
  const { data, account, close } = props;
  const { tournament } = data.tournament;
  const token = account.key;
  if (asked === "pause" || asked === "cancel")
    return (
      <ReasonDialog
        title={t(asked === "cancel" ? cancelText(data.tournament, "tournament") : "pause_tournament")}
        note={t(asked === "cancel" ? cancelText(data.tournament, "note") : "pause_note")}
        close={close}
        send={(reason) => call(`POST /tournaments/{tournament}/${asked}`, { tournament, body: { reason } }, { token })}
      />
    );
  const last = data.rounds.at(-1);
  if (!last) return null;
  const { round, opened_at: at } = last;
  return (
    <ReasonDialog
      title={t("delete_round")}
      note={t("delete_round_note", { round, ago: ago(at, currentLanguage()), games: runningGames(last) })}
      isNeeded
      close={close}
      send={(reason) =>
        call("DELETE /tournaments/{tournament}/rounds/{round}", { tournament, round, reason, force: true }, { token })
      }
    />
  );
}

type ReasonDialogProps = {
  title: string;
  note: string;
  isNeeded?: boolean;
  close: () => void;
  send: (reason?: string) => Promise<unknown>;
};

/** A dialog to enter a reason before a request is sent. */
export function ReasonDialog({ title, note, isNeeded = false, close, send }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  return (
    <FormDialog title={title} close={close} send={() => send(reason.trim() || undefined)}>
      <p class="faint">{note}</p>
      <Reason value={reason} change={setReason} isNeeded={isNeeded} />
    </FormDialog>
  );
}
