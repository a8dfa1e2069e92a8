/** The fields of a form: a text, a reason, a number, a choice, a switch. Their `name` is that of a setting in the contract. */

import { tournamentText as t } from "../i18n";

const MOST_LETTERS = { name: 64, reason: 500 };

type TextProps = {
  label: string;
  name?: string;
  value: string;
  most: number;
  isNeeded?: boolean;
  placeholder?: string;
  /** what the text must match */
  pattern?: string;
  note?: string;
  change: (value: string) => void;
};

export const Text = ({ label, isNeeded, most, note, change, ...props }: TextProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      {...props}
      required={isNeeded}
      maxlength={most}
      autocomplete="off"
      onInput={(event) => change(event.currentTarget.value)}
    />
    {note ? <small class="faint">{note}</small> : null}
  </label>
);

type LinesProps = Pick<TextProps, "label" | "name" | "value" | "note" | "change"> & { rows: number };

/** A text of several lines. */
export const Lines = ({ label, note, change, ...props }: LinesProps) => (
  <label class="field">
    <span>{label}</span>
    <textarea {...props} onInput={(event) => change(event.currentTarget.value)}></textarea>
    {note ? <small class="faint">{note}</small> : null}
  </label>
);

type OneTextProps = Pick<TextProps, "value" | "change">;

/** The name of a tournament. */
export const TournamentName = (props: OneTextProps) => (
  <Text {...props} name="name" label={t("name")} most={MOST_LETTERS.name} isNeeded />
);

/** The reason of what the organiser does, for the log. */
export const Reason = ({ isNeeded = false, ...props }: OneTextProps & { isNeeded?: boolean }) => (
  <Text {...props} label={t(isNeeded ? "reason" : "reason_may")} most={MOST_LETTERS.reason} isNeeded={isNeeded} />
);

type CountProps = {
  label: string;
  name?: string;
  value: number;
  least: number;
  most: number;
  note?: string;
  change: (value: number) => void;
};

export const Count = ({ label, name, value, least, most, note, change }: CountProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      name={name}
      type="number"
      inputmode="numeric"
      required
      min={least}
      max={most}
      value={value}
      onInput={(event) => change(Number(event.currentTarget.value))}
    />
    {note ? <small class="faint">{note}</small> : null}
  </label>
);

type ChoiceProps<Value extends string | number> = {
  label: string;
  name?: string;
  value: Value;
  choices: [Value, string][];
  change: (value: Value) => void;
  note?: string;
};

export const Choice = <Value extends string | number>(props: ChoiceProps<Value>) => {
  const { label, name, value, choices, change, note } = props;
  return (
    <label class="field">
      <span>{label}</span>
      <select name={name} value={value} onChange={(event) => change(choices[event.currentTarget.selectedIndex][0])}>
        {choices.map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </select>
      {note ? <small class="faint">{note}</small> : null}
    </label>
  );
};

type SwitchProps = {
  label: string;
  name?: string;
  note?: string;
  value: boolean;
  change: (value: boolean) => void;
};

/** The local time now, in the format of a `datetime-local` input. */
function localNow() {
  const now = new Date();
  now.setMinutes(now.getMinutes() - now.getTimezoneOffset());
  return now.toISOString().slice(0, "YYYY-MM-DDTHH:MM".length);
}

type TimeProps = Pick<TextProps, "label" | "name" | "value" | "note" | "change">;

/** A local time in the future; empty for none. */
export const Time = ({ label, name, value, note, change }: TimeProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      name={name}
      type="datetime-local"
      min={localNow()}
      value={value}
      onInput={(event) => change(event.currentTarget.value)}
    />
    {note ? <small class="faint">{note}</small> : null}
  </label>
);

export const Switch = ({ label, name, note, value, change }: SwitchProps) => (
  <label class="switch">
    <input name={name} type="checkbox" checked={value} onChange={(event) => change(event.currentTarget.checked)} />
    <span>
      {label}
      {note ? <small class="faint">{note}</small> : null}
    </span>
  </label>
);
