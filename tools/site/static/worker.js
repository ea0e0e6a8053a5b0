// The page's own Python. What it says and hears is told in paydays_widgets/site/worker.py.
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** Has WebAssembly taken by whatever name a host calls it, and fails if it is not taken: Pyodide waits for ever. */
function taken() {
  const stream = WebAssembly.instantiateStreaming;
  return new Promise((_, fail) => {
    WebAssembly.instantiateStreaming = async (coming, imports) => {
      try {
        const answer = await coming;
        if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
        if (answer.headers.get("Content-Type") === "application/wasm") return await stream.call(WebAssembly, answer, imports);
        return await WebAssembly.instantiate(await answer.arrayBuffer(), imports);
      } catch (error) {
        fail(error);
        throw error;
      }
    };
  });
}

const waiting = [];
let hear = (text) => waiting.push(text);
addEventListener("message", ({ data }) => hear(data));

try {
  const bundle = fetch(new URL("./bundle.zip", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`bundle.zip: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const python = await Promise.race([taken(), loadPyodide({ env: { HOME: "/home/pyodide" } })]);
  postMessage({ loaded: true });
  python.unpackArchive(await bundle, "zip", { extractDir: "/" });
  const page = python.pyimport("paydays_widgets.site.worker").Page((said) => postMessage({ said }));
  hear = (text) => page.hear(text);
  waiting.forEach(hear);
} catch (error) {
  const wasm = !globalThis.WebAssembly || error instanceof WebAssembly.CompileError;
  postMessage({ failed: String(error), wasm });
}
