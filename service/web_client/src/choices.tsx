/** What is selected for a decision, and the choices that are left: on the board, as chips and as sentences. */

import type { GameTexts } from "@bottega/client/texts";
import { fieldName, toWords } from "@bottega/client/texts";
import { useEffect, useState } from "preact/hooks";
import { choose } from "./choosing";
import { isFree } from "./focus";
import { hintTest } from "./hint";
import { t } from "./i18n";
import { isOnBoard } from "./offered";
import type { Action, ParsedAction, Target } from "./selection";
import { differingFields, matchingActions, removeTarget, selectedAction, targetKey, toggleTarget } from "./selection";
import type { GameProps, Offered } from "./store";
import { select } from "./store";
import { targetLabel, typeLabel } from "./targets";

const MOST_LISTED = 7;
const MOST_SENTENCES = 150;

/** The game, and what to do with the action that the player has chosen. */
export type ChoiceProps = GameProps & { submit: (action: Action) => void };
type RemainingProps = ChoiceProps & { remaining: ParsedAction[] };
type FieldChoice = ReturnType<typeof differingFields>[number]["choices"][number];

export function Choices(props: ChoiceProps) {
  const { state, actions, submit, sentence } = props;
  const { chosen } = state;
  const remaining = matchingActions(actions, chosen);
  const action = selectedAction(remaining, chosen);
  const others = remaining.filter((each) => each.action !== action);
  useEnter(action && !state.busy ? () => submit(action) : undefined);
  return (
    <>
      {chosen.length ? <Selection {...props} /> : null}
      {action ? (
        <p class="selected-action">
          <button type="button" class="primary big" disabled={state.busy} onClick={() => submit(action)}>
            <span>{sentence(action)}</span> <kbd aria-hidden="true">↵</kbd>
          </button>
        </p>
      ) : null}
      <Others {...props} remaining={others} title={titleOf(action, chosen)} />
      {others.length > MOST_LISTED ? <AllActions {...props} remaining={remaining} /> : null}
    </>
  );
}

/** Return the title above the actions that are left. */
function titleOf(action: Action | undefined, chosen: Target[]) {
  if (action) return t("or");
  return chosen.length ? t("which_one") : t("choose");
}

/** The actions that are left besides the selected one: few as sentences, many by the fields in which they differ. */
function Others({ title, ...props }: RemainingProps & { title: string }) {
  if (!props.remaining.length) return null;
  if (props.remaining.length > MOST_LISTED) return <FieldChoices {...props} />;
  return <ActionList {...props} title={title} />;
}

