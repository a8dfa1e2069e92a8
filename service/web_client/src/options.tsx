/** The field of an option that a ruleset or a tournament offers, by its kind. */

import type { GameTexts } from "@bottega/client/texts";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { screenText as t } from "./i18n";
import { Paragraph } from "./ruletexts";
import type { SetUpOption } from "./types";

export type OptionValue = boolean | string | number | string[];
/** `value`: undefined for the default. `seats`: their number in the game. */
type OptionProps = {
  option: SetUpOption;
  texts: GameTexts;
  value?: OptionValue;
  change: (value?: OptionValue) => void;
  seats: number;
};
type Kind = SetUpOption["kind"];
/** The props of a field for one kind of option, with its name and a note. */
type FieldProps<K extends Kind> = Omit<OptionProps, "option"> & {
  option: Extract<SetUpOption, { kind: K }>;
  name: string;
  note: ComponentChildren;
};

export function Option({ option, ...props }: OptionProps) {
  const { texts } = props;
  const name = texts.name("option", option.name);
  const [text, paragraph] = splitParagraph(option.description);
  const field = <Field {...props} option={option} name={name} note={<small class="faint">{text}</small>} />;
  if (!paragraph) return field;
  return (
    <div class="option">
      {field}
      <ParagraphButton name={name} paragraph={paragraph} ruleset={texts.ruleset.ruleset} />
    </div>
  );
}

function Field({ option, ...props }: FieldProps<Kind>) {
  switch (option.kind) {
    case "boolean":
      return <BooleanOption {...props} option={option} />;
    case "choice":
      return <ChoiceOption {...props} option={option} />;
    case "choices":
      return <ChoicesOption {...props} option={option} />;
    case "integer":
      return <IntegerOption {...props} option={option} />;
    case "text":
      return <TextOption {...props} option={option} />;
  }
}

function BooleanOption({ option, name, note, value = option.default, change }: FieldProps<"boolean">) {
  return (
    <label class="switch">
      <input type="checkbox" checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />
      <span>
        {name}
        {note}
      </span>
    </label>
  );
}

function ChoiceOption({ option, name, note, value = option.default, change, texts }: FieldProps<"choice">) {
  return (
    <label class="field wide">
      <span>{name}</span>
      <select value={String(value ?? "")} onChange={(event) => change(event.currentTarget.value)}>
        {option.choices.map((word) => (
          <option key={word} value={word}>
            {texts.has(option.name, word) ? texts.name(option.name, word) : word}
          </option>
        ))}
      </select>
      {note}
    </label>
  );
}

function ChoicesOption({ option, name, note, value, change, texts }: FieldProps<"choices">) {
  const chosen = Array.isArray(value) ? value : [];
  const kind = texts.kindOf("options", "", option.name) ?? option.name;
  const toggle = (word: string) => {
    const next = option.choices.filter((each) => chosen.includes(each) !== (each === word));
    change(next.length ? next : undefined);
  };
  return (
    <div class="field wide" role="group" aria-label={name}>
      <span>{name}</span>
      {option.choices.map((word) => (
        <label key={word} class="switch">
          <input type="checkbox" checked={chosen.includes(word)} onChange={() => toggle(word)} />
          <span>{texts.has(kind, word) ? texts.name(kind, word) : word}</span>
        </label>
      ))}
      {note}
    </div>
  );
}

function TextOption({ option, name, note, value = option.default, change }: FieldProps<"text">) {
  return (
    <label class="field wide">
      <span>{name}</span>
      <input
        value={String(value ?? "")}
        maxlength={option.max_length}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {note}
    </label>
  );
}

/** A field for a number. If the number is a seat, the players are listed instead. */
function IntegerOption({ option, name, note, value, change, seats, texts }: FieldProps<"integer">) {
  const read = ({ currentTarget: { value: text } }: { currentTarget: { value: string } }) =>
    change(text === "" ? undefined : Number(text));
  if (isSeat(option, texts))
    return (
      <label class="field wide">
        <span>{name}</span>
        <select value={String(value ?? "")} onChange={read}>
          <option value="">{t("random")}</option>
          {Array.from({ length: seats }, (_, seat) => (
            <option key={seat} value={seat}>
              {texts.name("seat", seat)}
            </option>
          ))}
        </select>
        {note}
      </label>
    );
  return (
    <label class="field wide">
      <span>{name}</span>
      <input
        type="number"
        min={option.minimum}
        max={option.maximum}
        value={String(value ?? option.default ?? "")}
        onInput={read}
      />
      {note}
    </label>
  );
}

/** Whether a number is a seat: the ruleset says it, or its limits suggest it. */
function isSeat({ name, minimum, maximum, default: usual }: FieldProps<"integer">["option"], texts: GameTexts) {
  const kind = texts.kindOf("options", "", name);
  return kind === "seat" || (!kind && minimum === 0 && maximum <= 7 && usual === undefined);
}

/** Split a paragraph number in brackets from the end of a description. */
function splitParagraph(description: string): [string, string | undefined] {
  const [, text, paragraph, end] = description.match(/^(.*?)\s*\((\d+(?:\.\d+)*)\)(\.?)$/) ?? [];
  return paragraph ? [text + end, paragraph] : [description, undefined];
}

type ParagraphButtonProps = { name: string; paragraph: string; ruleset: string };

/** A button that opens a paragraph of the rules. */
function ParagraphButton({ name, paragraph, ruleset }: ParagraphButtonProps) {
  const [isShown, show] = useState(false);
  return (
    <>
      <button
        type="button"
        class="paragraph"
        aria-label={t("rule_of", { item: name, paragraph })}
        onClick={() => show(true)}
      >
        {"§ "}
        {paragraph}
      </button>
      {isShown ? <Paragraph ruleset={ruleset} paragraph={paragraph} close={() => show(false)} /> : null}
    </>
  );
}
