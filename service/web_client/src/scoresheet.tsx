/** The score sheet of a game: what scores, by seat, with the paragraphs of the rules. */

import type { GameTexts } from "@bottega/client/texts";
import { useState } from "preact/hooks";
import { seatClass } from "./components";
import { SmallFace } from "./faces";
import { screenText as t } from "./i18n";
import { levelName } from "./names";
import { Paragraph } from "./ruletexts";
import type { Result } from "./types";

type Outcome = Pick<Result, "seats" | "winners">;
type SeatOutcome = Outcome["seats"][number];
/** A row of the sheet: an item that scores, and the points of each seat. */
type Row = { item: string; paragraph: string; amounts: Map<number, number> };
type Seat = { level?: string; ai_player?: string };
/** `players`: who has each seat, by its number. */
type ScoreSheetProps = { result: Outcome; texts: GameTexts; players?: Seat[]; isLoading?: boolean };

export function ScoreSheet({ result, texts, players = [], isLoading = false }: ScoreSheetProps) {
  const [paragraph, show] = useState("");
  const seats = [...result.seats].sort((one, other) => one.rank - other.rank);
  const wonClass = (seat: number) => (result.winners.includes(seat) ? "won" : "");
  const rows = mergeRows(seats, "rows");
  const ties = mergeRows(seats, "tie_breaks");
  const placed = seats.filter(({ reason }) => !reason);
  const hasTie = placed.some(({ total }, index) => index && placed[index - 1].total === total);
  const line = (row: Row) => (
    <Line key={row.item} row={row} seats={seats} texts={texts} show={show} wonClass={wonClass} />
  );
  return (
    <>
      <div class="scroll-frame" tabIndex={0} role="group" aria-label={t("score_sheet")}>
        <table class="score-sheet">
          <caption class="hidden">{t("score_sheet")}</caption>
          <thead>
            <tr>
              <td></td>
              {seats.map((each) => (
                <th scope="col" key={each.seat} class={wonClass(each.seat)}>
                  <span class={`pip ${seatClass(each.seat)}`}>
                    <SmallFace id={players[each.seat]?.ai_player} />
                    <bdi>{texts.name("seat", each.seat)}</bdi>
                  </span>
                  <small>
                    {[levelOf(players[each.seat]), placeOf(each, result.winners, texts)].filter(Boolean).join(" · ")}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody aria-busy={isLoading}>
            {rows.filter(({ amounts }) => [...amounts.values()].some(Boolean)).map(line)}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("total")}</th>
              {seats.map(({ seat, total }) => (
                <td key={seat} class={wonClass(seat)}>
                  <strong>{total}</strong>
                </td>
              ))}
            </tr>
            {ties.length && hasTie ? (
              <>
                <tr>
                  <th scope="row" class="faint">
                    {t("tie_breaks")}
                  </th>
                  {seats.map(({ seat }) => (
                    <td key={seat}></td>
                  ))}
                </tr>
                {ties.map(line)}
              </>
            ) : null}
          </tfoot>
        </table>
      </div>
      {paragraph ? <Paragraph ruleset={texts.ruleset.ruleset} paragraph={paragraph} close={() => show("")} /> : null}
    </>
  );
}

const levelOf = (seat?: Seat) => (seat?.level ? levelName(seat.level) : "");

/** Return the place or team of a seat, with a star for the winners; or why it gave up. */
function placeOf({ seat, rank, reason, team }: SeatOutcome, winners: number[], texts: GameTexts) {
  if (reason) return t("gave_up_short", { reason });
  const place = team ? texts.name("team", team) : t("rank", { rank });
  return winners.includes(seat) ? `★\u00a0${place}` : place;
}

type LineProps = {
  row: Row;
  seats: SeatOutcome[];
  texts: GameTexts;
  show: (paragraph: string) => void;
  wonClass: (seat: number) => string;
};

/** The points of all seats for one item, with the paragraph of its rule. */
function Line({ row: { item, paragraph, amounts }, seats, texts, show, wonClass }: LineProps) {
  const name = texts.name("score_item", item);
  return (
    <tr>
      <th scope="row">
        <span>{name}</span>
        <button
          type="button"
          class="paragraph"
          aria-label={t("rule_of", { item: name, paragraph })}
          onClick={() => show(paragraph)}
        >
          {"§ "}
          {paragraph}
        </button>
      </th>
      {seats.map(({ seat }) => (
        <td key={seat} class={wonClass(seat)}>
          {`${amounts.get(seat) ?? "–"}`.replace("-", "−")}
        </td>
      ))}
    </tr>
  );
}

/** Merge the rows of all seats, ordered by their first appearance. */
function mergeRows(seats: SeatOutcome[], field: "rows" | "tie_breaks"): Row[] {
  const rows = new Map<string, Row>();
  for (const seat of seats) {
    for (const { item, paragraph, amount } of seat[field] ?? []) {
      const row = rows.get(item) ?? { item, paragraph, amounts: new Map() };
      row.amounts.set(seat.seat, amount);
      rows.set(item, row);
    }
  }
  return [...rows.values()];
}
