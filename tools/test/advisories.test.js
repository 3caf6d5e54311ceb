import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkAdvisoriesRun, writeAdvisoriesPage } from '../advisories.js'
import { checkAdvisoriesPage } from '../check-advisories.js'
import { createFixture } from './fixture.js'

const both = {
  id: 'GHSA-2222-3333-4444',
  aliases: ['CVE-2020-1234'],
  library: 'harbor',
  defect: 'A token was not verified.',
  test: 'GHSA-2222-3333-4444: a token is verified > latchkey',
  authJs: 'vulnerable',
}
const own = {
  id: 'harbor#12',
  library: 'harbor',
  defect: 'A | in a cell.',
  test: 'a cell > is escaped',
  betterAuth: 'fixed in 1.2.3',
}
const other = { id: 'CVE-2021-1234', library: 'harbor', defect: 'No lock.', notApplicable: 'It has no lock.' }

const file = 'test/tokens.test.js'
const tests = [
  { name: both.test, file },
  { name: 'GHSA-2222-3333-4444: a token is verified > @auth/core', file },
  { name: 'the page > a cell > is escaped', file },
].map(entry => ({ ...entry, project: 'unit', state: 'passed' }))

/** Creates a small project with `advisories`, their tests, and their page if it can be written. */
async function createAdvisoriesFixture(advisories = [both, own, other], run = tests) {
  const root = createFixture({
    'package.json': JSON.stringify({ devDependencies: { '@auth/core': '1.2.3' } }),
    'test/advisories/advisories.json': JSON.stringify([{ section: 'Harbor', advisories }]),
    'docs/advisories.md': '# Advisories\n',
    [file]: '',
  })
  return { root, faults: await writeAdvisoriesPage(root, run) }
}

const outdated = 'docs/advisories.md is outdated: run npm run advisories.'

test('the page lists tests, results and reasons, and is current after it was written', async () => {
  const { root, faults } = await createAdvisoriesFixture()
  expect(faults).toEqual([])
  expect(checkAdvisoriesPage(root)).toEqual([])
  const page = readFileSync(join(root, 'docs/advisories.md'), 'utf8')
  expect(page).toContain(
    '| `GHSA-2222-3333-4444` | CVE-2020-1234 | harbor | A token was not verified. | vulnerable | – | GHSA-',
  )
  expect(page).toContain(
    '| A \\| in a cell. | – | fixed in 1.2.3 | the page > a cell > is escaped | `test/tokens.test.js` |',
  )
  expect(page).toContain('| CVE-2021-1234 |  | harbor | No lock. | It has no lock. |')
  expect(page).toContain('`@auth/core` 1.2.3')
})

describe('the gate', () => {
  test.each([
    [{ ...own, test: undefined }, 'harbor#12: it has neither `test` nor `notApplicable`.'],
    [{ ...own, notApplicable: 'No.' }, 'harbor#12: it has both `test` and `notApplicable`.'],
    [{ ...own, id: 'GHSA-1' }, 'GHSA-1: "GHSA-1" is not an id of an advisory.'],
    [{ ...own, aliases: ['CVE-2020-1234'] }, 'Two advisories have the id CVE-2020-1234.'],
    [{ ...own, defect: '' }, 'harbor#12: `library` or `defect` is empty.'],
    [{ ...own, note: 'x' }, 'harbor#12: unknown key `note`.'],
    [{ ...own, authJs: 'safe' }, 'harbor#12: with `authJs`, `test` ends with " > latchkey".'],
    [{ ...own, betterAuth: 'fixed soon' }, 'harbor#12: `betterAuth` is not "fixed" with a version.'],
    [
      { ...own, betterAuth: 'GHSA-9999-9999-9999' },
      'harbor#12: `betterAuth` names GHSA-9999-9999-9999, which has no entry.',
    ],
    [{ ...other, authJs: 'fine' }, 'CVE-2021-1234: `authJs` is not "safe" or "vulnerable".'],
  ])('refuses an invalid advisory: %j', async (advisory, fault) => {
    const { root, faults } = await createAdvisoriesFixture([both, advisory])
    expect(faults).toContain(fault)
    expect(checkAdvisoriesPage(root)).toContain(fault)
  })

  test('refuses a test of both libraries without the id or without a result', async () => {
    for (const advisory of [
      { ...both, id: 'GHSA-5555-6666-7777' },
      { ...both, authJs: undefined },
    ]) {
      const { root } = await createAdvisoriesFixture([advisory])
      expect(checkAdvisoriesPage(root)).toEqual([
        `${advisory.id}: a test of both libraries begins with the id, and requires \`authJs\`.`,
      ])
    }
  })

  test.each([
    ['an advisory', [{ ...own, id: 'harbor#13' }]],
    ['a result', [{ ...both, authJs: 'safe' }, own, other]],
    ['a title', [both, { ...own, test: 'the row > is escaped' }, other]],
  ])('refuses a page that is outdated by %s', async (_, advisories) => {
    const { root } = await createAdvisoriesFixture()
    const page = readFileSync(join(root, 'docs/advisories.md'), 'utf8')
    const changed = createFixture({
      'package.json': JSON.stringify({ devDependencies: { '@auth/core': '1.2.3' } }),
      'test/advisories/advisories.json': JSON.stringify([{ section: 'Harbor', advisories }]),
      'docs/advisories.md': page,
      [file]: '',
    })
    expect(checkAdvisoriesPage(changed)).toEqual([outdated])
  })
})

describe('after a run', () => {
  test('every test must exist, that of @auth/core too', async () => {
    const { root } = await createAdvisoriesFixture()
    expect(checkAdvisoriesRun(root, tests)).toEqual([])
    for (const [index, id] of [both.id, `${both.id} (@auth/core)`, own.id].entries())
      expect(checkAdvisoriesRun(root, tests.toSpliced(index, 1))).toEqual([
        expect.stringContaining(`${id}: no test has the title`),
      ])
  })

  test('no test may have been skipped', async () => {
    const { root } = await createAdvisoriesFixture()
    const skipped = tests.with(1, { ...tests[1], state: 'skipped' })
    expect(checkAdvisoriesRun(root, skipped)).toEqual([
      `${both.id} (@auth/core): its test was skipped: ${tests[1].name}`,
    ])
  })
})
