/**
 * Verifies the table of test folders in docs/project/testing.md: every folder directly below `test/` has one line that says what belongs in it,
 * and every line has its folder.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAsGate } from './shared/gate.js'

const page = 'docs/project/testing.md'
const heading = '## Test folders'

/** Finds folders below `root` without a line or with several, and lines without a folder or a text. */
export function checkTestFolders(root) {
  const folders = readdirSync(join(root, 'test'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
  const lines = readLines(root)
  const names = lines.map(({ name }) => name)
  return [
    ...folders
      .filter(name => !names.includes(name))
      .map(name => `test/${name} has no line in "${heading}" of ${page}. Say there what belongs in it.`),
    ...lines
      .filter(({ name }) => !folders.includes(name))
      .map(({ name }) => `${page} has a line for test/${name}, which does not exist.`),
    ...names
      .filter((name, index) => names.indexOf(name) < index)
      .map(name => `${page} has two lines for test/${name}.`),
    ...lines
      .filter(({ text }) => text.trim() === '')
      .map(({ name }) => `${page} does not say what belongs in test/${name}.`),
  ]
}

/** Reads the lines of the table: `{ name, text }`. */
function readLines(root) {
  const [, rest = ''] = readFileSync(join(root, page), 'utf8').split(`${heading}\n`)
  const [section] = rest.split(/^#/m)
  return [...section.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map(([, name, text]) => ({ name, text }))
}

await runAsGate(import.meta.url, checkTestFolders)
