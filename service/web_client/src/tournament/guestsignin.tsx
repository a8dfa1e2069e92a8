/** The form with which a guest signs in: the name, and the PIN from the organiser. */

import { useState } from "preact/hooks";
import { call } from "../api";
import { ErrorMessage, problemOf } from "../components";
import { tournamentText as t } from "../i18n";
import type { Entrant, Failure } from "../types";
import type { PageProps } from "./page";

export const PIN_LENGTH = 6;

/** List the guests who can sign in. */
export const guestsOf = (entrants: Entrant[]) => entrants.filter(({ guest, withdrawn }) => guest && !withdrawn);

export function GuestSignIn({ data: { tournament, entrants }, account }: PageProps) {
  const guests = guestsOf(entrants).sort((one, other) => one.name.localeCompare(other.name));
  const [entrant, setEntrant] = useState("");
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<Failure>();
  const submit = async (event: Event) => {
    event.preventDefault();
    setProblem(undefined);
    const route = "POST /tournaments/{tournament}/entrants/{entrant}/sign-in";
    const given = { tournament: tournament.tournament, entrant: Number(entrant), body: { pin: pin.trim() } };
    await call(route, given).then(
      ({ key }) => account.changeKey(key),
      (error) => setProblem(problemOf(error)),
    );
  };
  return (
    <form class="row bottom cup-guest" onSubmit={submit} aria-label={t("guest_sign_in")}>
      <label class="field">
        <span>{t("guest_name")}</span>
        <select required value={entrant} onChange={(event) => setEntrant(event.currentTarget.value)}>
          <option value=""></option>
          {guests.map((each) => (
            <option key={each.entrant} value={each.entrant}>
              {each.name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t("guest_pin")}</span>
        <input
          required
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength={PIN_LENGTH}
          value={pin}
          onInput={(event) => setPin(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        {t("guest_sign_in")}
      </button>
      <ErrorMessage problem={problem} />
    </form>
  );
}