/** Submit the action when Enter is pressed and no control has the focus. */
function useEnter(submit: (() => void) | undefined) {
  useEffect(() => {
    if (!submit) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Enter" && isFree(event)) submit();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** The selected targets, each with a button that deselects it. */
function Selection({ session, state, texts }: GameProps) {
  const each = [...new Map(state.chosen.map((target) => [targetKey(target), target])).values()];
  const count = (target: Target) => state.chosen.filter((other) => targetKey(other) === targetKey(target)).length;
  return (
    <p class="chips selection">
      <span class="hidden">{t("chosen")}</span>
      {each.map((target) => (
        <button
          type="button"
          key={`chosen-${targetKey(target)}`}
          class="chip chosen"
          title={t("deselect")}
          onClick={() => select(session, removeTarget(state.chosen, target))}
        >
          {targetLabel(texts, target)}
          {count(target) > 1 ? ` × ${count(target)}` : ""} <span aria-hidden="true">×</span>
        </button>
      ))}
      <button type="button" class="quiet small" onClick={() => select(session, [])}>
        {t("clear_selection")} <kbd>Esc</kbd>
      </button>
    </p>
  );
}

/** A short list of actions as sentences. */
function ActionList({ title, remaining, sentence, submit, state }: RemainingProps & { title: string }) {
  const areOnBoard = remaining.every((each) => isOnBoard(each, state.offered.pairs));
  return (
    <div class={`facet ${areOnBoard ? "on-board" : ""}`}>
      <h3 class="choice-title">{title}</h3>
      <ul class="choices">
        {remaining.map(({ action }) => (
          <li key={JSON.stringify(action)}>
            <button type="button" class="choice" disabled={state.busy} onClick={() => submit(action)}>
              {sentence(action)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Choices that cannot be made on the board: a group for each field in which the remaining actions differ. Actions without fields are listed as sentences. */
function FieldChoices(props: RemainingProps) {
  const { state, texts, remaining } = props;
  const { pairs } = state.offered;
  const withoutUnits = remaining.filter((each) => !each.units.length && !isOnBoard(each, pairs));
  const withUnits = remaining.filter(({ units }) => units.length);
  const groups = isAllOffered(withUnits, pairs) ? [] : differingFields(withUnits, state.chosen);
  const shown = groups.filter(({ choices }) => !choices.every((choice) => isOffered(texts, pairs, withUnits, choice)));
  return (
    <>
      {shown.length < groups.length || !groups.length ? <p class="point-hint">{t("point_here")}</p> : null}
      {shown.map(({ field, choices }) => (
        <Facet key={field} {...props} field={field} choices={choices} remaining={withUnits} />
      ))}
      {withoutUnits.length ? <ActionList {...props} title={t("or")} remaining={withoutUnits} /> : null}
    </>
  );
}

type FacetProps = RemainingProps & { field: string; choices: FieldChoice[] };

/** The values of one field in which the remaining actions differ. */
function Facet(props: FacetProps) {
  const { session, state, texts, actions, remaining, field, choices } = props;
  const hinted = hintTest(props);
  const title = field === "type" ? t("action_type") : fieldName(texts, field);
  const take = (target: Target) =>
    choose(session, actions, toggleTarget(actions, state.chosen, target) ?? state.chosen);
  return (
    <div class="facet" role="group" aria-label={title}>
      <h3 class="choice-title">{title}</h3>
      <p class="chips">
        {choices.map((choice) => (
          <button
            type="button"
            key={`facet-${targetKey(choice.target)}`}
            class={`chip legal ${hinted(choice.target) ? "hinted" : ""}`}
            onClick={() => take(choice.target)}
          >
            {choiceLabel(texts, remaining, choice)}
          </button>
        ))}
      </p>
    </div>
  );
}

/** Whether there are several types of actions, and all their units can be selected on the board. */
function isAllOffered(withUnits: ParsedAction[], offered: Offered["pairs"]) {
  const types = new Set(withUnits.map(({ action }) => action.type));
  return types.size > 1 && withUnits.every((each) => isOnBoard(each, offered));
}

function choiceLabel(texts: GameTexts, remaining: ParsedAction[], { field, value, key }: FieldChoice) {
  const type = remaining[0].action.type;
  if (field === "type") return typeLabel(texts, String(value));
  if (value === true) return fieldName(texts, field);
  if (key === undefined) return texts.valueText("action", type, field, value);
  const kind = texts.kindOf("action", type, field, true);
  return kind ? texts.name(kind, key) : toWords(key);
}

/** Whether the board offers a choice, by the name of its field or by its kind. */
function isOffered(
  texts: GameTexts,
  offered: Offered["pairs"],
  remaining: ParsedAction[],
  { field, value, key }: FieldChoice,
) {
  if (field === "type") return false;
  const type = remaining[0].action.type;
  const kinds = [field, texts.kindOf("action", type, field, key !== undefined), texts.kindOf("action", type, field)];
  return kinds.some((kind) => kind && offered.has(`${kind}=${key ?? value}`));
}

/** All legal actions by type, as sentences. */
function AllActions(props: RemainingProps) {
  const { remaining, texts } = props;
  const [isOpen, setOpen] = useState(false);
  const types = isOpen ? [...new Set(remaining.map(({ action }) => action.type))] : [];
  const some = remaining.slice(0, MOST_SENTENCES);
  return (
    <details class="all" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("show_all_moves", { count: remaining.length })}</summary>
      {types.map((type) => (
        <ActionList
          {...props}
          key={type}
          title={typeLabel(texts, type)}
          remaining={some.filter(({ action }) => action.type === type)}
        />
      ))}
      {remaining.length > MOST_SENTENCES ? <p class="faint">{t("narrow_first")}</p> : null}
    </details>
  );
}
