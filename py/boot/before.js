// Sets globals before PyScript starts: some that it needs, and replacements for some that it must not use.
import "./passing.js";
import { answering } from "./compiled.js";

// PyScript observes the whole page for more Python, and searches all added nodes for attributes that call Python. This
// page has none. Its only other Python is that of the opponents, at the end of the body. So PyScript observes only the
// body's children (pyscript.js restores the observer for other code).
export const { MutationObserver, Worker } = globalThis;

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

// PyScript makes the worker of the opponents (pyscript.js restores the class for other code).
globalThis.Worker = answering(Worker);
