/** The pending request to undo moves: who has sent it, and how the others agree or decline. */

import { Notice } from "./components";
import type { Send } from "./controls";
import { screenText as t } from "./i18n";
import type { GameProps } from "./store";

type UndoProps = Pick<GameProps, "state" | "view" | "texts"> & { send: Send };

export function UndoRequest({ state: { undo, seat }, view, texts, send }: UndoProps) {
  const { offer, at, isDeclined } = undo;
  if (isDeclined && at === view.version) return <Notice text={t("undo_declined")} />;
  if (!offer || seat === null) return null;
  const given = { name: texts.name("seat", offer.seat), count: view.version - offer.to };
  if (offer.seat === seat)
    return (
      <Notice text={t("undo_waits")}>
        <button type="button" class="quiet" onClick={() => send("decline")}>
          {t("withdraw_undo")}
        </button>
      </Notice>
    );
  return (
    <Notice text={t("undo_offered", given)}>
      {offer.agreed.includes(seat) ? null : (
        <button type="button" class="primary" onClick={() => send("undo", offer.to)}>
          {t("agree")}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => send("decline")}>
        {t("decline")}
      </button>
    </Notice>
  );
}
