import { loadPyodide } from "/pyodide.mjs"

const python = await loadPyodide({ indexURL: "/" })
postMessage(python.runPython("'ready'"))
