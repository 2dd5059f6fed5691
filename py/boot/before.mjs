// What PyScript must find, or not find, before it starts.

// PyScript watches the whole page for more Python, and searches all that is ever put into it for attributes that call
// Python. There are none; and more Python, the opponents', comes at the end of the body. PyScript watches nothing else
// (pyscript.mjs puts back what others watch with).
export const { MutationObserver } = globalThis;

globalThis.MutationObserver = class extends MutationObserver {
  observe() {
    super.observe(document.body, { childList: true });
  }
};
globalThis.XPathEvaluator = class {
  createExpression() {
    return { evaluate: () => ({ snapshotLength: 0 }) };
  }
};

// PyScript opens a database while it starts, and never does start where the browser refuses one (storage switched
// off, some private windows). There it gets one that lasts as long as the page. The app is told, by
// data-storage="refused" on the root element, and says so to the player.
function answer(result) {
  const request = { result };
  queueMicrotask(() => request.onsuccess?.({ target: request }));
  return request;
}

function passing() {
  const kept = new Map();
  const store = {
    count: () => answer(kept.size),
    clear: () => answer(kept.clear()),
    delete: (key) => answer(void kept.delete(key)),
    get: (key) => answer(kept.get(key)),
    getAll: () => answer([...kept.values()]),
    getAllKeys: () => answer([...kept.keys()]),
    put: (value, key) => answer(kept.set(key, value) && key),
  };
  return { transaction: () => ({ objectStore: () => store }), close() {} };
}

try {
  const probe = indexedDB.open("chowk.probe");
  probe.onerror = (event) => event.preventDefault();
  probe.onsuccess = () => {
    probe.result.close();
    indexedDB.deleteDatabase("chowk.probe");
  };
} catch {
  Object.defineProperty(globalThis, "indexedDB", { value: { open: () => answer(passing()) } });
  document.documentElement.dataset.storage = "refused";
}
