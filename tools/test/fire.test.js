import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { tests } from '../fire/tests.js'
import { projectRoot } from '../shared/gate.js'

/** Lists the test files in which a pattern occurs. */
function listFiles(pattern, ...paths) {
  const args = ['grep', '-l', '-E', pattern, '--', ...paths]
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim().split('\n')
}

test('npm run test:fire runs every test that npm test shortens', () => {
  const shortened = listFiles(
    'selectCases\\(|hasAllCases|testInFire|isBrief: true|LATCHKEY_FIRE_',
    'test/*.test.ts',
    'tools/test/*.test.js',
  )
  expect(shortened.length).toBeGreaterThan(10)
  const left = shortened.filter(file => !tests.some(path => file.includes(path)))
  expect(left.filter(file => file !== 'tools/test/fire.test.js')).toEqual([])
})
