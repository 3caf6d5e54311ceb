/**
 * The files that a mutation test changes, and their mutants.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../shared/source-tree.js'
import { listMutants } from './instrument.js'

/** The parts whose mistakes would be weaknesses, by the name that filters and the page use. */
export const parts = {
  checks: ['src/checks'],
  sessions: ['src/sessions'],
  crypto: ['src/crypto'],
  http: ['src/http'],
  linking: ['src/users/account-linking.ts'],
}

/** Reads the sources of the parts: `{ path, part, hash, mutants }`. Each mutant has a `number`, unique in the run. */
export function readTargets(root, names = Object.keys(parts)) {
  let next = 0
  return names.flatMap(part =>
    listPaths(root, part).map(path => {
      const text = readFileSync(join(root, path), 'utf8')
      const mutants = listMutants(path, text).map(({ name, line, operator }) => ({
        name,
        line,
        operator,
        number: next++,
      }))
      return { path, part, hash: createHash('sha256').update(text).digest('hex').slice(0, 16), mutants }
    }),
  )
}

function listPaths(root, part) {
  return parts[part].flatMap(path => (path.endsWith('.ts') ? [path] : listFiles(root, path, /\.ts$/)))
}
