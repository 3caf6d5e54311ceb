import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkStandardsPage } from '../check-standards.js'
import { checkStandardsRun, writeStandardsPage } from '../standards.js'
import { createFixture } from './fixture.js'

const tested = { id: 'RFC 1 2.1', requirement: 'A | B.', metBy: 'It does both.', test: 'A and B > work' }
const untested = {
  id: 'RFC 1 2.2',
  requirement: 'C.',
  metBy: 'It does C.',
  untested: 'C cannot be observed.',
}
const app = { id: 'RFC 1 2.3', requirement: 'D.', app: 'Call `limit`.', test: '`limit` counts' }
const later = { id: 'RFC 1 2.4', requirement: 'E.', later: 'token refresh.', absent: 'refresh' }
const notApplicable = { id: 'RFC 1 2.5', requirement: 'F.', notApplicable: 'It sends no SMS.' }
const all = [tested, untested, app, later, notApplicable]

const file = 'test/harbor.test.js'
const tests = [
  { name: tested.test, file },
  { name: `the adapter > ${app.test}`, file },
].map(entry => ({ ...entry, project: 'unit', state: 'passed' }))

/** Returns the files of a project with `requirements`. */
function createFiles(requirements, page = '# Security standards\n') {
  const standards = [{ heading: 'RFC 1', prefix: 'RFC 1', url: 'https://harbor.example/rfc1', requirements }]
  return {
    'test/standards/requirements.json': JSON.stringify(standards),
    'docs/standards.md': page,
    [file]: '',
    'src/index.ts': '',
  }
}

/** Creates a project with `requirements`, and their page if it can be written. */
async function createStandardsFixture(requirements = all) {
  const root = createFixture(createFiles(requirements))
  return { root, faults: await writeStandardsPage(root, tests) }
}

const readPage = root => readFileSync(join(root, 'docs/standards.md'), 'utf8')

test('the page lists who meets each requirement, and is current after it was written', async () => {
  const { root, faults } = await createStandardsFixture()
  expect(faults).toEqual([])
  expect(checkStandardsPage(root)).toEqual([])
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

describe('the gate', () => {
  test.each([
    [{ ...tested, test: undefined }, 'RFC 1 2.1: `metBy` needs either `test` or `untested`.'],
    [{ ...untested, test: 'C' }, 'RFC 1 2.2: `metBy` needs either `test` or `untested`.'],
    [{ ...app, untested: 'No.' }, 'RFC 1 2.3: `untested` belongs to `metBy`.'],
    [{ ...later, test: 'E' }, 'RFC 1 2.4: it has a test, although Latchkey does not meet it.'],
    [{ ...later, app: 'Do E.' }, 'RFC 1 2.4: it needs one of `metBy`, `app`, `later` and `notApplicable`.'],
    [
      { ...notApplicable, notApplicable: '' },
      'RFC 1 2.5: it needs one of `metBy`, `app`, `later` and `notApplicable`.',
    ],
    [{ ...later, requirement: '' }, 'RFC 1 2.4: `requirement` is empty.'],
    [{ ...later, id: 'RFC 12 1' }, 'RFC 12 1: its id does not begin with "RFC 1 ".'],
    [{ ...later, id: tested.id }, 'Two requirements have the id RFC 1 2.1.'],
    [{ ...later, absent: undefined }, 'RFC 1 2.4: `later` needs `absent`, and nothing else has it.'],
    [
      { ...later, absent: 'index' },
      'RFC 1 2.4: it says that Latchkey does not have this feature yet, but src/index.ts exists.',
    ],
    [{ ...later, note: 'x' }, 'RFC 1 2.4: unknown key `note`.'],
  ])('refuses an invalid requirement: %j', async (requirement, fault) => {
    const { root, faults } = await createStandardsFixture([tested, requirement])
    expect(faults).toContain(fault)
    expect(checkStandardsPage(root)).toContain(fault)
  })

  test.each([
    ['a requirement', [...all, { ...later, id: 'RFC 1 2.6' }]],
    ['a title', all.with(0, { ...tested, test: 'A and B > fail' })],
    ['the reason for no test', all.with(1, { ...untested, untested: 'C is obvious.' })],
    ['who meets it', all.with(3, { id: later.id, requirement: later.requirement, app: 'Do E.' })],
  ])('refuses a page that is outdated by %s', async (_, requirements) => {
    const { root } = await createStandardsFixture()
    const changed = createFixture(createFiles(requirements, readPage(root)))
    expect(checkStandardsPage(changed)).toEqual(['docs/standards.md is outdated: run npm run standards.'])
  })

  test('refuses a page that names a file that was deleted', async () => {
    const { root } = await createStandardsFixture()
    const changed = createFixture({ ...createFiles(all, readPage(root)), [file]: null })
    expect(checkStandardsPage(changed)).toEqual(['docs/standards.md is outdated: run npm run standards.'])
  })
})

describe('after a run', () => {
  test('every test must exist', async () => {
    const { root } = await createStandardsFixture()
    expect(checkStandardsRun(root, tests)).toEqual([])
    for (const [index, { id }] of [tested, app].entries())
      expect(checkStandardsRun(root, tests.toSpliced(index, 1))).toEqual([
        expect.stringContaining(`${id}: no test has the title`),
      ])
  })

  test('no test may have been skipped', async () => {
    const { root } = await createStandardsFixture()
    const skipped = tests.with(0, { ...tests[0], state: 'skipped' })
    expect(checkStandardsRun(root, skipped)).toEqual([`${tested.id}: its test was skipped: ${tests[0].name}`])
  })
})
