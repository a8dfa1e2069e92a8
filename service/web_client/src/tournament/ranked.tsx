/** What the tables of a tournament share: a frame that scrolls, and the cells of place, name and points. */

import type { ComponentChildren } from "preact";
import { currentLanguage, tournamentText as t } from "../i18n";
import { formatNumber } from "./model";

/** `labelledby`: the id of the heading. */
type RankedTableProps = { labelledby: string; caption: string; kind?: string; children: ComponentChildren };

/** A table that scrolls where the screen is narrow. */
export const RankedTable = ({ labelledby, caption, kind = "", children }: RankedTableProps) => (
  <div class="scroll-frame" tabIndex={0} role="group" aria-labelledby={labelledby}>
    <table class={`cup-data ${kind}`}>
      <caption class="hidden">{caption}</caption>
      {children}
    </table>
  </div>
);

/** The titles of the columns of place and name. */
export const RankHeads = () => (
  <>
    <th scope="col">
      <abbr title={t("place")}>#</abbr>
    </th>
    <th scope="col">{t("name")}</th>
  </>
);

/** `children`: what is to know of the entrant besides the name. */
type RankCellsProps = { place: string; name: string; children?: ComponentChildren };

/** The cells of the place and the name. */
export const RankCells = ({ place, name, children }: RankCellsProps) => (
  <>
    <td>
      <span class="cup-place">{place}</span>
    </td>
    <th scope="row">
      <bdi>{name}</bdi>
      {children}
    </th>
  </>
);

/** The cell of the points. */
export const PointsCell = ({ points }: { points: number }) => (
  <td>
    <strong>{formatNumber(points, currentLanguage())}</strong>
  </td>
);
