// PyScript, adapted to this page.
import { MutationObserver } from "./before.js"; // first
import { hooks } from "../../vendor/pyscript/core.js";

globalThis.MutationObserver = MutationObserver;

// Hooks for workers are compiled from text, which the page's security policy forbids. The only one serves PyScript's
// own file pickers.
hooks.worker.onBeforeRunAsync.clear();

// An error that Python reports while it starts is a failed start, which boot.js shows.
hooks.main.onReady.add(({ io }) => {
  const { stderr } = io;
  io.stderr = (error, ...rest) => {
    if (error instanceof Error || String(error).includes("Traceback")) {
      dispatchEvent(new CustomEvent("chowk:failed", { detail: { error, reason: "broken" } }));
    }
    return stderr(error, ...rest);
  };
});
