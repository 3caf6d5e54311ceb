/**
 * The reasons why mutants survive, in `test/mutation/survivors.json`: a list of `{ file, mutants, reason }`.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getKey } from './findings.js'

const survivorsFile = 'test/mutation/survivors.json'

/** Reads the reasons below `root`. */
export function readReasons(root) {
  const path = join(root, survivorsFile)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

/** Finds survivors without a reason, and reasons without a survivor. `survivors` are `{ path, name }`, `paths` the tested sources. */
export function findReasonFaults({ reasons, survivors, paths }) {
  const alive = new Set(survivors.map(({ path, name }) => getKey(path, name)))
  const explained = reasons
    .filter(({ file }) => paths.has(file))
    .flatMap(({ file, mutants }) => mutants.map(name => ({ path: file, name })))
  const known = new Set(explained.map(({ path, name }) => getKey(path, name)))
  return [
    ...survivors
      .filter(({ path, name }) => !known.has(getKey(path, name)))
      .map(({ path, name, line }) => `${path}:${line} survives without a reason: ${name}`),
    ...explained
      .filter(({ path, name }) => !alive.has(getKey(path, name)))
      .map(
        ({ path, name }) =>
          `${survivorsFile} has a reason for a mutant of ${path} that does not survive: ${name}`,
      ),
  ]
}
