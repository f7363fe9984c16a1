// Turns the bundle's sources into what a browser loads: node tools/build_practice.mjs SOURCES.zip OUT
// The runtime compiles them itself, for bytecode fits one version of Python only; and it tries them, which shows what
// of its standard library is needed. Everything is packed plainly and then compressed once, for the wire.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

const [sources, out] = process.argv.slice(2)
const home = dirname(createRequire(import.meta.url).resolve("pyodide"))
const { loadPyodide } = await import(join(home, "pyodide.mjs"))

const PACK = `
import io, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

STDLIB = next(path for path in sys.path if path.endswith(".zip"))
MOMENT = (2026, 1, 1, 0, 0, 0)

def packed(source, wanted):
    """The wanted files of a zip, in a settled order, modules as bytecode without docstrings."""
    out, done = io.BytesIO(), set()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new:
        for name in sorted(old.namelist()):
            if name.endswith("/") or name in done or not wanted(name):
                continue
            done.add(name)
            data = old.read(name)
            if name.endswith(".py"):
                # the runtime reads some of its own docstrings
                level = 0 if name.startswith(("pyodide/", "_pyodide/")) else 2
                code = compile(data, name, "exec", dont_inherit=True, optimize=level)
                name, data = name + "c", bytes(_code_to_hash_pyc(code, bytes(8), False))
            new.writestr(zipfile.ZipInfo(name, MOMENT), data)
    return out.getvalue()
`
const TRY = `
import sys, traceback
sys.path.insert(0, "/app")
from game.practice.trial import trial
for language in ("en", "ro"):
    trial(language)
try:
    raise RuntimeError
except RuntimeError:
    traceback.format_exc()  # what a report of an error needs is needed too
`
const USED = `
used = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
used = {path.removeprefix(STDLIB + "/") for path in used if path.startswith(STDLIB)}
`

// names, sets and whatever else is ordered by hashes come out the same every time
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } })
const bytes = new Uint8Array(readFileSync(sources))
python.unpackArchive(bytes, "zip", { extractDir: "/app" })
python.FS.writeFile("/sources.zip", bytes)
python.runPython(TRY)
python.runPython(PACK + USED)
const app = python.runPython(`packed("/sources.zip", lambda name: True)`).toJs()
const stdlib = python.runPython(
  `packed(STDLIB, lambda name: name in used or name.startswith(("pyodide/", "_pyodide/", "encodings/utf_8")))`,
).toJs()

const read = (name) => readFileSync(join(home, name))
const runtime = {
  "pyodide.mjs": read("pyodide.mjs"), "pyodide.asm.mjs": read("pyodide.asm.mjs"), "pyodide.asm.wasm": read("pyodide.asm.wasm"),
  "stdlib.zip": Buffer.from(stdlib),
}
const folders = [await write("runtime", runtime), await write("app", { "app.zip": Buffer.from(app) })]
for (const old of existsSync(out) ? readdirSync(out) : []) {
  if (/^(runtime|app)-/.test(old) && !folders.some(({ folder }) => folder === old)) rmSync(join(out, old), { recursive: true })
}
const { info } = JSON.parse(read("pyodide-lock.json")) // the runtime checks it; of the packages it lists none is needed
const manifest = Object.fromEntries(folders.map(({ kind, folder, files }) => [kind, { folder, files }]))
writeFileSync(join(out, "manifest.json"), JSON.stringify({ info, ...manifest }, null, 1) + "\n")

/** A folder named by what is in it, so that it may be kept for ever. Sizes: as unpacked, and as they are sent. */
async function write(kind, contents) {
  const hash = createHash("sha256")
  for (const data of Object.values(contents)) hash.update(data)
  const folder = `${kind}-${hash.digest("hex").slice(0, 12)}`
  mkdirSync(join(out, folder), { recursive: true })
  const files = await Promise.all(Object.entries(contents).map(async ([name, data]) => {
    const path = join(out, folder, name)
    writeFileSync(path, data)
    const [small] = await Promise.all([once(`${path}.br`, () => brotli(data)), once(`${path}.gz`, () => zip(data))])
    return [name, { bytes: data.length, wire: small.length }]
  }))
  return { kind, folder, files: Object.fromEntries(files) }
}

async function once(path, make) {
  if (!existsSync(path)) writeFileSync(path, await make())
  return readFileSync(path)
}

function brotli(data) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: data.length }
  return promisify(brotliCompress)(data, { params })
}

function zip(data) {
  return promisify(gzip)(data, { level: 9 })
}
