/** The dialog that looks for opponents: number of players, time, strength, and the name of a new player. */

import { useState } from "preact/hooks";
import { useAccount } from "../account";
import { Dialog, ErrorMessage, problemOf } from "../components";
import { screenText as t } from "../i18n";
import { Identity } from "../identity";
import { NameField, useName } from "../namefield";
import { playerKey } from "../player";
import { CLOCK_NAMES } from "../terms";
import type { Failure, RulesetSummary } from "../types";
import { search } from "./search";
import { STRENGTHS, seekBody, type Wish } from "./terms";

type FindProps = { ruleset: RulesetSummary; close: () => void };

export function FindOpponents({ ruleset, close }: FindProps) {
  const { title, min_seats: least, max_seats: most } = ruleset;
  const sizes = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const account = useAccount();
  const [wish, setWish] = useState<Wish>({ seats: sizes, clock: "calm", strength: "any", rated: false });
  const [name, setName] = useName();
  const [state, setState] = useState<{ isBusy?: boolean; problem?: Failure }>({});
  const look = async (event: Event) => {
    event.preventDefault();
    setState({ isBusy: true });
    await playerKey(account, name)
      .then((key) => search(seekBody(ruleset, wish), key))
      .then(close, (error) => setState({ problem: problemOf(error) }));
  };
  return (
    <Dialog title={t("find_title", { title })} kind="narrow" close={close}>
      <form class="stack" onSubmit={look}>
        {account.key ? null : <NameField name={name} change={setName} note={t("seek_name_note")} />}
        <WishFields wish={wish} sizes={sizes} change={setWish} />
        <ErrorMessage problem={state.problem} />
        {state.problem && !account.key ? <Identity account={account} /> : null}
        <p class="row end">
          <button type="button" class="quiet" onClick={close}>
            {t("back")}
          </button>
          <button type="submit" class="primary" disabled={state.isBusy || !account.isKnown || !wish.seats.length}>
            {t("seek_start")}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

type WishFieldsProps = { wish: Wish; sizes: number[]; change: (wish: Wish) => void };

function WishFields({ wish, sizes, change }: WishFieldsProps) {
  const toggle = (size: number) =>
    change({ ...wish, seats: sizes.filter((each) => wish.seats.includes(each) !== (each === size)) });
  return (
    <>
      {sizes.length > 1 ? (
        <fieldset class="seek-sizes">
          <legend>{t("seek_seats")}</legend>
          {sizes.map((size) => (
            <label key={size} class="switch">
              <input type="checkbox" checked={wish.seats.includes(size)} onChange={() => toggle(size)} />
              <span>{size}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <label class="field">
        <span>{t("terms_clock")}</span>
        <select
          value={wish.clock}
          onChange={(event) => change({ ...wish, clock: CLOCK_NAMES[event.currentTarget.selectedIndex] })}
        >
          {CLOCK_NAMES.map((each) => (
            <option key={each} value={each}>
              {t("terms_clock_named", { value: each || "none" })}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t("seek_strength")}</span>
        <select
          value={wish.strength}
          onChange={(event) => change({ ...wish, strength: STRENGTHS[event.currentTarget.selectedIndex] })}
        >
          {STRENGTHS.map((each) => (
            <option key={each} value={each}>
              {t("seek_strength_named", { value: each })}
            </option>
          ))}
        </select>
      </label>
      <label class="switch">
        <input
          type="checkbox"
          checked={wish.rated}
          onChange={(event) => change({ ...wish, rated: event.currentTarget.checked })}
        />
        <span>
          {t("terms_rated")}
          <small class="faint">{t("terms_rated_note")}</small>
        </span>
      </label>
    </>
  );
}
