// Draws a preview of the page before Python runs, from data of the last visit. It is one of:
// - the outline of the table, if the page is reloaded; the history entry describes it (py/chowk/app/history.py);
// - the games in progress on the home page, and the space of the cards of today, so that nothing moves later; a note
//   lists them (`noted` in py/chowk/ui/screens/home.py);
// - the game of an invitation, if a link was followed.
// If the data are invalid, the home page is as on a first visit.
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
    if (style) made.style.cssText = style; // the page's security policy forbids the attribute
    made.append(...children);
    return made;
  }

  // Return a placeholder of a control.
  const place = () => make("span", { class: "button quiet only-icon", "aria-hidden": "true" });

  // A table --------------------------------------------------------------------------------------------------------

  const titleOf = (game) => document.querySelector(`#app [data-do="open"][data-arg="${CSS.escape(game)}"] .title`);

  // Return the outline of a table: placeholders of its parts, and the name of the game.
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
        make("section", { class: "messages" }, make("div", { class: "balance", "data-empty": "" }), make("div", { class: "now" })),
        make("section", { class: "players near" }, ...cards(seats - far || 1)),
        make("nav", { class: "actions" }),
      ),
    ));
  }

  // Show the outline of the table, or a preview of the link's target. Called again if the player goes back before
  // Python is ready.
  function showTable() {
    if (root.dataset.ready) return;
    const home = document.querySelector("#app > .page");
    const { open, game, ...rest } = read(() => history.state);
    document.querySelector("#app > .waiting")?.remove();
    if (!home) return;
    const isTable = Array.isArray(open) && open.length && titleOf(String(game));
    const shown = isTable ? room({ game, ...rest }) : typeof history.state !== "string" && linked();
    home.hidden = Boolean(shown);
    if (shown) home.after(shown);
  }

  // A link that was followed ---------------------------------------------------------------------------------------

  // Return the game of an invitation, and the sender's name or "". py/chowk/storage/turn_link.py has packed `code`.
  // `letters` holds the number of possible games, then for each edition and game: the edition, the game's name, its
  // number, and the radix of its terms (tools/build/skeleton.py). Throw for any other link.
  function invitation(code, letters) {
    const [kinds, ...games] = letters.split(" ");
    const bytes = Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt());
    let rest = BigInt(`0x${bytes.slice(0, -4).map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
    const take = (radix) => {
      const digit = Number(rest % BigInt(radix));
      rest /= BigInt(radix);
      return digit;
    };
    const count = () => {
      const digit = take(128);
      return digit < 64 ? digit : digit - 64 + 64 * count();
    };
    if (take(2)) return {};
    const edition = String(count());
    const number = String(take(kinds));
    const [, game, , terms] = games.map((one) => one.split(",")).find((one) => one[0] === edition && one[2] === number);
    take(3);
    take(terms);
    const name = take(2) ? new TextDecoder().decode(Uint8Array.from({ length: Math.min(count(), 96) }, () => take(256))) : "";
    return { game, name: /^[\p{L}\p{M}\p{N} .'’-]+$/u.test(name) ? name : "" };
  }

  function linked() {
    const link = location.hash.replace(/%(?:3D|2E|26)/gi, (sign) => decodeURIComponent(sign));
    if (!/[#&][aglst]=/.test(link)) return undefined;
    const box = document.getElementById("boot-texts");
    const all = JSON.parse(box.textContent);
    const { opening, invites, friend } = all[root.lang] ?? all.en;
    const [, code = ""] = (!/[#&]s=/.test(link) && /[#&]t=\d\.([\w-]{1,1000})(?![\w-])/.exec(link)) || [];
    try {
      const { game, name } = invitation(code, box.dataset.letters);
      const title = titleOf(game).textContent;
      const text = invites.replace("{game}", title).replace("{name}", name ? `\u2068${name}\u2069` : friend);
      return make("main", { class: "waiting stack" }, make("section", { class: "sheet" },
        make("header", { class: "sheet-head" }, make("h2", {}, title)),
        make("div", { class: "sheet-body" }, make("p", { class: "verdict" }, text))));
    } catch {
      return make("div", { class: "waiting screen" }, make("main", { class: "arriving" }, make("p", {}, opening)));
    }
  }

  // Saved games ----------------------------------------------------------------------------------------------------

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

  // Return a placeholder of a card of today. Its texts, which depend on the day, only keep their space.
  function blank([title, note]) {
    const lines = make("span", { class: "lines" }, make("span", { class: "title" }, title), make("span", { class: "note" }, note));
    const marks = { type: "button", class: "game bring today wordless", disabled: "", "aria-hidden": "true" };
    return make("button", marks, make("span", { class: "emblem" }), lines);
  }

  function showGames() {
    const { lang, head, cards, over, today } = read(() => localStorage.getItem("chowk:games"));
    const main = document.querySelector("#app .home main");
    if (!main) return;
    if (Array.isArray(cards) && cards.length) {
      const list = make("ul", { class: "kept" }, ...cards.map(card));
      main.prepend(make("section", { class: "continue" }, make("h2", {}, head), list));
      if (lang !== root.lang) main.firstChild.classList.add("wordless"); // cards keep their space without their texts
    }
    if (Array.isArray(today)) main.querySelector(".bringing")?.prepend(...today.map(blank));
    if (over && lang === root.lang) {
      main.lastElementChild.before(make("details", { class: "finished" }, make("summary", {}, over)));
    }
  }

  new MutationObserver((_, observer) => {
    if (!document.getElementById("boot-progress")) return; // this element comes after the home page
    observer.disconnect();
    for (const show of [showGames, showTable]) {
      try {
        show();
      } catch {
        // an invalid note
      }
    }
  }).observe(root, { childList: true, subtree: true });
  addEventListener("popstate", showTable);

  // On a later visit, the files that start Python are cached, so load them together with the page (boot.js).
  const { content } = document.getElementById("later");
  const isKept = () => {
    try {
      return navigator.serviceWorker?.controller;
    } catch {
      return false; // access is refused
    }
  };
  if (isKept()) document.head.append(...content.querySelectorAll("link"));
})();
