import { expect, test } from 'vitest'
import { fillInRepository, findRepositoryFaults } from '../repository.js'

const url = 'https://git.example/owner/latchkey'
const manifest = { name: 'latchkey', keywords: [], license: 'ISC', type: 'module' }

test('a package without a repository has a fault that names the command', () => {
  expect(findRepositoryFaults(manifest)).toEqual([
    expect.stringMatching(/`repository` is not filled in.*npm run repository -- /),
  ])
})

test.each([url, `${url}/`, `${url}.git`])('the fields follow from the one setting %s', setting => {
  const filledIn = fillInRepository(manifest, setting)
  expect(filledIn).toMatchObject({
    homepage: `${url}#readme`,
    repository: { type: 'git', url: `git+${url}.git` },
    bugs: { url: `${url}/issues` },
  })
  expect(Object.keys(filledIn).indexOf('repository')).toBeLessThan(Object.keys(filledIn).indexOf('license'))
  expect(findRepositoryFaults(filledIn)).toEqual([])
})

test('a field that was changed by hand is a fault', () => {
  const filledIn = fillInRepository(manifest, url)
  expect(findRepositoryFaults({ ...filledIn, bugs: { url: 'https://elsewhere.example' } })).toEqual([
    expect.stringContaining('`bugs` does not follow'),
  ])
})

test('a setting that is not an https URL is rejected', () => {
  expect(() => fillInRepository(manifest, 'http://git.example/a/b')).toThrow('is not an https URL')
  expect(() => fillInRepository(manifest, 'owner/latchkey')).toThrow('Invalid URL')
})
