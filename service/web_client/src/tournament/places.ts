/** Places of standings as texts: entrants who share places have a range, such as "3–4". */

/** What has a place. */
type Placed = { place: number };

/** Return the text of a place among standings: "3–4" if two share it, else "3". */
export function placeText({ place }: Placed, standings: readonly Placed[]) {
  const sharing = standings.filter((each) => each.place === place).length;
  return sharing > 1 ? `${place}–${place + sharing - 1}` : String(place);
}

/** A step of the podium with all who share it. */
export type Step<Row extends Placed> = { place: number; label: string; rows: Row[] };

const STEPS = 3;

/** Return the steps of the podium from the first; none without a first place. */
export function podiumSteps<Row extends Placed>(standings: readonly Row[]): Step<Row>[] {
  if (standings[0]?.place !== 1) return [];
  const places = [...new Set(standings.map(({ place }) => place).filter((place) => place <= STEPS))];
  return places.map((place) => ({
    place,
    label: placeText({ place }, standings),
    rows: standings.filter((each) => each.place === place),
  }));
}
