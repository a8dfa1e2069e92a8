/**
 * Builds the web client from `src` into `built`, which the service delivers. `make client` runs it.
 *
 * The names of scripts and style sheets contain a hash of their content, so that browsers keep them for ever and a page
 * never mixes the modules of two versions. `index.html`, `widget.html` and the service worker have fixed names and list
 * the hashed ones.
 */

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const OUT = resolve(process.argv[2] ?? join(HERE, "built"));
const URL_PREFIX = "/table/";
const HASHED = { entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]", assetNames: "[name]-[hash]" };
/** Style sheets that a screen loads when it is opened. */
const LATER_STYLES = ["howto", "lesson", "plain", "print", "screens", "tournament", "venue"];
/** The texts that a page loads at once. */
const FIRST_WORDS = "src/words/page";
/** The modules that `onResolve` does not see: a pattern imports the boards, and the import map of a page names the kits. */
const UNSEEN = /\/(boards\/\w+\/board\.tsx|kit\/kit-\d+\.ts)$/;
/** The module that each page starts with, and the style sheets in its head. The widget starts with what `main` loads later. */
const PAGES = {
  index: { entry: "src/main.tsx", styles: ["page"] },
  widget: { entry: "src/widget.tsx", styles: ["page", "screens"] },
};

/**
 * Lets every module that a page loads later import the page's own modules first.
 *
 * esbuild splits shared modules by the set of entry points that reach them: the page would load twenty small files.
 * With this all entry points reach the same modules, which become one file.
 */
const oneCore = (core) => ({
  name: "one-core",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || path.includes("/words/") || pluginData === "resolved") return undefined;
      const found = await resolve(path, { kind, resolveDir, pluginData: "resolved" });
      return { path: relative(HERE, found.path), namespace: "later" };
    });
    onLoad({ filter: UNSEEN }, async ({ path }) => ({
      contents: `import "./${relative(dirname(path), join(HERE, core))}";\n${await readFile(path, "utf8")}`,
      loader: path.endsWith("x") ? "tsx" : "ts",
    }));
    onLoad({ filter: /./, namespace: "later" }, ({ path }) => ({
      contents: `import "./${core}";\nexport * from "./${path}";\n`,
      resolveDir: HERE,
    }));
  },
});

const common = {
  absWorkingDir: HERE,
  outdir: OUT,
  bundle: true,
  minify: true,
  metafile: true,
  nodePaths: [join(HERE, "node_modules")],
  legalComments: "none",
  alias: { "@bottega/client": join(HERE, "../../openapi/clients/typescript") },
  charset: "utf8",
  target: ["es2022", "safari16"],
  logLevel: "warning",
};

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
await cp(join(HERE, "public"), OUT, { recursive: true });
await writeFile(
  join(OUT, "LICENSES.txt"),
  (await Promise.all(["htm", "preact", "qrcode-generator"].map(licence))).join("\n"),
);

const styles = await build({
  ...common,
  ...HASHED,
  entryPoints: ["page", ...LATER_STYLES].map((name) => `styles/${name}.css`),
});
const styleOf = Object.fromEntries(
  Object.entries(urlsByEntry(styles.metafile.outputs)).map(([entry, url]) => [basename(entry, ".css"), url]),
);

/** The modules of the kit that the boards of packages import, by their version. */
const KITS = Object.fromEntries(
  (await readdir(join(HERE, "src/kit")))
    .map((file) => file.match(/^kit-(\d+)\.ts$/))
    .filter(Boolean)
    .map(([file, version]) => [version, `src/kit/${file}`]),
);

/** Build the scripts of a page, and return their description. */
const buildPage = (entry) =>
  build({
    ...common,
    ...HASHED,
    entryPoints: [entry, ...Object.values(KITS)],
    format: "esm",
    splitting: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    define: Object.fromEntries(LATER_STYLES.map((name) => [`STYLE_URLS.${name}`, JSON.stringify(styleOf[name])])),
    plugins: [oneCore(entry)],
  });

