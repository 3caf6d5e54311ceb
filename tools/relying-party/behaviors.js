/**
 * Reads the behaviors of providers in test/relying-party/behaviors.json, and finds the titles of their tests.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../shared/source-tree.js'

const folder = 'test/relying-party'

/** Path of the behaviors. */
export const behaviorsPath = `${folder}/behaviors.json`

/** Reads `{ reasons, behaviors }`. A behavior is `{ id, name?, provider, result | reason }`, and `reason` is a key of `reasons`. */
export function readBehaviors(root) {
  return JSON.parse(readFileSync(join(root, behaviorsPath), 'utf8'))
}

/** Returns how the titles of a behavior's tests begin. */
export function getTitlePrefix({ id, name }) {
  return name ? `${id} ${name}: ` : `${id}: `
}

/** Finds the titles of tests that begin with an id: `{ title, file }`. They must be literals in single or double quotes. */
export function findTitles(root) {
  return listFiles(root, folder, /\.test\.[jt]s$/).flatMap(file => {
    const matches = readFileSync(join(root, file), 'utf8').matchAll(/(['"])((?:RP|FA|OX)-\d\d\b.*?)\1/g)
    return [...matches].map(([, , title]) => ({ title, file }))
  })
}
