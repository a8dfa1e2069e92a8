/** The terms of a seek: what a player can choose, how they are sent, and how they read. */

import { currentLanguage, screenText as t } from "../i18n";
import type { Answer, Given } from "../routes";
import type { Terms } from "../terms";
import { CLOCK_NAMES, CLOCKS, termsBody, USUAL } from "../terms";
import { formatNumber } from "../tournament/model";
import type { RulesetSummary } from "../types";

export type SeekRequest = Given<"POST /seeks">["body"];
export type Seek = NonNullable<Answer<"GET /seeks">["seeks"]>[number];
/** The seeks of all players with the same terms. */
export type WaitingSeek = Answer<"GET /seeks">["waiting_seeks"][number];

/** `near`: opponents about as strong as the player. */
export const STRENGTHS = ["any", "near"] as const;
export type Strength = (typeof STRENGTHS)[number];
const NEAR_POINTS = 200;
/** A page that was closed leaves its seek for this time at most. */
const SECONDS = 150;

export type Wish = { seats: number[]; clock: Terms["clock"]; strength: Strength; rated: boolean };

/** Return the body of `createSeek` for a wish. Strangers undo by agreement. */
export function seekBody(ruleset: RulesetSummary, { seats, clock, strength, rated }: Wish): SeekRequest {
  const range = { below: NEAR_POINTS, above: NEAR_POINTS };
  const { presence: _, ...terms } = termsBody({ ...USUAL, clock, undo: "consent", rated }, ruleset);
  return {
    ruleset: ruleset.ruleset,
    seats,
    expires_in: SECONDS,
    ...terms,
    ...(strength === "near" ? { rating_range: range } : {}),
  };
}

/** Return the terms that all seeks of a kind share. */
function sharedTerms(seek: Seek | WaitingSeek) {
  const own = ["seek", "status", "seats", "created_at", "rating_range", "expires_at", "game_id", "seat", "table_sizes"];
  const shared = Object.entries(seek).filter(([name]) => !own.includes(name));
  return Object.fromEntries(shared.sort(([one], [other]) => one.localeCompare(other)));
}

const kindOf = (seek: Seek | WaitingSeek) => JSON.stringify(sharedTerms(seek));

/** Return the body that creates the same seek again, or one that matches. */
export function sameBody(seek: Seek | WaitingSeek, seats: readonly number[]): SeekRequest {
  const range = "rating_range" in seek && seek.rating_range ? { rating_range: seek.rating_range } : {};
  return { ruleset: seek.ruleset, ...sharedTerms(seek), ...range, seats: [...seats], expires_in: SECONDS };
}

/** Return the seeks of other players. */
export function seeksOfOthers(all: readonly WaitingSeek[], own: readonly Seek[]) {
  return all.flatMap((each) => {
    const mine = own.filter((seek) => seek.status === "waiting" && kindOf(seek) === kindOf(each));
    const sizes = each.table_sizes
      .map(({ seats, waiting, ratings }) => ({
        seats,
        ratings,
        waiting: waiting - mine.filter((seek) => seek.seats.some((size) => size === seats)).length,
      }))
      .filter(({ waiting }) => waiting > 0);
    return sizes.length ? [{ seek: each, sizes }] : [];
  });
}

/** Describe the ratings that waiting players accept; empty for any rating. */
export function ratingsOf(sizes: Pick<WaitingSeek["table_sizes"][number], "ratings">[]): string[] {
  const lowest = Math.min(...sizes.map(({ ratings }) => ratings?.lowest ?? Number.NEGATIVE_INFINITY));
  const highest = Math.max(...sizes.map(({ ratings }) => ratings?.highest ?? Number.POSITIVE_INFINITY));
  const hasBoth = Number.isFinite(lowest) && Number.isFinite(highest);
  if (!Number.isFinite(lowest) && !Number.isFinite(highest)) return [];
  const one = Number.isFinite(lowest) ? "lowest" : "highest";
  return [t("seek_ratings", { limits: hasBoth ? "both" : one, lowest, highest })];
}

/** Describe the terms of a seek in a few words each. */
export function describe(seek: Seek | WaitingSeek, seats: readonly number[]): string[] {
  const clock = clockName(seek.clock);
  const time = clock === undefined ? otherClock(seek.clock) : t("terms_clock_named", { value: clock || "none" });
  return [
    listPlayers(seats),
    time,
    ...("rating_range" in seek && seek.rating_range ? [t("seek_strength_named", { value: "near" })] : []),
    ...(seek.rated ? [t("terms_rated")] : []),
  ];
}

/** Describe a time control that this page does not offer. */
function otherClock(clock: Seek["clock"]) {
  const { kind, days, seconds } = { kind: "", days: 0, seconds: 0, ...clock };
  return t("clock_fact", { kind, minutes: formatNumber(seconds / 60, currentLanguage(), 0), days });
}

function listPlayers(seats: readonly number[]) {
  const list = new Intl.ListFormat(currentLanguage(), { type: "disjunction" }).format(seats.map(String));
  return t("players_listed", { list, count: Math.max(...seats) });
}

/** Return the name of a time control; undefined if the page does not offer it. */
const clockName = (clock: object | undefined) =>
  CLOCK_NAMES.find((each) => JSON.stringify(sorted(CLOCKS[each])) === JSON.stringify(sorted(clock)));

const sorted = (clock: object | undefined) => Object.entries(clock ?? {}).sort();
