// What PyScript must find, or not find, before it starts.
import "./passing.js";

// PyScript watches the whole page for more Python, and searches all that is ever put into it for attributes that call
// Python. There are none; and more Python, the opponents', comes at the end of the body. PyScript watches nothing else
// (pyscript.js puts back what others watch with).
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
