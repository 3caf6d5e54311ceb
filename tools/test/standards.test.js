import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkRegistry } from '../registries/verify.js'
import {
  createSampleFixture,
  createWrittenSample,
  file,
  standardSample as sample,
} from './registry-samples.js'

const { registry, entries } = sample
const [tested, untested, app, later, notApplicable] = entries
const readPage = root => readFileSync(join(root, registry.page), 'utf8')

test('the page lists who meets each requirement', async () => {
  const { root } = await createWrittenSample(sample, { files: { 'src/index.ts': '' } })
  const page = readPage(root)
  expect(page).toContain(`| \`RFC 1 2.1\` | A \\| B. | It does both. | A and B > work | \`${file}\` |`)
  expect(page).toContain('| `RFC 1 2.2` | C. | It does C. | C cannot be observed. | – |')
  expect(page).toContain(
    `| \`RFC 1 2.3\` | D. | **The app**: Call \`limit\`. | the adapter > \`limit\` counts | \`${file}\` |`,
  )
  expect(page).toContain(
    '| E. | **Not yet**: token refresh. | None, because the feature does not exist. | – |',
  )
  expect(page).toContain('| F. | **Does not apply**: It sends no SMS. | None, because')
  expect(page).toContain('Of 5 requirements, Latchkey meets 2, 1 of them with a test.')
  expect(page).toContain('1 are up to the app, 1 are not met yet, and 1 do not apply.')
})

test.each([
  [{ ...tested, test: undefined }, 'RFC 1 2.1: `metBy` needs either `test` or `untested`.'],
  [{ ...untested, test: 'C' }, 'RFC 1 2.2: `metBy` needs either `test` or `untested`.'],
  [{ ...app, untested: 'No.' }, 'RFC 1 2.3: `untested` belongs to `metBy`.'],
  [{ ...later, test: 'E' }, 'RFC 1 2.4: it has a test, although Latchkey does not meet it.'],
  [{ ...later, app: 'Do E.' }, 'RFC 1 2.4: it needs one of `metBy`, `app`, `later`, `notApplicable`.'],
  [{ ...notApplicable, notApplicable: '' }, 'RFC 1 2.5: it needs one of `metBy`, `app`, `later`, '],
  [{ ...later, id: 'RFC 12 1' }, 'RFC 12 1: its id does not begin with "RFC 1 ".'],
  [{ ...later, absent: undefined }, 'RFC 1 2.4: `later` needs `absent`, and nothing else has it.'],
  [
    { ...later, absent: 'index' },
    'RFC 1 2.4: it says that Latchkey does not have this feature yet, but src/index.ts exists.',
  ],
])('the gate refuses an invalid requirement: %j', async (requirement, fault) => {
  const { root, faults } = await createWrittenSample(sample, { entries: [tested, requirement] })
  expect(faults).toContainEqual(expect.stringContaining(fault))
  expect(checkRegistry(root, registry)).toContainEqual(expect.stringContaining(fault))
})

test.each([
  ['the reason for no test', entries.with(1, { ...untested, untested: 'C is obvious.' })],
  ['who meets it', entries.with(3, { id: later.id, requirement: later.requirement, app: 'Do E.' })],
])('the gate refuses a page that is outdated by %s', async (_, changed) => {
  const { root } = await createWrittenSample(sample)
  const files = { [registry.page]: readPage(root) }
  const outdated = ['docs/reference/standards.md is outdated: run npm run standards.']
  expect(checkRegistry(createSampleFixture(sample, { entries: changed, files }), registry)).toEqual(outdated)
})
