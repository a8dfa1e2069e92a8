/** The screen between two players on one device: it hides the private data of the first until the second is ready. */

import { useEffect, useRef } from "preact/hooks";
import { initial } from "./bidi";
import { seatClass } from "./components";
import { screenText as t } from "./i18n";

type Props = { colours: Record<string, string>; name: string; seat: number; onReady: () => void };

export function Hotseat({ colours, name, seat, onReady }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <section class={`hotseat ${seatClass(seat)}`} style={colours}>
      <span class="disc huge" aria-hidden="true">
        {initial(name)}
      </span>
      <h1>{t("hand_over", { name })}</h1>
      <p>{t("hand_over_more", { name })}</p>
      <button type="button" ref={button} class="primary big" onClick={onReady}>
        {t("i_am", { name })}
      </button>
    </section>
  );
}
