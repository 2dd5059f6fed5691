// Shows what the last visit left before Python is there, in the words that the page has by then: the table that was sat
// at, where this page is loaded anew; and on the home page the games that can be gone on with, so that nothing moves when
// they come. The browser's entry of this page says which table it was (py/chowk/app/history.py), a note which games there
// are (`noted` in py/chowk/pages/home.py). Whatever is wrong with either, the home page is as on a first visit.
(() => {
  const root = document.documentElement;

  function read(text) {
    try {
      return JSON.parse(text()) ?? {};
    } catch {
      return {};
    }
  }

  function make(name, attributes, ...children) {
    const made = document.createElement(name);
    const { style = "", ...others } = attributes;
    for (const [key, value] of Object.entries(others)) made.setAttribute(key, value);
    if (style) made.style.cssText = style; // the page's policy allows no such attribute
    made.append(...children);
    return made;
  }

  // Where a control will be.
  const place = () => make("span", { class: "button quiet only-icon", "aria-hidden": "true" });

  // A table --------------------------------------------------------------------------------------------------------

  const titleOf = (game) => document.querySelector(`#app [data-do="open"][data-arg="${CSS.escape(game)}"] .title`);

  // The place of everything on a table, with the game's name over it.
  function room({ game, wide, high, bench, tray, seats }) {
    const cards = (count) => Array.from({ length: count }, () => make("div", { class: "player" }));
    const far = Math.ceil(seats / 2) || 1;
    const marks = { "data-game": game, ...(bench && { "data-bench": "" }), ...(tray && { "data-tray": "" }) };
    const title = titleOf(game).textContent;
    document.title = `${title} · Chowk`;
    return make("div", { class: "screen waiting" }, make(
      "div",
      { class: "table", style: `--wide: ${Number(wide)}; --high: ${Number(high)}`, ...marks },
      make("header", { class: "top" }, place(), make("h1", {}, title), place(), place()),
      make(
        "main",
        { class: "play" },
        make("section", { class: "players far" }, ...cards(far)),
        make("div", { class: "place" }, make("div", { class: "board" })),
        make("section", { class: "told" }, make("div", { class: "balance", "data-empty": "" }), make("div", { class: "now" })),
        make("section", { class: "players near" }, ...cards(seats - far || 1)),
        make("nav", { class: "actions" }),
      ),
    ));
  }

  // Called again when somebody goes back before Python is there.
  function showTable() {
    if (root.dataset.ready) return;
    const home = document.querySelector("#app > .page");
    const { open, game, ...rest } = read(() => history.state);
    document.querySelector("#app > .waiting")?.remove();
    if (home) home.hidden = false;
    if (!home || !Array.isArray(open) || !open.length || !titleOf(String(game))) return;
    home.hidden = true;
    home.after(room({ game, ...rest }));
  }

  // The games that are kept ----------------------------------------------------------------------------------------

  function card([id, ratio, title, players, due, moves, theirs]) {
    const line = (name, text) => make("span", { class: name }, text);
    const state = make("span", { class: "state" }, line(theirs ? "due others" : "due", due), line("note", moves));
    return make(
      "li",
      { class: "kept-game" },
      make(
        "button",
        { type: "button", class: "kept-open", "data-do": "resume", "data-arg": id },
        make("span", { class: "miniature", style: `aspect-ratio: ${Number(ratio)}` }),
        make("span", { class: "lines" }, line("title", title), line("players", players), state),
      ),
    );
  }

  function showGames() {
    const { lang, head, cards, over } = read(() => localStorage.getItem("chowk:games"));
    const main = document.querySelector("#app .home main");
    if (!main) return;
    if (Array.isArray(cards) && cards.length) {
      const list = make("ul", { class: "kept" }, ...cards.map(card));
      main.prepend(make("section", { class: "continue" }, make("h2", {}, head), list));
      if (lang !== root.lang) main.firstChild.classList.add("wordless"); // their room is held all the same
    }
    if (over && lang === root.lang) {
      main.lastElementChild.before(make("details", { class: "finished" }, make("summary", {}, over)));
    }
  }

  new MutationObserver((_, observer) => {
    if (!document.getElementById("boot-progress")) return; // it comes after the home page
    observer.disconnect();
    for (const show of [showGames, showTable]) {
      try {
        show();
      } catch {
        // a note of nonsense
      }
    }
  }).observe(root, { childList: true, subtree: true });
  addEventListener("popstate", showTable);

  // What starts Python is on the device by now: it is read while the page is (boot.js).
  const { content } = document.getElementById("later");
  const isKept = () => {
    try {
      return navigator.serviceWorker?.controller;
    } catch {
      return false; // refused
    }
  };
  if (isKept()) document.head.append(...content.querySelectorAll("link"));
})();
