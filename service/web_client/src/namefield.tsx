/** The field for the name of a person who plays. This browser suggests the name that was used last. */

import { useState } from "preact/hooks";
import { screenText as t } from "./i18n";
import { setting } from "./storage";

/** The longest name of a player, and of a seat. */
const MOST_LETTERS = 64;
export const MOST_SEAT_LETTERS = 40;

/** Return the name that is entered, and a function that changes it. */
export const useName = () => useState(setting("name") ?? "");

type NameFieldProps = {
  name: string;
  change: (name: string) => void;
  longest?: number;
  placeholder?: string;
  isWide?: boolean;
  note?: string;
};

export const NameField = ({ name, change, longest = MOST_LETTERS, placeholder, isWide, note }: NameFieldProps) => (
  <label class={isWide ? "field wide" : "field"}>
    <span>{t("your_name")}</span>
    <input
      value={name}
      maxlength={longest}
      autocomplete="nickname"
      placeholder={placeholder}
      onInput={(event) => change(event.currentTarget.value)}
    />
    {note ? <small class="faint">{note}</small> : null}
  </label>
);
