// PyScript, fitted to this page.
import { MutationObserver } from "./before.js"; // first
import { hooks } from "../../vendor/pyscript/core.js";

globalThis.MutationObserver = MutationObserver;

// A hook for workers is made a function of by compiling text, which the page's security policy forbids. The only one
// there is serves PyScript's own file pickers.
hooks.worker.onBeforeRunAsync.clear();

// What Python reports while it starts is a start that failed; boot.js says so in words.
hooks.main.onReady.add(({ io }) => {
  const { stderr } = io;
  io.stderr = (error, ...rest) => {
    if (error instanceof Error || String(error).includes("Traceback")) {
      dispatchEvent(new CustomEvent("chowk:failed", { detail: { error, reason: "broken" } }));
    }
    return stderr(error, ...rest);
  };
});
