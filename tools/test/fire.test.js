import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tests } from '../fire/tests.js'
import { projectRoot } from '../shared/gate.js'
import { listFiles } from '../shared/source-tree.js'

/** Matches what a test omits in `npm test`. */
const omission = /selectCases\(|selectStrategies\(|hasAllCases|testInFire\(|isBrief: true|LATCHKEY_FIRE_/

test('npm run test:fire runs every test that npm test shortens', () => {
  const files = [
    ...listFiles(projectRoot, 'test', /\.test\.ts$/),
    ...listFiles(projectRoot, 'tools/test', /\.test\.js$/),
  ]
  const shortened = files.filter(
    file => !file.endsWith('fire.test.js') && omission.test(readFileSync(join(projectRoot, file), 'utf8')),
  )
  expect(shortened.length).toBeGreaterThan(10)
  expect(shortened.filter(file => !tests.some(path => file.includes(path)))).toEqual([])
})
