/** Reads a list of names: one a line, or rows of a table that was copied from a file or a spreadsheet. */

import type { Given } from "../routes";

export type ListedEntrant = Given<"POST /tournaments/{tournament}/entrants:batch">["body"]["entrants"][number];

const HEADINGS = ["name", "player", "rating", "jméno", "hráč", "nome", "giocatore", "имя", "игрок", "рейтинг"];
const TEAMS = ["team", "club", "tým", "družstvo", "klub", "oddíl", "squadra", "circolo", "команда", "клуб"];
const BOARDS = ["board", "pořadí", "šachovnice", "posto", "scacchiera", "номер", "доска"];
/** "Ada [Rooks]" */
const IN_BRACKETS = /^(.*\S)\s*\[([^[\]]+)\]$/;
const PLAYER = /^pl_[a-z0-9]+$/;
const RATING = /^\d{1,4}$/;
/** "1. Ada" and "2) Bruno" */
const NUMBERING = /^\d+[.)]\s+/;

/**
 * Return the entrants of a text. A line is a name, with a rating and the ID of a player in any order. The team stands in
 * brackets after the name, or in a column with a heading.
 */
export function readNames(text: string): ListedEntrant[] {
  const all = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const lines = all.map((line) => line.trim()).filter(Boolean);
  const columns = columnsOf(lines[0] ?? "");
  if (columns) return lines.slice(1).map((line) => inColumns(split(line, columns.separator), columns));
  const rows = lines.map(fieldsOf);
  return (rows.length && isHeading(rows[0]) ? rows.slice(1) : rows).map(entrantOf);
}

const isHeading = (fields: string[]) => fields.length > 1 && HEADINGS.includes(fields[0].toLowerCase());

type Columns = { separator: string; team: number; board: number };

/** Return the columns of teams and boards of a heading; undefined without teams. */
function columnsOf(line: string): Columns | undefined {
  const separator = ["\t", ";", ","].find((each) => line.includes(each)) ?? ",";
  const fields = split(line, separator).map((each) => each.toLowerCase());
  const team = fields.findIndex((each) => TEAMS.includes(each));
  if (!isHeading(fields) || team === -1) return undefined;
  return { separator, team, board: fields.findIndex((each) => BOARDS.includes(each)) };
}

function inColumns(fields: string[], { team, board }: Columns): ListedEntrant {
  const number = Number(fields[board]);
  return {
    ...entrantOf(fields.filter((_, at) => at !== team && at !== board)),
    ...(fields[team] ? { team: fields[team] } : {}),
    ...(number > 0 ? { board: number } : {}),
  };
}

/** Split a line at tabs or semicolons; at commas only before a rating or an ID, so that "Smith, Ann" is one name. */
function fieldsOf(line: string) {
  const separator = ["\t", ";"].find((each) => line.includes(each)) ?? ",";
  const fields = split(line.replace(NUMBERING, ""), separator);
  if (separator !== ",") return fields;
  const [heading] = fields;
  if (HEADINGS.includes(heading.toLowerCase())) return fields;
  const names = fields.filter((each) => !PLAYER.test(each) && !RATING.test(each));
  return [names.join(", "), ...fields.filter((each) => !names.includes(each))];
}

/** Split a row; a separator between quotation marks is part of the text. */
function split(line: string, separator: string) {
  const fields = [""];
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) fields.push("");
    else fields[fields.length - 1] += letter;
  }
  return fields.map((each) => each.trim());
}

function entrantOf(fields: string[]): ListedEntrant {
  const player = fields.find((each) => PLAYER.test(each));
  const rating = fields.find((each) => RATING.test(each));
  const name = fields.filter((each) => each && each !== player && each !== rating).join(" ");
  const [, alone, team] = IN_BRACKETS.exec(name) ?? [];
  if (team) return { ...entrantOf([alone, ...[player, rating].flatMap((each) => each ?? [])]), team };
  return { ...(name ? { name } : {}), ...(player ? { player } : {}), ...(rating ? { rating: Number(rating) } : {}) };
}
