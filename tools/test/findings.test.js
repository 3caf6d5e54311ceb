import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkFindingsPage } from '../check-findings.js'
import { checkFindingsRun, writeFindingsPage } from '../findings.js'
import { createFixture } from './fixture.js'

const file = 'test/harbor.test.js'
const tested = { id: 'high-1', finding: 'A | B.', fixedBy: 'abcdef1', test: 'the gate > is closed' }
const elsewhere = { id: 'low-1', finding: 'C.', fixedBy: 'abcdef2', file }
const documented = { id: 'low-2', finding: 'D.', fixedBy: 'abcdef3', documentedIn: 'security.md#d' }
const all = [tested, elsewhere, documented]
const tests = [{ name: `harbor > ${tested.test}`, file, project: 'unit', state: 'passed' }]

const createFiles = (findings, page = '') => ({
  'test/findings/findings.json': JSON.stringify(findings),
  'docs/findings.md': page,
  'docs/security.md': '',
  [file]: '',
})

/** Creates a project with `findings`, and their page if it can be written. */
async function createFindingsFixture(findings = all) {
  const root = createFixture(createFiles(findings))
  return { root, faults: await writeFindingsPage(root, tests) }
}

const readPage = root => readFileSync(join(root, 'docs/findings.md'), 'utf8')

test('the page lists each finding with its commit and test, and is current after it was written', async () => {
  const { root, faults } = await createFindingsFixture()
  expect(faults).toEqual([])
  expect(checkFindingsPage(root)).toEqual([])
  const page = readPage(root)
  expect(page).toContain(
    `| \`high-1\` | A \\| B. | \`abcdef1\` | harbor > the gate > is closed | \`${file}\` |`,
  )
  expect(page).toContain(`| \`low-1\` | C. | \`abcdef2\` | The tests of this file. | \`${file}\` |`)
  expect(page).toContain(
    '| `low-2` | D. | `abcdef3` | None. [Documented](security.md#d) with what to do. | – |',
  )
})

describe('the gate', () => {
  test.each([
    [{ ...tested, finding: '' }, 'high-1: `finding` is empty.'],
    [{ ...tested, fixedBy: 'main' }, 'high-1: `fixedBy` is not a commit.'],
    [{ ...tested, file }, 'high-1: it needs one of `test`, `file` and `documentedIn`.'],
    [{ ...tested, test: '' }, 'high-1: it needs one of `test`, `file` and `documentedIn`.'],
    [{ ...elsewhere, file: 'test/none.test.js' }, 'low-1: test/none.test.js does not exist.'],
    [{ ...documented, documentedIn: 'none.md' }, 'low-2: docs/none.md does not exist.'],
  ])('refuses an invalid finding: %j', async (finding, fault) => {
    const { root, faults } = await createFindingsFixture([finding])
    expect(faults).toContain(fault)
    expect(checkFindingsPage(root)).toContain(fault)
  })

  test('refuses two findings with one id', async () => {
    const { faults } = await createFindingsFixture([tested, tested])
    expect(faults).toContain('Two findings have the id high-1.')
  })

  test('refuses an outdated page', async () => {
    const { root } = await createFindingsFixture()
    const changed = createFixture(createFiles([...all, { ...documented, id: 'low-3' }], readPage(root)))
    expect(checkFindingsPage(changed)).toEqual(['docs/findings.md is outdated: run npm run findings.'])
  })
})

describe('after a run', () => {
  test('every test must exist, and none may have been skipped', async () => {
    const { root } = await createFindingsFixture()
    expect(checkFindingsRun(root, tests)).toEqual([])
    expect(checkFindingsRun(root, [])).toEqual([expect.stringContaining('high-1: no test has the title')])
    expect(checkFindingsRun(root, [{ ...tests[0], state: 'skipped' }])).toEqual([
      expect.stringContaining('high-1: its test was skipped'),
    ])
  })
})
