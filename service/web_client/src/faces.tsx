/** Small faces of the computer's characters: each is put together from a few shapes. */

const SKIN = ["#f3c9a4", "#e3ad82", "#c98b5f"];
const HAIR = ["#4a2c1a", "#8a4b20", "#d9a441", "#2b2320", "#a63d1e"];
const CLOTH = ["#7a1f2b", "#1f4e5f", "#4d5a26", "#5b3a73"];
const STYLES = [
  "M20 5c-9 0-13 6-13 15 0 6-1 9-2 13h30c-1-4-2-7-2-13 0-9-4-15-13-15z", // long
  "M20 6c-9 0-12 6-12 13v9h24v-9c0-7-3-13-12-13z", // to the chin
  "M20 7c-8 0-11 5-11 13h22c0-8-3-13-11-13z", // short
];
const HATS = [
  "",
  "M7 15c0-7 6-11 13-11s13 4 13 11c-6-3-20-3-26 0z", // cap
  "M11 14l2-11q7-3 14 0l2 11q-9-4-18 0z", // high hat
  "M20 3C9 3 6 11 6 20c0 6-1 10-2 14h7V18c1-5 4-7 9-7s8 2 9 7v16h7c-1-4-2-8-2-14 0-9-3-17-14-17z", // veil
];
const FRINGE = "M11 18c0-7 4-9 9-9s9 2 9 9c-3-4-6-5-9-5s-6 1-9 5z";
const BEARD = "M11 21c0 9 4 12 9 12s9-3 9-12c-2 5-5 5-9 5s-7 0-9-5z";

/** Skin, hair, style of the hair, hat, colour of the clothes, and 1 with a beard. */
const TRAITS: Record<string, string> = {
  ginevra: "010300",
  lapo: "100110",
  fiammetta: "040020",
  duccio: "012231",
  isotta: "231030",
  baccio: "133101",
  simonetta: "020010",
  nello: "211120",
  cosima: "100330",
  vanni: "042201",
  oretta: "013020",
  tito: "222011",
};

/** Whether a character has a face. */
export const hasFace = (id: string | undefined): id is string => id !== undefined && id in TRAITS;

/** The face of a character in a line of text; nothing for other players. */
export const SmallFace = ({ id }: { id?: string }) =>
  hasFace(id) ? (
    <span class="small-face">
      <Face id={id} />
    </span>
  ) : null;

export function Face({ id }: { id: string }) {
  const [skin, hair, style, hat, cloth, beard] = [...TRAITS[id]].map(Number);
  const fill = HAIR[hair];
  return (
    <svg class="face" viewBox="0 0 40 40" aria-hidden="true">
      <path d={STYLES[style % STYLES.length]} fill={fill} />
      <path d="M3 41c1-9 8-11 17-11s16 2 17 11z" fill={CLOTH[cloth]} />
      <path d="M16 28h8v4q-4 4-8 0zM11 19a9 11 0 0 0 18 0 9 10 0 0 0-18 0z" fill={SKIN[skin]} />
      <path d={FRINGE} fill={fill} />
      {beard ? <path d={BEARD} fill={fill} /> : null}
      <path d={HATS[hat]} fill={CLOTH[(cloth + 1) % CLOTH.length]} />
      <path d="M16.5 19.5v1M23.5 19.5v1M17.5 25.5q2.5 1.8 5 0" class="face-line" />
    </svg>
  );
}
