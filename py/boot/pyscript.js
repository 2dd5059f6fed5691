// Loads PyScript and adapts it to this page.
import { MutationObserver, Worker } from "./before.js"; // must be the first import
import { hooks } from "../../vendor/pyscript/core.js";

Object.assign(globalThis, { MutationObserver, Worker });

// PyScript compiles hooks for workers from text, which the page's security policy forbids. PyScript's only such hook is
// for its file pickers, which this page does not use.
hooks.worker.onBeforeRunAsync.clear();

// If Python reports an error while it starts, the start has failed. boot.js shows that.
hooks.main.onReady.add(({ io }) => {
  const { stderr } = io;
  io.stderr = (error, ...rest) => {
    if (error instanceof Error || String(error).includes("Traceback")) {
      dispatchEvent(new CustomEvent("chowk:failed", { detail: { error, reason: "broken" } }));
    }
    return stderr(error, ...rest);
  };
});
