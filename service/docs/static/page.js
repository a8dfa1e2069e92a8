/** Applies the colour scheme before the page is drawn: the chosen one, else that of the system. Shows where the page is. */
(() => {
  const KEY = "bottega.docs.theme";
  const system = matchMedia("(prefers-color-scheme: dark)");
  const current = () => localStorage.getItem(KEY) ?? (system.matches ? "dark" : "light");
  const apply = () => {
    document.documentElement.dataset.theme = current();
  };
  apply();
  system.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector("nav :is([aria-current], details[open])")?.scrollIntoView({ block: "nearest" });
    document.querySelector(".theme").addEventListener("click", () => {
      localStorage.setItem(KEY, current() === "dark" ? "light" : "dark");
      apply();
    });
  });
})();
