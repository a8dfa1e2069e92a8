/** Parts of a board that are drawn small, and that the page shows enlarged: the sides of other players. */

import { t } from "../i18n";
import type { Box } from "./geometry";
import { inset } from "./geometry";

/** Distance of the focus frame from the part. */
const AWAY = 2;

/**
 * Mark a part of the drawing that the page enlarges under the mouse, after a tap, and with the Enter key. Draw the mark
 * below the part, so that everything in the part can still be selected.
 *   @param name of the part
 */
export const enlargeable = (name: string, box: Box) => (
  <g class="enlargeable" role="button" tabindex={0} aria-label={t("enlarge", { name })}>
    <rect {...box} fill="transparent" />
    <rect class="focus-frame" {...inset(box, -AWAY)} />
  </g>
);
