import { describe, expect, test } from 'vitest'
import { allExamples, isVariant } from '../../frameworks/examples.js'
import { findPrereleases, isNewer } from '../../frameworks/prereleases.js'

describe('a prerelease', () => {
  test.each([
    ['5.0.0-beta.1', '4.13.19', true],
    ['16.5.0-canary.3', '16.4.6', true],
    ['16.4.7-canary.0', '16.4.6', true],
    ['16.4.6-canary.9', '16.4.6', false],
    ['16.4.6', '16.4.6', false],
    ['15.9.0', '16.4.6', false],
    ['3.10.0', '3.9.0', true],
  ])('%s is newer than the release %s: %s', (version, release, expected) => {
    expect(isNewer(version, release)).toBe(expected)
  })

  test.each(allExamples.filter(isVariant))(
    'is not looked for beside $name, which is an older major',
    async one => {
      expect(await findPrereleases(one)).toEqual([])
    },
  )
})
