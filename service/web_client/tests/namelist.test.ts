import { deepEqual } from "node:assert/strict";
import { test } from "node:test";
import { listOf } from "../src/season/nextlist";
import { readNames } from "../src/tournament/namelist";

test("a list has one name a line, without empty lines and numbers before the names", () => {
  deepEqual(readNames("\uFEFFAda\r\n\n 2) Bruno \n3. Smith, Ann\r"), [
    { name: "Ada" },
    { name: "Bruno" },
    { name: "Smith, Ann" },
  ]);
});

test("rows of a spreadsheet have a name, a rating and an ID in any order", () => {
  deepEqual(readNames("Name\tRating\nAda\t1500\nJan\tNovák\t1400\npl_0a1b\tBruno"), [
    { name: "Ada", rating: 1500 },
    { name: "Jan Novák", rating: 1400 },
    { name: "Bruno", player: "pl_0a1b" },
  ]);
});

test("a file separates by semicolons or commas, and quotes what contains them", () => {
  deepEqual(readNames('name,rating\nAda,1500\n"Smith; Ann";1400\npl_0a1b,1300'), [
    { name: "Ada", rating: 1500 },
    { name: "Smith; Ann", rating: 1400 },
    { player: "pl_0a1b", rating: 1300 },
  ]);
});

test("a team stands in brackets, or in a column", () => {
  deepEqual(readNames("1. Ada [Rooks]\nBruno [Blue Bishops]; 1500\n[Rooks]"), [
    { name: "Ada", team: "Rooks" },
    { name: "Bruno", rating: 1500, team: "Blue Bishops" },
    { name: "[Rooks]" },
  ]);
  deepEqual(readNames("Name\tTeam\tBoard\tRating\nAda\tRooks\t1\t1500\nBruno\t\t\t1400\nCyril\tRooks\tfirst"), [
    { name: "Ada", rating: 1500, team: "Rooks", board: 1 },
    { name: "Bruno", rating: 1400 },
    { name: "Cyril", team: "Rooks" },
  ]);
  deepEqual(readNames('jméno,družstvo\n"Nová, Jana",Věže\npl_0a1b,Věže'), [
    { name: "Nová, Jana", team: "Věže" },
    { player: "pl_0a1b", team: "Věže" },
  ]);
});

test("ten thousand lines are read", () => {
  deepEqual(readNames("Ada\n".repeat(10_000)).length, 10_000);
});

test("the form reads the copied entrants of the next season, with their teams", () => {
  const player = "pl_0123456789abcdefghij";
  deepEqual(readNames(listOf([{ name: "Ada" }, { name: "Bo", player }])), [{ name: "Ada" }, { player }]);
  const entrants = [
    { name: "Ada", team: "Rooks", board: 1 },
    { name: "Bo", player, team: "Rooks" },
    { name: "Greta", level: "greedy" },
  ];
  deepEqual(readNames(listOf(entrants)), [
    { name: "Ada", team: "Rooks", board: 1 },
    { player, team: "Rooks" },
  ]);
});
