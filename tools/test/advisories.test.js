import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRegistry, checkRun } from '../registries/verify.js'
import { createWrittenSample, advisorySample as sample } from './registry-samples.js'

const { registry, tests } = sample
const [both, own, other] = sample.entries

test('the page lists tests, results and reasons', async () => {
  const { root } = await createWrittenSample(sample)
  const page = readFileSync(join(root, registry.page), 'utf8')
  expect(page).toContain(
    '| `GHSA-2222-3333-4444` | CVE-2020-1234 | harbor | A token was not verified. | vulnerable | – | GHSA-',
  )
  expect(page).toContain(
    '| A \\| in a cell. | – | fixed in 1.2.3 | the page > a cell > is escaped | `test/harbor.test.js` |',
  )
  expect(page).toContain('| CVE-2021-1234 |  | harbor | No lock. | It has no lock. |')
  expect(page).toContain('`@auth/core` 1.2.3')
})

test.each([
  [{ ...own, id: 'GHSA-1' }, 'GHSA-1: `id` is "GHSA-1", which does not match'],
  [{ ...own, aliases: ['CVE-1'] }, 'harbor#12: `aliases` is "CVE-1", which does not match'],
  [{ ...own, aliases: ['CVE-2020-1234'] }, 'Two advisories have the id CVE-2020-1234.'],
  [{ ...own, authJs: 'safe' }, 'harbor#12: with `authJs`, `test` ends with " > latchkey".'],
  [{ ...own, betterAuth: 'fixed soon' }, 'harbor#12: `betterAuth` is "fixed soon", which does not match'],
  [
    { ...own, betterAuth: 'GHSA-9999-9999-9999' },
    'harbor#12: `betterAuth` names GHSA-9999-9999-9999, which has no entry.',
  ],
  [{ ...other, authJs: 'fine' }, 'CVE-2021-1234: `authJs` is "fine", expected one of safe, vulnerable.'],
])('the gate refuses an invalid advisory: %j', async (advisory, fault) => {
  const { root, faults } = await createWrittenSample(sample, { entries: [both, advisory] })
  expect(faults).toContainEqual(expect.stringContaining(fault))
  expect(checkRegistry(root, registry)).toContainEqual(expect.stringContaining(fault))
})

test('the gate refuses a test of both libraries without the id or without a result', async () => {
  for (const advisory of [
    { ...both, id: 'GHSA-5555-6666-7777' },
    { ...both, authJs: undefined },
  ]) {
    const { root } = await createWrittenSample(sample, { entries: [advisory] })
    expect(checkRegistry(root, registry)).toEqual([
      `${advisory.id}: a test of both libraries begins with the id, and requires \`authJs\`.`,
    ])
  }
})

test('after a run, the test of @auth/core must exist and have run, too', async () => {
  const { root } = await createWrittenSample(sample)
  const id = `${both.id} (@auth/core)`
  expect(checkRun(root, registry, tests.toSpliced(1, 1))).toEqual([
    expect.stringContaining(`${id}: no test has the title`),
  ])
  expect(checkRun(root, registry, tests.with(1, { ...tests[1], state: 'skipped' }))).toEqual([
    `${id}: its test was skipped: ${tests[1].name}`,
  ])
})
