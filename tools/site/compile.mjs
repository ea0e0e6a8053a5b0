// Runs bundle.py in the Python of the site: node compile.mjs PYODIDE BUNDLE OUT
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, bundle, out] = process.argv.slice(2).map((each) => path.resolve(each));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { HOME: "/home/pyodide" } });
python.unpackArchive(new Uint8Array(fs.readFileSync(bundle)), "zip", { extractDir: "/" });
try {
  python.runPython(fs.readFileSync(new URL("./bundle.py", import.meta.url), "utf8"));
} catch (error) {
  console.error(error.message); // the error itself would print all of Pyodide
  process.exit(1);
}
for (const name of ["bundle.zip", "python_stdlib.zip"]) {
  fs.writeFileSync(path.join(out, name), python.FS.readFile(`/tmp/${name}`));
}
