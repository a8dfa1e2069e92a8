/** The bracket of a knock-out, rounds from left to right. Each match is level with its source matches. */

import { call } from "../api";
import { isolateRtl } from "../bidi";
import { useFetch } from "../components";
import { currentLanguage, tournamentText as t } from "../i18n";
import type { BracketRound, BracketSlot, BracketSource, Tournament } from "../types";
import type { PlacedMatch, UpcomingMatch, Winner } from "./layout";
import { BOX, layOut, layOutAhead, SLOT } from "./layout";
import { formatNumber } from "./model";
import type { ShownProps } from "./page";

const LONGEST_NAME = 14;
/** The number of letters of a source and the name after it, and the least of that name. */
const LONGEST_SOURCE = 21;
const LEAST_NAME = 8;
/** The number of letters of points beside which a name of the greatest length fits. */
const SHORT_POINTS = 4;
const HEAD = 34;

/** Number of matches of the first round on a page of a large screen, and of columns. */
export const PAGE_OF_MATCHES = 4;
const PAGE_OF_COLUMNS = 3;
const MATCH_HEIGHT = 2 * SLOT + 14;

/** Whether the present stage or a later one is a knock-out. */
export const hasBracket = ({ stages, stage = 0 }: Tournament) =>
  stages.slice(stage).some(({ format }) => format.endsWith("knockout"));

/** The bracket of a tournament with a knock-out that is played or follows. */
export function Bracket(props: ShownProps) {
  return hasBracket(props.data.tournament) ? <KnownBracket {...props} /> : null;
}

function KnownBracket({ data: { tournament }, account }: ShownProps) {
  const { tournament: id, version } = tournament;
  const { value } = useFetch(
    () => call("GET /tournaments/{tournament}/bracket", { tournament: id }, { token: account.key }),
    [id, version, account.key],
  );
  const isComing = tournament.status !== "cancelled" && value?.ahead?.length;
  if (!value?.rounds.length && !isComing) return null;
  return (
    <section class="card cup-bracket" aria-labelledby="bracket-title">
      <h2 id="bracket-title">{t("bracket")}</h2>
      <div class="scroll-frame" tabIndex={0} role="group" aria-labelledby="bracket-title">
        <BracketDrawing {...value} />
      </div>
      {mayExchange(tournament, value.ahead) ? <p class="faint">{t("bracket_ahead_note")}</p> : null}
    </section>
  );
}

/** Whether entrants of a first round that is not paired can exchange places. */
const mayExchange = ({ keep_apart: apart }: Tournament, ahead?: BracketSource[][]) =>
  Boolean(ahead && (apart || ahead.flat().some(({ kind }) => kind === "group_place")));

type BracketDrawingProps = {
  rounds: BracketRound[];
  fixed: boolean;
  /** The sources of the matches of the first round, if it is not paired. */
  ahead?: BracketSource[][];
  stage: number;
  page?: number;
};

/** The drawing of a bracket, or a page of it that is large enough for a distant screen. */
export function BracketDrawing({ rounds, fixed: isFixed, ahead, stage, page }: BracketDrawingProps) {
  const { columns, matches, upcoming, connections, width, bottom, lower } = ahead
    ? layOutAhead(ahead, isFixed, stage)
    : layOut(rounds, isFixed);
  const size =
    page === undefined
      ? { viewBox: `0 0 ${width} ${bottom + HEAD}`, width, height: bottom + HEAD }
      : { class: "bracket-page", viewBox: pageBox(page, width, bottom) };
  return (
    <svg {...size} role="img" aria-label={inWords(matches, ahead)}>
      {columns.map(({ x, count, round }, index) => (
        <text key={`head-${index}`} class="bracket-head" x={x} y={16 + (page ?? 0) * PAGE_OF_MATCHES * MATCH_HEIGHT}>
          {roundTitle(isFixed, count, round)}
        </text>
      ))}
      <g transform={`translate(0 ${HEAD})`}>
        {lower === undefined ? null : (
          <text class="bracket-head" x="1" y={lower - 10}>
            {t("bracket_part", { part: "losers" })}
          </text>
        )}
        {connections.map((connection, index) => (
          <path
            key={`way-${index}`}
            class={`bracket-connection ${connection.style}`}
            d={`M${connection.x} ${connection.y}C${(connection.x + connection.toX) / 2} ${connection.y} ${(connection.x + connection.toX) / 2} ${connection.toY} ${connection.toX} ${connection.toY}`}
          />
        ))}
        {matches.map((placed) => (
          <Match {...placed} key={placed.key} />
        ))}
        {upcoming.map((match, index) => (
          <Upcoming key={`open-${index}`} {...match} />
        ))}
      </g>
    </svg>
  );
}

