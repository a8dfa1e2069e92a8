/** The question before an operation that ends the game for the player. */

import { Dialog } from "./components";
import type { Send } from "./controls";
import { screenText as t } from "./i18n";
import { givenUp } from "./log";
import type { GameProps } from "./store";
import { verdict } from "./verdict";

/** An operation that the player must confirm. */
export type Confirmed = "resign" | "abort";

type ConfirmationProps = GameProps & { operation: Confirmed; close: () => void; send: Send };

export function Confirmation({ operation, close, send, ...props }: ConfirmationProps) {
  return (
    <Dialog title={t(operation)} kind="narrow" close={close}>
      <div class="stack">
        <p>{noteOf(operation, props)}</p>
        <p class="row end">
          <button type="button" class="quiet" onClick={close}>
            {t("back")}
          </button>
          <button type="button" class="primary" onClick={() => send(operation)}>
            {t(operation)}
          </button>
        </p>
      </div>
    </Dialog>
  );
}

/** Say what an operation does. A resignation that leaves one seat or team ends the game; all lose if they are one team. */
function noteOf(operation: Confirmed, { state: { log, seat: own }, view, texts }: GameProps) {
  if (operation === "abort") return t("abort_note");
  const left = view.seats.filter(({ seat }) => seat !== own && !givenUp(log, seat));
  const { teams } = view;
  if (!teams) return t("resign_note", { left: left.length, name: texts.name("seat", left[0]?.seat ?? 0) });
  const isTogether = new Set(teams).size === 1;
  const remaining = isTogether ? left.length : new Set(left.map(({ seat }) => teams[seat])).size;
  if (remaining > 1) return t("resign_note", { left: remaining, name: "" });
  const winners = isTogether ? [] : left.map(({ seat }) => seat);
  const end = verdict(
    texts,
    view.seats.map(({ seat }) => ({ seat, team: teams[seat] })),
    winners,
  );
  return t("resign_end", { end });
}
