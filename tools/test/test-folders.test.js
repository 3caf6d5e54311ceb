import { expect, test } from 'vitest'
import { checkTestFolders } from '../check-test-folders.js'
import { createFixture } from './fixture.js'

const lines = ['| `attacks` | Attacks. |', '| `flows` | Sign-ins. |']
const files = { 'test/attacks/a.test.ts': '', 'test/flows/deep/b.test.ts': '', 'test/notes.md': '' }

function findFaults({ rows = lines, more = {} } = {}) {
  const page = ['# Testing', '', '| `other` | An earlier table. |', '', '## Test folders', '', ...rows]
  const text = [...page, '', '### Servers', '', '| `later` | Another table. |', ''].join('\n')
  return checkTestFolders(createFixture({ 'docs/project/testing.md': text, ...files, ...more }))
}

test('accepts a line for each folder directly below test', () => {
  expect(findFaults()).toEqual([])
})

test.each([
  ['a folder without a line', { more: { 'test/new/c.test.ts': '' } }, 'test/new has no line in'],
  ['a line without its folder', { rows: [...lines, '| `gone` | Old. |'] }, 'has a line for test/gone,'],
  ['two lines for a folder', { rows: [...lines, lines[0]] }, 'has two lines for test/attacks.'],
  ['a line without a text', { rows: ['| `attacks` |  |', lines[1]] }, 'does not say what belongs in'],
  ['a page without the table', { rows: [] }, 'test/attacks has no line in'],
])('refuses %s', (_, planted, fault) => {
  expect(findFaults(planted)).toContainEqual(expect.stringContaining(fault))
})