/** Return the part of the drawing that a page shows. */
function pageBox(page: number, width: number, bottom: number) {
  const height = Math.min(PAGE_OF_MATCHES * MATCH_HEIGHT, bottom);
  const columns = PAGE_OF_COLUMNS * (BOX + 44);
  return `0 ${page * PAGE_OF_MATCHES * MATCH_HEIGHT} ${Math.min(width, columns)} ${height + HEAD}`;
}

/** Return the title of a round.  @param count number of matches */
const roundTitle = (isFixed: boolean, count: number, round?: number) => {
  if (isFixed && [1, 2, 4].includes(count)) return t("bracket_round", { count });
  return round === undefined ? "" : t("round_number", { round });
};

/** A match whose entrants are still to be decided: each place names the source of its entrant. */
function Upcoming({ x, y, winners }: UpcomingMatch) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="bracket-open" width={BOX} height={winners.length * SLOT} rx="8" />
      {winners.map((winner, at) => (
        <text
          key={winner.number}
          class={`bracket-name ${winner.name ? "" : "waiting"}`}
          x="12"
          y={at * SLOT + SLOT / 2 + 5}
        >
          {placeholder(winner)}
        </text>
      ))}
    </g>
  );
}

/** Return the name of a winner, or where it comes from. */
function placeholder({ name, source, ...match }: Winner) {
  if (name) return isolateRtl(shorten(name));
  return source ? sourceInWords(source) : t("winner_of", match);
}

/** Return a source, with its present entrant. */
function sourceInWords({ kind, number, name }: BracketSource, isWhole = false) {
  const ordinal = new Intl.PluralRules(currentLanguage(), { type: "ordinal" }).select(number);
  const source = t("bracket_source", { kind, number, ordinal });
  if (!name) return source;
  const shown = isWhole ? name : shorten(name, Math.max(LEAST_NAME, LONGEST_SOURCE - source.length));
  return `${source} (${isolateRtl(shown)})`;
}

function Match({ x, y, match }: Omit<PlacedMatch, "key">) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="bracket-box" width={BOX} height={match.slots.length * SLOT} rx="8" />
      {match.slots.map((slot, at) => (
        <Slot key={slot.entrant} slot={slot} at={at} isBye={!match.table} />
      ))}
    </g>
  );
}

/** `at`: the position from the top. */
type SlotProps = { slot: BracketSlot; at: number; isBye: boolean };

function Slot({ slot, at, isBye }: SlotProps) {
  const middle = at * SLOT + SLOT / 2 + 5;
  const points = isBye ? t("bye") : pointsOf(slot);
  return (
    <>
      {at ? <path class="bracket-line" d={`M0 ${at * SLOT}H${BOX}`} /> : null}
      {slot.advances ? <rect class="bracket-mark" x="0" y={at * SLOT + 4} width="4" height={SLOT - 8} rx="2" /> : null}
      <text class={`bracket-name ${styleOf(slot)}`} x="12" y={middle}>
        {isolateRtl(shorten(slot.name, LONGEST_NAME - Math.max(0, points.length - SHORT_POINTS)))}
      </text>
      <text class={`bracket-name ${slot.advances ? "on" : "out"}`} x={BOX - 10} y={middle} text-anchor="end">
        {points}
      </text>
    </>
  );
}

/** Return the class of a name: of a winner, of a loser, or of an entrant whose match runs. */
function styleOf({ advances, place }: BracketSlot) {
  if (advances) return "on";
  return place ? "out" : "";
}

/** Return the score of a series, or else the points, once there is a result. */
const pointsOf = ({ place, points, score }: BracketSlot) =>
  place || points || score ? formatNumber(score ?? points, currentLanguage()) : "";

const shorten = (name: string, most = LONGEST_NAME) =>
  name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;

/** Describe the bracket in words. */
function inWords(matches: PlacedMatch[], ahead: BracketSource[][] = []) {
  const nameOf = ({ advances, name }: BracketSlot) =>
    advances ? `${isolateRtl(name)} (${t("won")})` : isolateRtl(name);
  const lines = matches.map(
    ({ match: { round, slots } }) => `${t("round_number", { round })}: ${slots.map(nameOf).join(" – ")}`,
  );
  const expected = ahead.map((sources) => sources.map((each) => sourceInWords(each, true)).join(" – "));
  return [t("bracket"), ...lines, ...expected].join(". ");
}
