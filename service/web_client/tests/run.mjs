/** Bundles the tests of this folder and runs them with Node's test runner: `make client-check`. */

import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const out = await mkdtemp(join(HERE, "../node_modules/.tests-"));
const tests = (await readdir(HERE)).filter((name) => name.endsWith(".test.ts"));
await build({
  absWorkingDir: HERE,
  entryPoints: tests,
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  sourcemap: "inline",
  jsx: "automatic",
  jsxImportSource: "preact",
  alias: { "@bottega/client": join(HERE, "../../../openapi/clients/typescript") },
  define: { STYLE_URLS: "{}", "import.meta.url": JSON.stringify("http://localhost/table/main.js") },
  logLevel: "warning",
});
const files = tests.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit" });
await rm(out, { recursive: true });
process.exit(status ?? 1);
