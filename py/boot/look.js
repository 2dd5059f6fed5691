// Puts on the look that was chosen at the last visit before anything is drawn, so that nobody sees the wrong theme first:
// the theme, how much may move, and the side of the lines that the controls are at. The app notes them (py/chowk/browser/early_prefs.py) as
// words parted by spaces, "auto" where nothing was chosen. A device that asks for contrast gets it where no theme was.
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
  if (!known(theme)) return; // the page's own colours follow the device
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = PAPER[theme];
})();
