// Chooses the language before Python runs, sets it on the root element, and translates the home page before it is
// drawn. As in the application (`negotiated` in py/chowk/i18n/i18n.py), the order is: the link's #lang=, the language
// chosen at the last visit, the browser's list, English. The script must be the same.
(() => {
  const SPOKEN = ["aria-label", "title", "placeholder"]; // tools/build/skeleton.py has the same list
  const ELSEWHERE = { "pa-pk": "arab" }; // i18n/i18n.py has the same table
  const all = JSON.parse(document.getElementById("boot-texts").textContent);

  // Return the language of a tag if it is available in the tag's script, else "". Intl could do this, but it is slow to
  // load, and would delay the first paint.
  function suiting(tag) {
    const [language, ...parts] = tag.toLowerCase().split(/[-_]/);
    const region = parts.find((part) => part.length === 2);
    const script = parts.find((part) => /^[a-z]{4}$/.test(part)) ?? ELSEWHERE[`${language}-${region}`];
    return Object.hasOwn(all, language) && (script ?? all[language].script) === all[language].script ? language : "";
  }

  function kept() {
    try {
      return localStorage.getItem("chowk:language") ?? "";
    } catch {
      return "";
    }
  }

  // Yield a function that sets a text, for every text of the home page in document order.
  function* places(element) {
    for (const name of SPOKEN) {
      if (element.hasAttribute(name)) yield (text) => element.setAttribute(name, text);
    }
    if (element.localName === "svg") return;
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) yield (text) => { child.data = text; };
      else if (child.nodeType === Node.ELEMENT_NODE) yield* places(child);
    }
  }

  function say({ home, title, manifest }) {
    const found = [...places(document.getElementById("app").firstElementChild)];
    if (found.length !== home.length) return; // these texts belong to another version of the home page
    found.forEach((put, at) => put(home[at]));
    document.title = title;
    document.querySelector('link[rel="manifest"]')?.setAttribute("href", manifest); // absent in the single file
  }

  const linked = new URLSearchParams(location.hash.slice(1)).get("lang") ?? "";
  const wanted = [linked, kept(), ...navigator.languages].map(suiting);
  const code = wanted.find((one) => one) ?? "en";
  const root = document.documentElement;
  root.lang = code;
  root.dir = all[code]?.direction ?? "ltr";
  // The home page asks for the language only until one is chosen or the browser's fits.
  if (kept() || navigator.languages.some(suiting)) root.dataset.language = "kept";
  new MutationObserver((_, observer) => {
    if (!document.getElementById("boot-progress")) return; // this element comes after the home page
    observer.disconnect();
    if (code !== "en") say(all[code]);
    for (const tongue of document.querySelectorAll(".tongue")) {
      tongue.setAttribute("aria-pressed", String(tongue.dataset.arg === `language ${code}`));
    }
  }).observe(root, { childList: true, subtree: true });
})();
