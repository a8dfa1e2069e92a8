/** The notice above the generic board that replaces a board with an error. */

import { Notice } from "./components";
import { t } from "./i18n";

export const BoardFailure = ({ hasFailed }: { hasFailed: boolean }) =>
  hasFailed ? <Notice text={t("board_failed")} /> : null;
