// Passes the compiled runtime from the page to the worker of its opponents, on request. If the worker fetched and
// compiled the runtime itself, it would start later, and the browser would keep another copy of the machine code (12 MB)
// as long as the worker lives.
const REQUEST = "chowk:compiled";
const PATIENCE = 5000; // maximum ms for which the worker waits for a busy page

let offered = Promise.resolve(null);

// In the page: give this module, or a promise of it, to workers that request it.
export function offer(module) {
  offered = Promise.resolve(module).catch(() => null);
}

// In the page: return a class of workers whose requests are answered.
export const answering = (Worker) => class extends Worker {
  constructor(...options) {
    super(...options);
    this.addEventListener("message", async (event) => {
      if (event.data !== REQUEST) return;
      event.stopImmediatePropagation(); // PyScript does not know this message
      event.ports[0].postMessage(await offered);
    });
  }
};

// In a worker: return a promise of the page's module. It is null if the page does not pass the module in time.
export function compiled() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    port1.onmessageerror = () => resolve(null); // this browser does not pass modules through ports
    setTimeout(resolve, PATIENCE, null);
    postMessage(REQUEST, [port2]);
  }).finally(() => port1.close());
}
