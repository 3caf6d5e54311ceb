import { describe, expect, test } from 'vitest'
import { checkRelyingParty } from '../check-relying-party.js'
import { relyingPartyPage } from '../relying-party/page.js'
import { checkRelyingPartyRun } from '../relying-party.js'
import { createFixture } from './fixture.js'

const tested = { id: 'RP-05', name: 'missing-iat', provider: 'leaves out `iat`', result: 'It is rejected.' }
const untested = { id: 'RP-36', name: 'refresh', provider: 'issues a token', reason: 'later' }
const attack = { id: 'OX-06', provider: 'lies', result: 'It is rejected.' }
const reasons = { later: 'Not yet.' }
const tests = `test('RP-05 missing-iat: no time', () => {})\ntest.each([])("OX-06: a user's time", () => {})\n`

/** Creates a tree with a current page, unless `files` replaces a file. */
function createTree(behaviors, files = {}) {
  const sources = {
    'test/relying-party/behaviors.json': JSON.stringify({ reasons, behaviors }),
    'test/relying-party/id-token.test.ts': tests,
    ...files,
  }
  const page = relyingPartyPage.render(createFixture(sources))
  return createFixture({ [relyingPartyPage.path]: page, ...sources })
}

const findFaults = (behaviors, files) => checkRelyingParty(createTree(behaviors, files))

const all = [tested, untested, attack]

describe('the behaviors of providers', () => {
  test('have a test or a reason', () => {
    expect(findFaults(all)).toEqual([])
  })

  test.each([
    [
      'without a test',
      [...all, { ...attack, id: 'OX-07' }],
      'OX-07: no test has a title that begins with "OX-07: ".',
    ],
    ['with another name than its test', [{ ...tested, name: 'other' }, attack], 'RP-05: no test has a title'],
    ['without a result or a reason', [...all, { id: 'OX-08', provider: 'lies' }], 'OX-08: it needs either'],
    ['with a result and a reason', [{ ...tested, reason: 'later' }, attack], 'RP-05: it needs either'],
    [
      'with a reason and a test',
      [tested, { ...attack, result: undefined, reason: 'later' }],
      'OX-06: it has a test, and',
    ],
    [
      'with an unknown reason',
      [...all, { ...untested, id: 'RP-37', reason: 'x' }],
      'its reason "x" is not in',
    ],
    ['without a description', [{ ...tested, provider: '' }, attack], 'RP-05: `provider` is empty.'],
    ['with the id of another', [...all, untested], 'Two behaviors have the id RP-36.'],
  ])('are refused %s', (_, behaviors, fault) => {
    expect(findFaults(behaviors)).toContainEqual(expect.stringContaining(fault))
  })

  test('include those of all tests', () => {
    expect(findFaults([tested, untested])).toEqual([
      `test/relying-party/id-token.test.ts: no behavior belongs to the title "OX-06: a user's time".`,
    ])
  })

  test.each([
    ['is missing', null],
    ['differs', '# Providers\n'],
  ])('are refused with a page that %s', (_, page) => {
    expect(findFaults(all, { [relyingPartyPage.path]: page })).toEqual([
      'docs/relying-party.md is outdated: run npm run relying-party.',
    ])
  })
})

describe('the tests of the behaviors', () => {
  const file = 'test/relying-party/id-token.test.ts'
  const each =
    "test.each([1, 2])('RP-05 missing-iat: no time (%s)', () => {})\ntest('OX-06: a lie', () => {})\n"
  const toRun = (name, more = {}) => ({
    project: 'unit',
    file,
    name: `rejected > ${name}`,
    state: 'passed',
    ...more,
  })
  const ran = ['RP-05 missing-iat: no time (1)', 'RP-05 missing-iat: no time (2)', 'OX-06: a lie'].map(name =>
    toRun(name),
  )
  const findRunFaults = run => checkRelyingPartyRun(createTree(all, { [file]: each }), run)

  test('all ran', () => {
    expect(findRunFaults(ran)).toEqual([])
  })

  test('have a fault if one was skipped', () => {
    const skipped = ran.with(1, toRun('RP-05 missing-iat: no time (2)', { state: 'skipped' }))
    expect(findRunFaults(skipped)).toEqual([
      `${file}: a test was skipped: rejected > RP-05 missing-iat: no time (2)`,
    ])
  })

  test.each([
    ['is missing', ran.slice(0, 2)],
    ['is in another file', ran.with(2, toRun('OX-06: a lie', { file: 'test/other.test.ts' }))],
    ['is only a prefix of the title that ran', ran.with(2, toRun('OX-06: a lie and more'))],
    ['ran only in a browser', ran.with(2, toRun('OX-06: a lie', { project: 'browser' }))],
  ])('have a fault if a title in the source %s', (_, run) => {
    expect(findRunFaults(run)).toEqual([`${file}: no test has the title "OX-06: a lie".`])
  })

  test('have a fault if a title is only the name of its behavior', () => {
    const bare = "test('RP-05 missing-iat: ', () => {})\ntest('OX-06: a lie', () => {})\n"
    expect(findFaults(all, { [file]: bare })).toEqual([
      `${file}: the title "RP-05 missing-iat: " does not describe the test.`,
    ])
  })
})
