import { describe, expect, test } from 'vitest'
import { checkRegistry, checkRun } from '../registries/verify.js'
import { createWrittenSample, relyingPartySample as sample } from './registry-samples.js'

const { registry, entries: all } = sample
const [tested, untested, attack] = all

async function findFaults(entries, files) {
  const { root } = await createWrittenSample(sample, { entries, files })
  return checkRegistry(root, registry)
}

describe('the behaviors of providers', () => {
  test.each([
    [
      'without a test',
      [...all, { ...attack, id: 'OX-07' }],
      'OX-07: no test has a title that begins with "OX-07: ".',
    ],
    ['with another name than its test', [{ ...tested, name: 'other' }, attack], 'RP-05: no test has a title'],
    ['without a result or a reason', [...all, { id: 'OX-08', provider: 'lies' }], 'OX-08: it needs one of'],
    ['with a result and a reason', [{ ...tested, reason: 'later' }, attack], 'RP-05: it needs one of'],
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
  ])('are refused %s', async (_, behaviors, fault) => {
    expect(await findFaults(behaviors)).toContainEqual(expect.stringContaining(fault))
  })

  test('include those of all tests', async () => {
    expect(await findFaults([tested, untested])).toEqual([
      `test/relying-party/id-token.test.ts: no behavior belongs to the title "OX-06: a user's time".`,
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

  async function findRunFaults(run) {
    const { root } = await createWrittenSample(sample, { files: { [file]: each } })
    return checkRun(root, registry, run)
  }

  test('all ran', async () => {
    expect(await findRunFaults(ran)).toEqual([])
  })

  test('have a fault if one was skipped', async () => {
    const skipped = ran.with(1, toRun('RP-05 missing-iat: no time (2)', { state: 'skipped' }))
    expect(await findRunFaults(skipped)).toEqual([
      `${file}: a test was skipped: rejected > RP-05 missing-iat: no time (2)`,
    ])
  })

  test.each([
    ['is missing', ran.slice(0, 2)],
    ['is in another file', ran.with(2, toRun('OX-06: a lie', { file: 'test/other.test.ts' }))],
    ['is only a prefix of the title that ran', ran.with(2, toRun('OX-06: a lie and more'))],
    ['ran only in a browser', ran.with(2, toRun('OX-06: a lie', { project: 'browser' }))],
  ])('have a fault if a title in the source %s', async (_, run) => {
    expect(await findRunFaults(run)).toEqual([`${file}: no test has the title "OX-06: a lie".`])
  })

  test('have a fault if a title is only the name of its behavior', async () => {
    const bare = "test('RP-05 missing-iat: ', () => {})\ntest('OX-06: a lie', () => {})\n"
    expect(await findFaults(all, { [file]: bare })).toEqual([
      `${file}: the title "RP-05 missing-iat: " does not describe the test.`,
    ])
  })
})
