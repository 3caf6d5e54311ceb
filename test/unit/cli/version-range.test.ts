import { expect, test } from 'vitest'
import { isInRange } from '../../../src/cli/doctor/version-range.js'

test.each<[range: string, inside: readonly string[], outside: readonly string[]]>([
  ['^1.2.3', ['1.2.3', '1.9.0'], ['1.2.2', '2.0.0']],
  ['^0.26.1', ['0.26.1', '0.26.9'], ['0.26.0', '0.27.0', '1.0.0']],
  ['^0.0.3', ['0.0.3'], ['0.0.4']],
  ['^0', ['0.9.1'], ['1.0.0']],
  ['^0.0', ['0.0.9'], ['0.1.0']],
  ['~1.2', ['1.2.0', '1.2.9'], ['1.3.0']],
  ['~1', ['1.9.0'], ['2.0.0']],
  ['6', ['6.0.0', '6.9.9'], ['5.9.9', '7.0.0']],
  ['1.2.x', ['1.2.7'], ['1.3.0']],
  ['1.2.3', ['1.2.3', '1.2.3+build'], ['1.2.4']],
  ['>=2.26.0 || >=3', ['2.26.0', '7.1.0'], ['2.25.9']],
  ['>= 1.2.0 < 2', ['1.2.0', '1.9.9'], ['1.1.9', '2.0.0']],
  ['>1.2', ['1.3.0'], ['1.2.9']],
  ['<=2.1', ['2.1.9'], ['2.2.0']],
  ['*', ['0.0.1', '9.0.0'], []],
])('the range %s', (range, inside, outside) => {
  expect(inside.map(version => isInRange(version, range))).toEqual(inside.map(() => true))
  expect(outside.map(version => isInRange(version, range))).toEqual(outside.map(() => false))
})

test.each([
  ['1.0.0-beta.1', '^1'],
  ['1.0.0', '1 - 2'],
  ['1.0.0', 'latest'],
  ['1.0.0', 'workspace:*'],
  ['1.0.0', '^1 || next'],
])('whether %s is in %s is unknown', (version, range) => {
  expect(isInRange(version, range)).toBeNull()
})
