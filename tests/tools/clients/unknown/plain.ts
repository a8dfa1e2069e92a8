import { readFileSync } from "node:fs";
import { isKnown } from "./known";
import type { PoolPage } from "./page";

const page: PoolPage = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(page.pools.filter((pool) => !isKnown(pool)).length);
console.log(JSON.stringify(page));
