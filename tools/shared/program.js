/**
 * Creates TypeScript programs with the tsconfig of the project, for gates that need type information.
 *
 * @module
 */
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Creates a program of `files`, and of `virtual` files that exist only in memory, such as examples in the documentation. */
export function createProgram(root, { files = [], virtual = new Map(), options = {} }) {
  const settings = { ...readConfig(root).options, ...options, noEmit: true }
  const names = [...files.map(file => join(root, file)), ...virtual.keys()]
  return ts.createProgram(names, settings, createHost(virtual, settings))
}

/** Creates the program that `tsc` would check in `root`, with `more` files. Its diagnostics include those of tsconfig.json. */
export function createProjectProgram(root, more = []) {
  const { options, fileNames, errors } = readConfig(root)
  return ts.createProgram({
    rootNames: [...fileNames, ...more],
    options,
    host: createHost(new Map(), options),
    configFileParsingDiagnostics: errors,
  })
}

function readConfig(root) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: throwDiagnostic }
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host)
  if (!config) throw new Error(`${root} contains no tsconfig.json.`)
  return config
}

function throwDiagnostic(diagnostic) {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
}

function createHost(virtual, settings) {
  const host = ts.createCompilerHost(settings)
  const { directoryExists, fileExists, readFile, getSourceFile } = host
  const folders = new Set([...virtual.keys()].map(path => dirname(path)))
  host.directoryExists = path => folders.has(path) || directoryExists(path)
  host.fileExists = path => virtual.has(path) || fileExists(path)
  host.readFile = path => virtual.get(path) ?? readFile(path)
  host.getSourceFile = (path, target) => {
    const text = virtual.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, target, true)
    return isInstalled(path)
      ? shareFile(path, settings, () => getSourceFile(path, target))
      : getSourceFile(path, target)
  }
  return host
}

const installed = new Map()

/** Returns whether a file belongs to an installed package, so that it does not change while this process runs. */
function isInstalled(path) {
  return /\/node_modules\/.*\.d\.[cm]?ts$/.test(path)
}

/** Parses a file once for all programs with the same settings, because a gate creates two, and its tests create many. */
function shareFile(path, { target, module, moduleResolution, moduleDetection, jsx, strict }, parse) {
  const key = JSON.stringify([path, target, module, moduleResolution, moduleDetection, jsx, strict])
  if (!installed.has(key)) installed.set(key, parse())
  return installed.get(key)
}
