// The loader of the single-file page: gives every packed file an address, and starts the page.
//
// A page opened from a disk may fetch no other file, and its workers none at all. So the files are in the page as text;
// each worker is sent them; and both give them addresses by which `fetch` and modules find them. A module imports
// another as "packed:" and its path.
(async () => {
  const FILES = {}; // path -> [type, is compressed]
  const MODULES = []; // each after those that it imports
  const START = []; // run by the page
  const base = new URL("./", location.href).href;

  async function unpacked(path) {
    const [type, packed] = FILES[path];
    const element = document.getElementById(`file:${path}`);
    const reply = await fetch(`data:;base64,${element.textContent}`);
    element.remove();
    const body = packed ? reply.body.pipeThrough(new DecompressionStream("gzip")) : reply.body;
    return new Blob([await new Response(body).arrayBuffer()], { type });
  }

  // Sent to workers as text: creates addresses for the files of { base, files, texts } and makes `fetch` find them.
  function settle({ base, files, texts }) {
    const table = {};
    const plain = globalThis.fetch;
    const find = (address) => {
      const path = String(address?.url ?? address).split(/[?#]/)[0];
      return table[path.startsWith(base) ? path.slice(base.length) : path.replace(/^\.\//, "")];
    };
    const named = (text) => text.replace(/packed:([\w./-]+)/g, (name, path) => table[path] ?? name);
    for (const [path, body] of Object.entries(files)) table[path] = URL.createObjectURL(body);
    for (const [path, text] of texts) {
      table[path] = URL.createObjectURL(new Blob([named(text)], { type: "text/javascript" }));
    }
    globalThis.fetch = (address, options) => plain(find(address) ?? address, options);
    globalThis.chowkFiles = { base, find, named };
  }

  // Sent to workers as text: waits for the files and the worker's code, then replays the messages that came meanwhile.
  function attend(settle) {
    const early = [];
    const listen = globalThis.addEventListener;
    const flush = () => {
      removeEventListener("message", hear);
      for (const { data, ports } of early.splice(0)) {
        setTimeout(() => dispatchEvent(new MessageEvent("message", { data, ports })));
      }
    };
    const hear = (event) => {
      event.stopImmediatePropagation();
      if (!event.data?.packed) return early.push(event);
      settle(event.data.packed);
      globalThis.addEventListener = (name, ...rest) => {
        listen.call(globalThis, name, ...rest);
        if (name === "message") setTimeout(flush);
      };
      import(URL.createObjectURL(event.data.packed.code)).catch((error) => setTimeout(() => { throw error; }));
    };
    listen.call(globalThis, "message", hear);
  }

  const pack = { base, files: {}, texts: [] };
  const bodies = await Promise.all(Object.keys(FILES).map(async (path) => [path, await unpacked(path)]));
  pack.files = Object.fromEntries(bodies.filter(([path]) => !MODULES.includes(path)));
  const modules = Object.fromEntries(bodies);
  for (const path of MODULES) pack.texts.push([path, await modules[path].text()]);
  settle(pack);

  const plain = globalThis.fetch;
  const place = new Blob([`(${attend})(${settle});`], { type: "text/javascript" });
  globalThis.Worker = class extends Worker {
    constructor(address) { // a module, by its address in this page
      super(URL.createObjectURL(place));
      plain(address).then((reply) => reply.blob()).then((code) => super.postMessage({ packed: { ...pack, code } }));
    }
  };

  const { find, named } = globalThis.chowkFiles;
  globalThis.chowkFiles.about = {
    files: bodies.length,
    bytes: bodies.reduce((sum, [, body]) => sum + body.size, 0),
  };
  for (const element of document.querySelectorAll("[config]")) {
    const config = JSON.parse(element.getAttribute("config"));
    config.interpreter = new URL(config.interpreter, base).href;
    element.setAttribute("config", JSON.stringify(config));
  }
  for (const style of document.querySelectorAll("style[media]")) {
    const { sheet } = style; // rule by rule: the policy allows the original text by its hash
    for (let at = 0; at < sheet.cssRules.length; at++) {
      const rule = named(sheet.cssRules[at].cssText);
      sheet.deleteRule(at);
      sheet.insertRule(rule, at);
    }
    style.media = "";
  }
  addEventListener("click", (event) => { // on a link to a licence
    const link = event.target.closest?.("a[href]");
    if (link && find(link.href)) link.href = find(link.href);
  }, true);
  for (const path of START) {
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: find(path), async: false }));
  }
})();
