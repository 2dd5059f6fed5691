// Applies the appearance of the last visit before the page is drawn, so that no wrong theme flashes up: theme, motion,
// and the side of the controls. The app stores them (py/chowk/browser/early_prefs.py) as words separated by spaces;
// "auto" means no choice. Without a chosen theme, a device that prefers more contrast gets the theme "contrast".
(() => {
  const PAPER = { light: "#efe9dc", dark: "#1c1916", contrast: "#000000" }; // browser/early_prefs.py has the same table

  function kept() {
    try {
      return localStorage.getItem("chowk:look") ?? "";
    } catch {
      return "";
    }
  }

  const [chosen, motion, hand] = kept().split(" ");
  const plain = ["(prefers-contrast: more)", "(forced-colors: active)"].some((query) => matchMedia(query).matches);
  const known = (name) => Object.hasOwn(PAPER, name);
  const theme = known(chosen) ? chosen : plain ? "contrast" : "auto";
  Object.assign(document.documentElement.dataset, { theme, motion: motion || "auto", hand: hand || "end" });
  if (!known(theme)) return; // the style sheet chooses the theme by the device
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = PAPER[theme];
})();
