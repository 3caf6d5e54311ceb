/**
 * Selects the declarations that users can reach.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'

/**
 * Returns the declarations of the modules `entries` of `folder` and of those that they import, by their path. Types of other
 * modules are implementation.
 */
export function collectDeclarations(folder, entries) {
  const found = new Map()
  const waiting = entries.map(entry => `${entry}.d.ts`)
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (found.has(path) || !existsSync(join(folder, path))) continue
    const text = readFileSync(join(folder, path), 'utf8')
    found.set(path, text)
    for (const { fileName } of ts.preProcessFile(text).importedFiles)
      if (fileName.startsWith('.'))
        waiting.push(posix.join(dirname(path), fileName.replace(/\.js$/, '.d.ts')))
  }
  return found
}