const outputs = {};
for (const [page, { entry, styles: names }] of Object.entries(PAGES)) {
  const { metafile } = await buildPage(entry);
  outputs[page] = await withoutBareEntry(metafile.outputs, entry);
  const script = scriptWith(entry, metafile.outputs);
  const template = await readFile(join(HERE, "src", `${page}.html`), "utf8");
  const head = [
    ...names.map((name) => `<link rel="stylesheet" href="${styleOf[name]}">`),
    ...staticImports(script, metafile.outputs).map((url) => `<link rel="modulepreload" href="${url}">`),
    `<script type="module" src="${script}"></script>`,
  ];
  const filled = template
    .replace("<!-- kits -->", importMap(urlsByEntry(metafile.outputs)))
    .replace("<!-- files -->", head.join("\n    "));
  await writeFile(join(OUT, `${page}.html`), filled);
}
const scriptOf = urlsByEntry(outputs.index);
const words = Object.fromEntries(
  (await readdir(join(HERE, FIRST_WORDS))).map((file) => [basename(file, ".ts"), scriptOf[`${FIRST_WORDS}/${file}`]]),
);

const kits = Object.fromEntries(
  Object.entries(KITS).map(([version, module]) => [version, exportsOf(outputs.index, module)]),
);

// offline pages need no widget: it shows the games of others
const files = Object.keys({ ...outputs.index, ...styles.metafile.outputs })
  .map(urlOf)
  .sort();
const version = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 12);
await build({
  ...common,
  entryPoints: ["src/serviceworker.ts"],
  entryNames: "[name]",
  format: "iife",
  define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(version) },
});
await writeFile(join(OUT, "manifest.json"), `${JSON.stringify({ version, words, styles: styleOf, kits }, null, 2)}\n`);

/** Return the licence of a package whose code the scripts contain. */
async function licence(name) {
  const folder = join(HERE, "node_modules", name);
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
  return `${name}\n\n${file ? await readFile(join(folder, file), "utf8") : JSON.parse(await readFile(join(folder, "package.json"))).license}`;
}

/** Return the URLs of the files by the entry point that each was built from. */
function urlsByEntry(outputs) {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint);
  return Object.fromEntries(entries.map(([file, { entryPoint }]) => [entryPoint, urlOf(file)]));
}

/** Remove the file of a page's entry point if it only imports the script that all entry points share. */
async function withoutBareEntry(outputs, entry) {
  const file = Object.keys(outputs).find((each) => outputs[each].entryPoint === entry);
  if (outputs[file].inputs[entry]) return outputs;
  await rm(join(HERE, file));
  const { [file]: _, ...others } = outputs;
  return others;
}

/** Return the element that names the kits to the boards of packages: `bottega/kit-1`. */
function importMap(urlOfEntry) {
  const imports = Object.entries(KITS).map(([version, module]) => [`bottega/kit-${version}`, urlOfEntry[module]]);
  return `<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(imports) })}</script>`;
}

/** Return the names that an entry point exports, in alphabetical order. */
function exportsOf(outputs, module) {
  return Object.values(outputs)
    .find(({ entryPoint }) => entryPoint === module)
    .exports.sort();
}

/** Return the URL of the script that contains a module. */
function scriptWith(module, outputs) {
  return urlOf(Object.keys(outputs).find((file) => outputs[file].inputs[module]));
}

/** Return the URLs of the scripts that a script imports at once, directly or through others. */
function staticImports(url, outputs, found = new Set()) {
  const { imports } = Object.entries(outputs).find(([file]) => urlOf(file) === url)[1];
  for (const { path, kind } of imports) {
    if (kind !== "import-statement" || found.has(urlOf(path))) continue;
    found.add(urlOf(path));
    staticImports(urlOf(path), outputs, found);
  }
  return [...found].sort();
}

function urlOf(file) {
  return URL_PREFIX + relative(OUT, join(HERE, file));
}
