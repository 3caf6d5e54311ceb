/**
 * A TypeScript program over the project's own tsconfig, for the gates that must know what a name means and not only how
 * it is spelt. `virtual` adds files that exist in memory alone, such as the examples in the documentation.
 *
 * @module
 */
import { join } from 'node:path'
import ts from 'typescript'

export function createProgram(root, { files = [], virtual = new Map(), options = {} }) {
  const settings = { ...readConfig(root).options, ...options, noEmit: true }
  const names = [...files.map(file => join(root, file)), ...virtual.keys()]
  return ts.createProgram(names, settings, createHost(virtual, settings))
}

/** The program that `tsc` would check in `root`: the files that tsconfig.json names and some more, and its own faults. */
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
  if (!config) throw new Error(`There is no tsconfig.json in ${root}.`)
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
