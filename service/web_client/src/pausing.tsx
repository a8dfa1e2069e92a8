/** Pauses of the clocks: how long, what the others request, and how a player ends a pause. */

import { useState } from "preact/hooks";
import { duration, pauseLeft, useTicks, vacationsOf } from "./clock";
import { Dialog, Notice } from "./components";
import type { Send } from "./controls";
import { screenText as t } from "./i18n";
import type { GameProps } from "./store";

type PauseProps = Pick<GameProps, "state" | "view" | "texts"> & { send: Send };

/** The lengths to choose from, in hours; 0 for a pause until a player continues. */
const HOURS = [0, 1, 24, 72, 168, 336];

/** The requested or running pause. */
export function Pause({ state: { seat }, view: { pause }, texts, send }: PauseProps) {
  const left = pauseLeft(pause);
  useTicks(left > 0 && left < Number.POSITIVE_INFINITY);
  if (!pause || seat === null) return null;
  if (pause.status === "paused") return left > 0 ? <Running left={left} send={send} /> : null;
  const hours = pause.hours ?? 0;
  const hasAgreed = pause.agreed.includes(seat);
  const text =
    pause.seat === seat ? t("pause_waits") : t("pause_offered", { name: texts.name("seat", pause.seat), hours });
  return (
    <Notice text={text}>
      {hasAgreed ? null : (
        <button type="button" class="primary" onClick={() => send("pause", hours)}>
          {t("agree")}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => send("decline_pause")}>
        {t(pause.seat === seat ? "withdraw_undo" : "decline")}
      </button>
    </Notice>
  );
}

function Running({ left, send }: { left: number; send: Send }) {
  const isOpen = left === Number.POSITIVE_INFINITY;
  return (
    <Notice text={isOpen ? t("pause_open") : t("pause_runs", { time: duration(left) })}>
      <button type="button" class="primary" onClick={() => send("resume")}>
        {t("pause_end")}
      </button>
    </Notice>
  );
}

/** Who is on vacation; a player can end their vacation in this game. */
export function Vacations({ state: { seat: own }, view, texts, send }: PauseProps) {
  useTicks(true);
  return (
    <>
      {vacationsOf(view).map(({ seat, left }) => (
        <Notice key={seat} text={t("vacation_runs", { name: texts.name("seat", seat), time: duration(left) })}>
          {seat === own && pauseLeft(view.pause) === 0 ? (
            <button type="button" class="quiet" onClick={() => send("resume")}>
              {t("pause_end")}
            </button>
          ) : null}
        </Notice>
      ))}
    </>
  );
}

/** The question how long a pause is. */
export function PauseLength({ close, send }: { close: () => void; send: Send }) {
  const [hours, choose] = useState(24);
  return (
    <Dialog title={t("pause_ask")} kind="narrow" close={close}>
      <div class="stack">
        <p>{t("pause_length_note")}</p>
        <label class="field">
          {t("pause_length")}
          <select value={hours} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
            {HOURS.map((each) => (
              <option key={each} value={each}>
                {t("pause_hours", { hours: each, days: each / 24 })}
              </option>
            ))}
          </select>
        </label>
        <p class="row end">
          <button type="button" class="quiet" onClick={close}>
            {t("back")}
          </button>
          <button type="button" class="primary" onClick={() => send("pause", hours)}>
            {t("pause_ask")}
          </button>
        </p>
      </div>
    </Dialog>
  );
}
