// The page's own Python. What it says and hears is told in paydays_widgets/site/worker.py.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const waiting = [];
let hear = (text) => waiting.push(text);
addEventListener("message", ({ data }) => hear(data));

try {
  const bundle = fetch(new URL("./bundle.zip", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`bundle.zip: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const python = await loadPyodide({ env: { HOME: "/home/pyodide" } });
  postMessage({ loaded: true });
  python.unpackArchive(await bundle, "zip", { extractDir: "/" });
  const page = python.pyimport("paydays_widgets.site.worker").Page((said) => postMessage({ said }));
  hear = (text) => page.hear(text);
  waiting.forEach(hear);
} catch (error) {
  postMessage({ failed: String(error) });
}
