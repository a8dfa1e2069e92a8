/** The list of entrants; the organiser and the staff also add and remove entrants. */

import type { GameTexts } from "@bottega/client/texts";
import { useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { ErrorMessage, problemOf } from "../components";
import { tournamentText as t } from "../i18n";
import type { Entrant, Failure, Tournament } from "../types";
import { Adding } from "./adding";
import { ReasonDialog } from "./controls";
import { Count, Reason, Switch, Text } from "./fields";
import { FormDialog } from "./formdialog";
import { playerOf, takesLate } from "./model";
import type { PageProps } from "./page";
import { TeamDialog } from "./teamfields";
import { mayLeave, VacationDialog, vacationOf } from "./vacation";

const MOST_PENALTY = 1000;
const LONGEST_LINK = 200;

type EntrantsProps = PageProps & { isOpen: boolean };
type RowProps = PageProps & { entrant: Entrant };
/** What an organiser does to an entrant. */
type Verb = "team" | "vacation" | "withdraw" | "reenter" | "disqualify" | "penalty" | "substitute";

export function Entrants({ isOpen, ...props }: EntrantsProps) {
  const { tournament, entrants } = props.data;
  const isTaking = !isEnded(tournament) && (tournament.status === "registration" || takesLate(tournament));
  return (
    <details class="card cup-entrants" open={isOpen}>
      <summary>
        <h2>{t("entrants_count", { count: tournament.entrants })}</h2>
      </summary>
      {entrants.length ? (
        <ul class="cup-names">
          {entrants.map((each) => (
            <Row key={each.entrant} {...props} entrant={each} />
          ))}
        </ul>
      ) : (
        <p class="faint">{t("no_entrants")}</p>
      )}
      {props.may("assist") && isTaking ? <Adding {...props} /> : null}
    </details>
  );
}

function Row({ entrant, ...props }: RowProps) {
  const { data, account, may, texts } = props;
  const { tournament } = data;
  const [dialog, setDialog] = useState<Verb>();
  const [rejected, setRejected] = useState<Failure>();
  const [renewed, setRenewed] = useState<string>();
  const pin = renewed ?? entrant.pin;
  const [isRenewing, setRenewing] = useState(false);
  const { key: token } = account;
  const given = { tournament: tournament.tournament, entrant: entrant.entrant };
  const awaits = awaitsCheckIn(tournament, entrant);
  const checkInEntrant = () =>
    call("POST /tournaments/{tournament}/entrants/{entrant}/check-in", given, { token }).catch((error) =>
      setRejected(problemOf(error)),
    );
  return (
    <li class={`cup-name ${entrant.withdrawn ? "withdrawn" : ""}`}>
      <span class="cup-name-label">
        <bdi class="cup-name-text">{entrant.name}</bdi>{" "}
        <small class="faint">{notesOf(tournament, { ...entrant, pin }, texts)}</small>
      </span>
      {may("assist") && awaits && !entrant.checked_in ? (
        <button
          type="button"
          class="small"
          aria-label={`${t("check_in")}: ${isolateRtl(entrant.name)}`}
          onClick={checkInEntrant}
        >
          {t("check_in")}
        </button>
      ) : null}
      {pin && !isEnded(tournament) ? (
        <button
          type="button"
          class="quiet small"
          aria-label={`${t("new_pin")}: ${isolateRtl(entrant.name)}`}
          onClick={() => setRenewing(true)}
        >
          {t("new_pin")}
        </button>
      ) : null}
      {may("referee")
        ? verbsFor(tournament, entrant, may("organise")).map((verb) => (
            <button
              type="button"
              key={verb}
              class="quiet small"
              aria-label={`${t(verb)}: ${isolateRtl(entrant.name)}`}
              onClick={() => setDialog(verb)}
            >
              {t(verb)}
            </button>
          ))
        : null}
      <ErrorMessage problem={rejected} />
      {isRenewing ? (
        <PinDialog {...props} entrant={entrant} show={setRenewed} close={() => setRenewing(false)} />
      ) : null}
      {dialog ? <VerbDialog {...props} entrant={entrant} verb={dialog} close={() => setDialog(undefined)} /> : null}
    </li>
  );
}

const isEnded = ({ status }: Tournament) => status === "over" || status === "cancelled";

const awaitsCheckIn = (tournament: Tournament, entrant: Entrant) =>
  tournament.check_in && !entrant.level && tournament.status === "registration" && !entrant.withdrawn;

/** Return what is to know of an entrant besides the name. */
function notesOf(tournament: Tournament, entrant: Entrant, texts: GameTexts) {
  const notes = [
    entrant.level ? texts.name("level", entrant.level) : "",
    entrant.rating ? t("rated_as", { rating: entrant.rating }) : "",
    teamOf(entrant),
    entrant.captain ? t("captain") : "",
    entrant.guest ? t("guest") : "",
    entrant.pin && !isEnded(tournament) ? pinOf(tournament, entrant) : "",
    stateOf(entrant),
    vacationOf(entrant),
    ...(entrant.penalties ?? []).map(({ points }) => t("penalty_of", { points })),
    awaitsCheckIn(tournament, entrant) && entrant.checked_in ? t("checked_in") : "",
  ];
  return notes.filter((each) => each && each !== entrant.name).join(" · ");
}

/** Return the PIN of a guest, in a private tournament with the number with which the guest signs in. */
const pinOf = ({ visibility }: Tournament, { entrant, pin = "" }: Entrant) =>
  [...(visibility === "private" ? [t("guest_number_of", { number: entrant + 1 })] : []), t("pin_of", { pin })].join(
    " · ",
  );

function teamOf({ team = "", board }: Entrant) {
  return team && board ? t("team_board", { team: isolateRtl(team), board }) : isolateRtl(team);
}

function stateOf({ disqualified, withdrawn }: Entrant) {
  if (disqualified) return t("disqualified");
  return withdrawn ? t("withdrawn") : "";
}

/** List what the organiser can do to an entrant now. */
function verbsFor(tournament: Tournament, entrant: Entrant, organises: boolean) {
  const { withdrawn, disqualified, level } = entrant;
  if (tournament.status === "cancelled") return [];
  const isRunning = tournament.seed !== undefined && !isEnded(tournament);
  const verbs: [Verb, boolean][] = [
    ["team", !isEnded(tournament)],
    ["vacation", mayLeave(tournament, entrant)],
    ["withdraw", !isEnded(tournament) && !withdrawn],
    ["reenter", withdrawn],
    ["disqualify", isRunning && !disqualified],
    ["penalty", isRunning && !withdrawn],
    ["substitute", organises && isRunning && !level],
  ];
  return verbs.flatMap(([verb, isPossible]) => (isPossible ? [verb] : []));
}

type DialogProps = RowProps & { close: () => void };

/** The dialog for the reason of what the organiser does. */
function VerbDialog({ verb, ...props }: DialogProps & { verb: Verb }) {
  if (verb === "team") return <TeamDialog {...props} />;
  if (verb === "penalty") return <Penalty {...props} />;
  if (verb === "substitute") return <Substitute {...props} />;
  if (verb === "vacation") return <VacationDialog {...props} />;
  const { entrant, data, account, close } = props;
  const given = { tournament: data.tournament.tournament, entrant: entrant.entrant };
  const token = account.key;
  const path = "/tournaments/{tournament}/entrants/{entrant}";
  const send = (reason?: string) =>
    verb === "disqualify"
      ? call(`POST ${path}/disqualify`, { ...given, body: { reason: reason ?? "" } }, { token })
      : call(`POST ${path}/${verb}`, { ...given, body: { reason } }, { token });
  return (
    <ReasonDialog
      title={`${t(verb)}: ${isolateRtl(entrant.name)}`}
      note={t(`${verb}_note`)}
      isNeeded={verb === "disqualify"}
      close={close}
      send={send}
    />
  );
}

/** The dialog in which another player gets the place of an entrant. */
function Substitute({ entrant, data: { tournament }, account: { key: token }, close }: DialogProps) {
  const [who, setWho] = useState("");
  const [reason, setReason] = useState("");
  const [takesOver, setTakesOver] = useState(true);
  const player = playerOf(who, []);
  const send = () =>
    call(
      "POST /tournaments/{tournament}/entrants/{entrant}/reenter",
      {
        tournament: tournament.tournament,
        entrant: entrant.entrant,
        body: { player, takes_over: takesOver, reason: reason.trim() || undefined },
      },
      { token },
    );
  const title = `${t("substitute")}: ${isolateRtl(entrant.name)}`;
  return (
    <FormDialog title={title} verb={t("substitute")} isReady={Boolean(player)} close={close} send={send}>
      <p class="faint">{t("substitute_note")}</p>
      <Text
        label={t("substitute_player")}
        note={t("substitute_player_note")}
        value={who}
        most={LONGEST_LINK}
        isNeeded
        change={setWho}
      />
      <Switch
        label={t("substitute_takes_over")}
        note={t("substitute_takes_over_note")}
        value={takesOver}
        change={setTakesOver}
      />
      <Reason value={reason} change={setReason} />
    </FormDialog>
  );
}

/** Replace the PIN of a guest, and show the new one. */
function PinDialog({ entrant, data, account, show, close }: DialogProps & { show: (pin?: string) => void }) {
  const body = { entrants: [{ name: entrant.name, new_pin: true }] };
  const route = "POST /tournaments/{tournament}/entrants:batch";
  const send = async () => {
    const { lines } = await call(route, { tournament: data.tournament.tournament, body }, { token: account.key });
    const [line] = lines;
    if (line.problem) throw new Error(line.problem.detail);
    show(line.entrant?.pin);
  };
  return (
    <FormDialog title={`${t("new_pin")}: ${isolateRtl(entrant.name)}`} verb={t("new_pin")} close={close} send={send}>
      <p class="faint">{t("new_pin_note")}</p>
    </FormDialog>
  );
}

function Penalty({ entrant, data: { tournament }, account: { key: token }, close }: DialogProps) {
  const penalty = entrant.penalties?.find(({ stage }) => stage === (tournament.stage ?? 0));
  const [points, setPoints] = useState(penalty?.points ?? 0);
  const [reason, setReason] = useState("");
  const send = () =>
    call(
      "PUT /tournaments/{tournament}/entrants/{entrant}/penalty",
      {
        tournament: tournament.tournament,
        entrant: entrant.entrant,
        body: { points, reason: reason.trim() },
      },
      { token },
    );
  return (
    <FormDialog title={`${t("penalty")}: ${isolateRtl(entrant.name)}`} verb={t("penalty")} close={close} send={send}>
      <p class="faint">{t("penalty_note")}</p>
      <Count label={t("points")} value={points} least={0} most={MOST_PENALTY} change={setPoints} />
      <Reason value={reason} change={setReason} isNeeded />
    </FormDialog>
  );
}
