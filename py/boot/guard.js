// Runs before all other scripts and keeps out foreign content: other authors' markup and scripts, frames of other
// sites, and files of another version.
(() => {
  const root = document.documentElement;
  const base = new URL("./", location.href).href;
  const onTheWeb = base.startsWith("http") && document.querySelector('meta[name="chowk-offline"]')?.content !== "file";

  // Scripts must come from below this page's own address, because other sites may share its origin. The build does not
  // know that address, so the page's markup cannot name it.
  if (onTheWeb) {
    const own = base.replaceAll(";", "%3B").replaceAll(",", "%2C");
    const content = `script-src ${own} 'wasm-unsafe-eval'; worker-src ${own} blob:`;
    document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content }));
  }

  // The only Trusted Types policy, for all code that inserts text which might run: pictures are inserted as markup, and
  // PyScript makes its workers from addresses. Markup may contain only the elements, attributes and references that
  // drawings need (draw/svg.py, ui/icons.py), with references only within the page. Text as a script is never allowed.
  const TAG = "(?:svg|g|defs|use|path|rect|circle|ellipse|line|polyline|text|stop|pattern|clipPath|filter|feDropShadow|(?:linear|radial)Gradient)";
  const NAME = "(?:[xy][12]?|[cdfr][xy]|[dr]|points|data-side|width|height|viewBox|preserveAspectRatio|xmlns|id|class|role|aria-hidden|focusable" +
    "|offset|opacity|transform|fill(?:-rule)?|stroke(?:-(?:width|opacity|linecap|linejoin|dasharray))?|stop-(?:color|opacity)" +
    "|flood-(?:color|opacity)|stdDeviation|clip-path|filter|font-(?:family|size|weight)|text-anchor|shape-rendering" +
    "|(?:gradient|pattern)(?:Units|Transform))";
  const INSIDE = "#[\\w-]+"; // a reference within the page
  const VALUE = `(?:url\\(${INSIDE}\\)|(?:(?![uU][rR][lL])[^"<&\\\\])*)`;
  const ATTRIBUTE = ` (?:${NAME}="${VALUE}"|href="${INSIDE}"|aria-label="[^"<]*")`;
  const DRAWN = new RegExp(`^(?:/${TAG}|${TAG}(?:${ATTRIBUTE})*/?)>`); // after a "<"
  const isDrawing = (text) => text.split("<").slice(1).every((part) => DRAWN.test(part));
  const allowed = (address) => address.startsWith("blob:") || address.startsWith(base);
  const refuse = (what) => { throw new TypeError(`refused: ${what.slice(0, 80)}`); };
  globalThis.trustedTypes?.createPolicy("default", {
    createHTML: (text) => (isDrawing(text) ? text : refuse(text)),
    createScriptURL: (text) => (!onTheWeb || allowed(new URL(text, base).href) ? text : refuse(text)),
  });

  // A foreign page that frames this page could make visitors press controls that they do not see.
  function isFramed() {
    try {
      return top.location.origin !== location.origin;
    } catch {
      return true;
    }
  }
  if (top !== window && isFramed()) root.dataset.framed = "";

  // A file has a wrong hash, because the host, or a cache between host and browser, has mixed two versions. Bypass the
  // caches once; if that does not help, report it. A service worker keeps versions apart and repairs them (boot.js).
  const suspects = new Set();
  let looking;

  function suspect(address) {
    suspects.add(address);
    looking ??= setTimeout(look, 100); // wait for more failures; a missing file is another error
  }

  const fresh = (address) => (
    fetch(address, { cache: "reload" }).then((reply) => reply.ok && reply.arrayBuffer().then(() => reply), () => null)
  );

  // True if the host sends scripts with a wrong media type, because browsers do not run such modules. HTML in place of
  // a script is another error.
  const SCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b|^text\/html\b/i;
  const isRefused = ({ url, headers }) => new URL(url).pathname.endsWith(".js") && !SCRIPT.test(headers.get("Content-Type"));

  // A script also fails if a script that it imports is missing, so check all files that the page names.
  async function look() {
    if (navigator.serviceWorker?.controller) return;
    for (const one of document.querySelectorAll("[integrity]")) suspects.add(one.src ?? one.href);
    const come = await Promise.all([location.href, ...suspects].map(fresh));
    if (!come.every(Boolean)) return; // boot.js reports missing files
    if (come.some(isRefused)) tell("host");
    else if (once()) location.reload();
    else tell("mixed");
  }

  function once() {
    try {
      if (sessionStorage.getItem("chowk:mixed")) return false; // boot.js removes the note after a start
      sessionStorage.setItem("chowk:mixed", "1");
      return true;
    } catch {
      return false; // without storage, that is not known
    }
  }

  function tell(reason) {
    const make = (name, text, more) => Object.assign(document.createElement(name), { textContent: text }, more);
    const all = JSON.parse(document.getElementById("boot-texts").textContent);
    const texts = all[root.lang] ?? all.en;
    const box = document.getElementById("boot-progress");
    const button = make("button", texts.retry, { type: "button", className: "button primary" });
    button.addEventListener("click", () => location.reload());
    box.setAttribute("role", "alert");
    box.replaceChildren(make("p", ""), make("p", texts[reason]), button);
    box.firstChild.append(make("strong", texts.failed));
  }

  addEventListener("error", ({ target }) => {
    if (target instanceof Element && target.integrity) suspect(target.src ?? target.href);
  }, true);
  addEventListener("chowk:failed", ({ detail }) => { if (detail.reason === "mixed") suspect(location.href); });
})();
