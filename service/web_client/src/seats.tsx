/** The seats of a new game: who plays, at which level, under which name and colour. */

import type { GameTexts } from "@bottega/client/texts";
import { colourIds } from "./colours";
import { seatClass } from "./components";
import { screenText as t } from "./i18n";
import { nearestLevel, offeredLevels } from "./levels";
import { setting } from "./storage";
import type { Ruleset } from "./types";

const KINDS = ["human", "ai", "open"] as const;

/**
 * What the form knows of a seat: its name counts for a person, its level for the computer. If the number of seats does
 * not offer this level, the computer plays `nearestLevel`. A later number of seats may offer it again.
 */
export type SeatSetup = { kind: (typeof KINDS)[number]; name: string; level: string; colour?: string };
type GameProps = { ruleset: Ruleset; texts: GameTexts };
type SeatsProps = GameProps & { setups: SeatSetup[]; setSetups: (setups: SeatSetup[]) => void };
type SeatRowProps = GameProps & {
  setup: SeatSetup;
  seat: number;
  /** the number of seats */
  count: number;
  /** the colours of the other seats */
  taken: string[];
  change: (changes: Partial<SeatSetup>) => void;
  remove?: () => void;
};
/** `number`: the name of the seat for screen readers. */
type FieldProps = { setup: SeatSetup; number: string; change: (changes: Partial<SeatSetup>) => void };

/** Return the fewest seats of a game: one for a person, the others for the computer. */
export function defaultSeats({ min_seats }: Ruleset): SeatSetup[] {
  return Array.from({ length: min_seats }, (_, seat) => ({
    kind: seat ? "ai" : "human",
    name: seat ? "" : (setting("name") ?? ""),
    level: "normal",
  }));
}

export function Seats({ ruleset, texts, setups, setSetups }: SeatsProps) {
  const change = (seat: number, changes: Partial<SeatSetup>) =>
    setSetups(setups.map((setup, index) => (index === seat ? { ...setup, ...changes } : setup)));
  const remove = (seat: number) => setSetups(setups.filter((_, index) => index !== seat));
  const hasFewerLevels =
    setups.some(({ kind }) => kind === "ai") && offeredLevels(ruleset, [setups.length]).length < ruleset.levels.length;
  const add = () => setSetups([...setups, { ...defaultSeats(ruleset)[1], kind: "ai" }]);
  return (
    <fieldset class="card">
      <legend>{t("players")}</legend>
      <ol class="seat-list">
        {setups.map((setup, seat) => (
          <li key={seat}>
            <SeatRow
              setup={setup}
              seat={seat}
              count={setups.length}
              ruleset={ruleset}
              texts={texts}
              taken={setups.flatMap((other, index) => (index !== seat && other.colour) || [])}
              change={(changes) => change(seat, changes)}
              remove={setups.length > ruleset.min_seats ? () => remove(seat) : undefined}
            />
          </li>
        ))}
      </ol>
      {hasFewerLevels ? <p class="faint">{t("levels_offered", { count: setups.length })}</p> : null}
      {setups.length < ruleset.max_seats ? (
        <button type="button" class="quiet" onClick={add}>
          {"+ "}
          {t("add_seat")}
        </button>
      ) : null}
    </fieldset>
  );
}

function SeatRow({ setup, seat, count, ruleset, texts, taken, change, remove }: SeatRowProps) {
  const colours = colourIds(ruleset);
  const number = t("player", { number: seat + 1 });
  const field = { setup, number, change };
  return (
    <div class={`seat-row ${colours.length ? "coloured" : ""}`}>
      <span class={`disc ${seatClass(seat)}`} aria-hidden="true">
        {seat + 1}
      </span>
      <Kind {...field} />
      {setup.kind === "ai" ? <Level {...field} count={count} ruleset={ruleset} texts={texts} /> : null}
      {setup.kind === "human" ? <Name {...field} /> : null}
      {setup.kind === "open" ? <p class="field faint note">{t("open_note")}</p> : null}
      {colours.length ? <Colour {...field} colours={colours} taken={taken} texts={texts} /> : null}
      {remove ? (
        <button type="button" class="quiet round" aria-label={`${t("remove")}: ${number}`} onClick={remove}>
          <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
            <path d="M6 12h12" />
          </svg>
        </button>
      ) : null}
    </div>
  );
}

function Kind({ setup, number, change }: FieldProps) {
  return (
    <label class="field">
      <span>{t("player_kind")}</span>
      <select
        aria-label={`${number}: ${t("player_kind")}`}
        value={setup.kind}
        onChange={(event) => change({ kind: KINDS[event.currentTarget.selectedIndex] })}
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`kind_${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Level({ setup, number, count, change, ruleset, texts }: FieldProps & GameProps & Pick<SeatRowProps, "count">) {
  return (
    <label class="field">
      <span>{t("level")}</span>
      <select
        aria-label={`${number}: ${t("level")}`}
        value={nearestLevel(ruleset, [count], setup.level)}
        onChange={(event) => change({ level: event.currentTarget.value })}
      >
        {offeredLevels(ruleset, [count]).map((level) => (
          <option key={level} value={level}>
            {texts.name("level", level)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Name({ setup, number, change }: FieldProps) {
  return (
    <label class="field">
      <span>{t("name")}</span>
      <input
        aria-label={`${number}: ${t("name")}`}
        value={setup.name}
        maxlength={40}
        autocomplete="off"
        placeholder={number}
        onInput={(event) => change({ name: event.currentTarget.value })}
      />
    </label>
  );
}

type ColourProps = FieldProps & Pick<GameProps, "texts"> & Pick<SeatRowProps, "taken"> & { colours: string[] };

function Colour({ setup, number, change, colours, taken, texts }: ColourProps) {
  return (
    <label class="field">
      <span>{t("colour")}</span>
      <select
        aria-label={`${number}: ${t("colour")}`}
        value={setup.colour ?? ""}
        onChange={(event) => change({ colour: event.currentTarget.value || undefined })}
      >
        <option value="">{t("any_colour")}</option>
        {colours.map((id) => (
          <option key={id} value={id} disabled={taken.includes(id)}>
            {texts.name("player_colour", id)}
          </option>
        ))}
      </select>
    </label>
  );
}
