/**
 * Creates TypeScript programs with the tsconfig of the project, for gates that need type information.
 *
 * @module
 */
import { join } from 'node:path'
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
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = path => virtual.has(path) || fileExists(path)
  host.readFile = path => virtual.get(path) ?? readFile(path)
  host.getSourceFile = (path, target) => {
    const text = virtual.get(path)
    return text === undefined ? getSourceFile(path, target) : ts.createSourceFile(path, text, target, true)
  }
  return host
}
