import { readFileSync } from "node:fs";
import { PoolPageFromJSON, PoolPageToJSON } from "./client";
import { isKnown } from "./known";

const page = PoolPageFromJSON(JSON.parse(readFileSync(process.argv[2], "utf-8")));
console.log(page.pools.filter((pool) => !isKnown(pool)).length);
console.log(JSON.stringify(PoolPageToJSON(page)));
