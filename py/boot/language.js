// Chooses the language before Python is there, says so on the root element, and puts the home page into it as soon as it
// has been read, before it is drawn. The order is the application's own (`negotiated` in py/chowk/i18n/i18n.py): the link's #lang=, what
// was chosen at the last visit, what the browser asks for, in the same script; English otherwise.
(() => {
  const SPOKEN = ["aria-label", "title", "placeholder"]; // tools/build/skeleton.py has the same list
  const ELSEWHERE = { "pa-pk": "arab" }; // app/i18n.py has the same table
  const all = JSON.parse(document.getElementById("boot-texts").textContent);

  // A tag's language if it is one of ours, in the script that it is written in here. Intl would know, but is slow to wake
  // up, and the first paint waits for this.
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

  // Every text of the home page, in the order of the document, as a way to change it.
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
    if (found.length !== home.length) return; // another home page than these texts are of
    found.forEach((put, at) => put(home[at]));
    document.title = title;
    document.querySelector('link[rel="manifest"]')?.setAttribute("href", manifest); // the single file has none
  }

  const linked = new URLSearchParams(location.hash.slice(1)).get("lang") ?? "";
  const wanted = [linked, kept(), ...navigator.languages].map(suiting);
  const code = wanted.find((one) => one) ?? "en";
  const root = document.documentElement;
  root.lang = code;
  root.dir = all[code]?.direction ?? "ltr";
  if (kept()) root.dataset.language = "kept"; // nobody need be asked
  new MutationObserver((_, observer) => {
    if (!document.getElementById("boot-progress")) return; // it comes after the home page
    observer.disconnect();
    if (code !== "en") say(all[code]);
    for (const tongue of document.querySelectorAll(".tongue")) {
      tongue.setAttribute("aria-pressed", String(tongue.dataset.arg === `language ${code}`));
    }
  }).observe(root, { childList: true, subtree: true });
})();
