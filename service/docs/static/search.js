/** Searches all pages, operations and error codes; MiniSearch ranks what it finds. */
import MiniSearch from "./vendor/minisearch.js";

const MOST = 20;
const AROUND = 70;
const dialog = document.querySelector("dialog.search");
const input = dialog.querySelector("input");
const list = dialog.querySelector("ol");
const count = dialog.querySelector(".count");
let loading;

const OPTIONS = {
  idField: "id",
  fields: ["title", "place", "text"],
  storeFields: ["url", "title", "place", "text"],
  searchOptions: {
    boost: { title: 5, place: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    combineWith: "AND",
    boostDocument: (_id, _term, { place }) => (place === "Error codes" ? 0.3 : 1), // guides and operations come first
  },
};

export function indexed(entries) {
  const index = new MiniSearch(OPTIONS);
  index.addAll(entries.map((each, id) => ({ id, ...each })));
  return index;
}

async function index() {
  loading ??= fetch("/docs/search.json").then(async (response) => indexed(await response.json()));
  return loading;
}

function open() {
  if (!dialog.open) dialog.showModal();
  input.select();
  index();
}

function excerpt(text, terms) {
  const places = terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0);
  const start = places.length === 0 ? 0 : Math.min(...places) - AROUND;
  const from = start <= 0 ? 0 : text.indexOf(" ", start) + 1;
  const rest = text.slice(from, from + 3 * AROUND);
  const cut = from + rest.length < text.length;
  return (from > 0 ? "… " : "") + (cut ? `${rest.slice(0, rest.lastIndexOf(" "))} …` : rest);
}

function shown(found) {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = found.url;
  const parts = { strong: found.title, small: found.place, span: excerpt(found.text, found.terms) };
  for (const [tag, text] of Object.entries(parts)) {
    if (text !== "") link.appendChild(document.createElement(tag)).textContent = text;
  }
  return item;
}

async function search() {
  const query = input.value.trim();
  const found = query === "" ? [] : (await index()).search(query);
  if (query !== input.value.trim()) return; // typed on in the meantime
  list.replaceChildren(...found.slice(0, MOST).map(shown));
  count.textContent = query === "" ? "" : found.length === 1 ? "1 result" : `${found.length} results`;
}

function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [input, ...list.querySelectorAll("a")];
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus();
}

document.querySelector(".find").addEventListener("click", open);
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if ((event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing)) {
    event.preventDefault();
    open();
  }
});
input.addEventListener("input", search);
dialog.addEventListener("keydown", move);
dialog.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest("a, button")) dialog.close();
});
