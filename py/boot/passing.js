// PyScript opens two databases while it starts, in the page and in its worker. If the browser refuses them, reports an
// error or does not answer, PyScript never starts. This page does not use them, so PyScript gets databases that exist
// only in memory. All other databases are the browser's.
const OF_PYSCRIPT = "IDBMap/";

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

// Return the browser's factory of databases, or undefined if access is refused: without storage, some browsers throw.
function own() {
  try {
    return globalThis.indexedDB;
  } catch {
    return undefined;
  }
}

const plain = own();
const open = (name, ...rest) => (String(name).startsWith(OF_PYSCRIPT) ? answer(passing()) : plain.open(name, ...rest));

Object.defineProperty(globalThis, "indexedDB", {
  configurable: true,
  value: new Proxy(plain ?? {}, {
    get: (factory, name) => {
      if (name === "open") return open;
      return typeof factory[name] === "function" ? factory[name].bind(factory) : factory[name];
    },
  }),
});
