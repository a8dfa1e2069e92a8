/** Shows one section of each group at a time, behind tabs. All groups follow the tab that the reader chose last. */
const KEY = "bottega.docs.tab";
const groups = [...document.querySelectorAll(".tabs")].map(build);

function build(group, number) {
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  const tabs = [...group.querySelectorAll(":scope > .tab")].map((panel, index) => {
    const name = panel.dataset.tab;
    const tab = list.appendChild(document.createElement("button"));
    const id = `tab-${number}-${index}`;
    Object.assign(tab, { type: "button", id, textContent: name });
    tab.setAttribute("role", "tab");
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", id);
    panel.id = `${id}-panel`;
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => choose(name, tab));
    return { name, tab, panel };
  });
  list.addEventListener("keydown", (event) => move(event, tabs));
  group.prepend(list);
  return tabs;
}

/** Show a tab in all groups that have it; the clicked tab stays where it is on the screen. */
function choose(name, clicked) {
  const before = clicked?.getBoundingClientRect().top;
  localStorage.setItem(KEY, name);
  for (const tabs of groups) show(tabs, name);
  if (clicked) scrollBy(0, clicked.getBoundingClientRect().top - before);
}

/** Show the tab of a name; a group without it keeps the tab that it shows. */
function show(tabs, name) {
  const shown = tabs.some((each) => each.name === name) ? name : (tabs.find(({ panel }) => !panel.hidden) ?? tabs[0]).name;
  for (const each of tabs) {
    const isShown = each.name === shown;
    each.tab.setAttribute("aria-selected", isShown);
    each.tab.tabIndex = isShown ? 0 : -1;
    each.panel.hidden = !isShown;
  }
}

function move(event, tabs) {
  const place = tabs.findIndex(({ tab }) => tab === document.activeElement);
  const next = { ArrowRight: place + 1, ArrowLeft: place - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const { name, tab } = tabs[next % tabs.length];
  choose(name, tab);
  tab.focus();
}

/** Show the tab that contains the target of the URL. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const panel = target?.closest(".tab");
  if (!panel) return;
  for (const tabs of groups) show(tabs, panel.dataset.tab);
  target.scrollIntoView();
}

for (const tabs of groups) show(tabs, localStorage.getItem(KEY));
addEventListener("hashchange", reveal);
reveal();
