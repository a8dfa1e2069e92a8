/** The staff of a tournament; the organiser names and removes players, and a player of the staff can leave it. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { isolateRtl } from "../bidi";
import { ErrorMessage, problemOf } from "../components";
import { tournamentText as t } from "../i18n";
import type { Failure, Tournament } from "../types";
import { Text } from "./fields";
import { playerOf } from "./model";
import type { PageProps } from "./page";

type Member = NonNullable<Tournament["staff"]>[number];
type NewMember = Pick<Member, "player" | "right">;
/** Sends the staff without a player, and with a new member in the place of an earlier entry. */
type Change = (player: string, member?: NewMember) => Promise<boolean>;
type ChangeProps = PageProps & { change: Change };

const RIGHTS: Member["right"][] = ["referee", "assist", "organise"];
const LONGEST = 200;

export function Staff(props: PageProps & { isOpen: boolean }) {
  const { data, account, may, isOpen } = props;
  const [sent, setSent] = useState<Tournament>();
  const { tournament: id, version } = data.tournament;
  const { staff = [] } = sent && sent.version > version ? sent : data.tournament; // the page follows no ended tournament
  const [rejected, setRejected] = useState<Failure>();
  const change: Change = (player, member) => {
    setRejected(undefined);
    return send(id, player, member, account.key).then(
      (changed) => {
        setSent(changed);
        return true;
      },
      (error) => {
        setRejected(problemOf(error));
        return false;
      },
    );
  };
  if (!staff.length && !may("staff")) return null;
  return (
    <details class="card cup-staff" open={isOpen}>
      <summary>
        <h2>{t("staff")}</h2>
      </summary>
      {staff.length ? (
        <ul class="cup-names">
          {staff.map((member) => (
            <Row key={member.player} {...props} member={member} change={change} />
          ))}
        </ul>
      ) : null}
      {may("staff") ? <Naming {...props} change={change} /> : null}
      <ErrorMessage problem={rejected} />
    </details>
  );
}

function Row({ member, account, may, change }: ChangeProps & { member: Member }) {
  const name = nameOf(member);
  const isOwn = member.player === account.me?.player;
  return (
    <li class="cup-name">
      <span class="cup-name-label">
        <bdi class="cup-name-text">{name}</bdi> <small class="faint">{t("staff_right", { right: member.right })}</small>
      </span>
      {isOwn || may("staff") ? (
        <button
          type="button"
          class="quiet small"
          aria-label={isOwn ? undefined : t("remove_staff", { name: isolateRtl(name) })}
          onClick={() => change(member.player)}
        >
          {t(isOwn ? "leave_staff" : "remove")}
        </button>
      ) : null}
    </li>
  );
}

/** The form that adds a player of the tournament by name, or any player by ID. */
function Naming({ data: { entrants }, change }: ChangeProps) {
  const [who, setWho] = useState("");
  const [right, setRight] = useState(RIGHTS[0]);
  const [isUnknown, setUnknown] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const player = playerOf(who, entrants);
    setUnknown(!player);
    if (!player) return;
    if (await change(player, { player, right })) setWho("");
  };
  return (
    <form class="stack" onSubmit={submit}>
      <p class="faint">{t("staff_note")}</p>
      <Text
        label={t("staff_player")}
        note={t("staff_player_note")}
        value={who}
        most={LONGEST}
        isNeeded
        change={setWho}
      />
      <label class="field">
        <span>{t("staff_role")}</span>
        <select value={right} onChange={(event) => setRight(RIGHTS[event.currentTarget.selectedIndex])}>
          {RIGHTS.map((each) => (
            <option key={each} value={each}>
              {t("staff_right", { right: each })}
            </option>
          ))}
        </select>
      </label>
      {isUnknown ? <p role="alert">{t("staff_unknown")}</p> : null}
      <p class="row">
        <button type="submit">{t("name_staff")}</button>
      </p>
    </form>
  );
}

/** Change the latest staff: the page may show an earlier one for a moment. */
async function send(tournament: string, player: string, member?: NewMember, token?: string) {
  const { staff = [] } = await call("GET /tournaments/{tournament}", { tournament }, { token });
  const others = staff.filter((each) => each.player !== player).map(({ player, right }) => ({ player, right }));
  const body = { staff: member ? [...others, member] : others };
  return call("PATCH /tournaments/{tournament}", { tournament, body }, { token });
}

const nameOf = ({ name, player }: Member) => name ?? player;
