/** The ways into a tournament that the visitor cannot see: as a guest, or with the code of the link. */

import { useState } from "preact/hooks";
import type { Account } from "../account";
import { call } from "../api";
import { ErrorMessage, problemOf } from "../components";
import { tournamentText as t } from "../i18n";
import type { Failure } from "../types";
import { Text } from "./fields";
import { PIN_LENGTH } from "./guestsignin";

type PrivateEntryProps = { id: string; code: string; account: Account; reload: () => void };

const MOST_DIGITS = 4;

export function PrivateEntry(props: PrivateEntryProps) {
  const { code, account } = props;
  return (
    <>
      {account.me ? null : <PrivateSignIn {...props} />}
      {code && account.me ? <CodeEntry {...props} /> : null}
    </>
  );
}

/** The form of a guest, with the number and the PIN of the slip: the names of a private tournament stay hidden. */
function PrivateSignIn({ id, account }: PrivateEntryProps) {
  const [number, setNumber] = useState("");
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<Failure>();
  const [isWrong, setWrong] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setProblem(undefined);
    setWrong(false);
    const given = { tournament: id, entrant: Number(number) - 1, body: { pin: pin.trim() } };
    await call("POST /tournaments/{tournament}/entrants/{entrant}/sign-in", given).then(
      ({ key }) => account.changeKey(key),
      (error) => {
        const found = problemOf(error);
        if (found.code === "tournament_not_found") setWrong(true);
        else setProblem(found);
      },
    );
  };
  return (
    <section class="card cup-own" aria-labelledby="guest-title">
      <h2 id="guest-title">{t("guest_of_private")}</h2>
      <p class="faint">{t("guest_of_private_note")}</p>
      <form class="row bottom cup-guest" onSubmit={submit} aria-label={t("guest_sign_in")}>
        <Text
          label={t("guest_number")}
          value={number}
          most={MOST_DIGITS}
          pattern="[1-9][0-9]*"
          isNeeded
          change={setNumber}
        />
        <Text label={t("guest_pin")} value={pin} most={PIN_LENGTH} pattern="[0-9]{6}" isNeeded change={setPin} />
        <button type="submit" class="primary">
          {t("guest_sign_in")}
        </button>
      </form>
      {isWrong ? <p role="alert">{t("guest_wrong")}</p> : null}
      <ErrorMessage problem={problem} />
    </section>
  );
}

/** A button that enters the signed-in player with the code of the link. */
function CodeEntry({ id, code, account, reload }: PrivateEntryProps) {
  const [problem, setProblem] = useState<Failure>();
  const enter = () =>
    call("POST /tournaments/{tournament}/entrants", { tournament: id, body: { code } }, { token: account.key }).then(
      reload,
      (error) => setProblem(problemOf(error)),
    );
  return (
    <section class="card cup-own" aria-labelledby="own-title">
      <h2 id="own-title">{t("private_invitation")}</h2>
      <p class="row">
        <button type="button" class="primary" onClick={enter}>
          {t("take_part")}
        </button>
      </p>
      <ErrorMessage problem={problem} />
    </section>
  );
}
