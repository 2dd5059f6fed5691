// Set globals that PyScript needs, or must not use, before it starts.
import "./passing.js";

// PyScript observes the whole page for more Python, and searches all added nodes for attributes that call Python. The
// page has none; the only other Python, the opponents', is added at the end of the body. So PyScript observes nothing
// else (pyscript.js restores the observer for others).
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
