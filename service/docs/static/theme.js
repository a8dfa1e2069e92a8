/** Applies the chosen colour scheme before the page is drawn; without a choice the page follows the system. */
(() => {
  const KEY = "bottega.docs.theme";
  const system = matchMedia("(prefers-color-scheme: dark)");
  const current = () => localStorage.getItem(KEY) ?? (system.matches ? "dark" : "light");
  const apply = () => {
    document.documentElement.dataset.theme = current();
    document.body?.classList.toggle("dark-mode", current() === "dark"); // the names that Scalar reads
    document.body?.classList.toggle("light-mode", current() === "light");
  };
  apply();
  system.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () => {
    apply();
    document.querySelector(".theme").addEventListener("click", () => {
      localStorage.setItem(KEY, current() === "dark" ? "light" : "dark");
      apply();
    });
  });
})();
