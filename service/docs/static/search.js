/** The search of all pages, operations and error codes. */
import { finder } from "./finding.js";

/** The URL of the service, without a slash at the end. A proxy may serve it under a path. */
const SERVICE = new URL("../..", import.meta.url).href.slice(0, -1);
const MOST = 20;
const AROUND = 70;
/** What a search without results shows. */
const ELSEWHERE = { url: "/docs/questions", title: "All questions", place: "Questions", text: "", terms: [] };
const dialog = document.querySelector("dialog.search");
const input = dialog.querySelector("input");
const list = dialog.querySelector("ol");
const count = dialog.querySelector(".count");
let loading;

async function loaded() {
  loading ??= fetch(`${SERVICE}/docs/search.json`).then(async (response) => finder(await response.json()));
  return loading;
}

function open() {
  if (!dialog.open) dialog.showModal();
  input.select();
  loaded();
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
  link.href = SERVICE + found.url;
  const parts = { strong: found.title, small: found.place, span: excerpt(found.text, found.terms) };
  for (const [tag, text] of Object.entries(parts)) {
    if (text !== "") link.appendChild(document.createElement(tag)).textContent = text;
  }
  return item;
}

function counted(results) {
  if (results === 0) return "Nothing found. Try another word, or look here:";
  return results === 1 ? "1 result" : `${results} results`;
}

async function search() {
  const query = input.value.trim();
  const found = query === "" ? [] : (await loaded())(query);
  if (query !== input.value.trim()) return; // typed on in the meantime
  const results = query !== "" && found.length === 0 ? [ELSEWHERE] : found.slice(0, MOST);
  list.replaceChildren(...results.map(shown));
  count.textContent = query === "" ? "" : counted(found.length);
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
