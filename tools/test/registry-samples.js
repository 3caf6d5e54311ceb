/**
 * A small valid project for each registry whose entries name tests: `entries`, `wrap`, which returns the data, more `files`, and the `tests`
 * of a run.
 *
 * @module
 */
import { advisories } from '../registries/definitions/advisories.js'
import { conformance } from '../registries/definitions/conformance.js'
import { findings } from '../registries/definitions/findings.js'
import { relyingParty } from '../registries/definitions/relying-party.js'
import { standards } from '../registries/definitions/standards.js'
import { updatePage } from '../registries/verify.js'
import { createFixture } from './fixture.js'

/** The file of all tests. */
export const file = 'test/harbor.test.js'

const toTest = name => ({ name, file, project: 'unit', state: 'passed' })

export const advisorySample = {
  registry: advisories,
  entries: [
    {
      id: 'GHSA-2222-3333-4444',
      aliases: ['CVE-2020-1234'],
      library: 'harbor',
      defect: 'A token was not verified.',
      test: 'GHSA-2222-3333-4444: a token is verified > latchkey',
      authJs: 'vulnerable',
    },
    {
      id: 'harbor#12',
      library: 'harbor',
      defect: 'A | in a cell.',
      test: 'a cell > is escaped',
      betterAuth: 'fixed in 1.2.3',
    },
    { id: 'CVE-2021-1234', library: 'harbor', defect: 'No lock.', notApplicable: 'It has no lock.' },
  ],
  wrap: entries => [{ section: 'Harbor', advisories: entries }],
  files: { 'package.json': JSON.stringify({ devDependencies: { '@auth/core': '1.2.3' } }) },
  tests: [
    'GHSA-2222-3333-4444: a token is verified > latchkey',
    'GHSA-2222-3333-4444: a token is verified > @auth/core',
    'the page > a cell > is escaped',
  ].map(toTest),
}

const conformanceSample = {
  registry: conformance,
  entries: [
    {
      id: 'sum.adds',
      rule: 'Numbers are added.',
      test: 'adds',
      break: { file: 'src/sum.js', find: 'a + b', replace: 'a - b' },
    },
    { id: 'sum.rounds', rule: 'A | B are rounded.', test: 'a sum > with `|` and <b> > rounds' },
    { id: 'mail', rule: 'Mail is sent.', later: 'e-mail' },
  ],
  wrap: entries => ({ part: 'Sums', rules: entries }),
  files: { 'src/sum.js': 'export const sum = (a, b) => a + b\nexport const twice = a => a + a\n' },
  tests: ['a sum > adds', 'a sum > with `|` and <b> > rounds'].map(toTest),
}

export const findingSample = {
  registry: findings,
  entries: [
    { id: 'high-1', finding: 'A | B.', fixedBy: 'abcdef1', test: 'the gate > is closed' },
    { id: 'low-1', finding: 'C.', fixedBy: 'abcdef2', file },
    { id: 'low-2', finding: 'D.', fixedBy: 'abcdef3', documentedIn: '../security.md#d' },
  ],
  wrap: entries => entries,
  files: { 'docs/security.md': '' },
  tests: ['harbor > the gate > is closed'].map(toTest),
}

export const standardSample = {
  registry: standards,
  entries: [
    { id: 'RFC 1 2.1', requirement: 'A | B.', metBy: 'It does both.', test: 'A and B > work' },
    { id: 'RFC 1 2.2', requirement: 'C.', metBy: 'It does C.', untested: 'C cannot be observed.' },
    { id: 'RFC 1 2.3', requirement: 'D.', app: 'Call `limit`.', test: '`limit` counts' },
    { id: 'RFC 1 2.4', requirement: 'E.', later: 'token refresh.', absent: 'refresh' },
    { id: 'RFC 1 2.5', requirement: 'F.', notApplicable: 'It sends no SMS.' },
  ],
  wrap: entries => [
    { heading: 'RFC 1', prefix: 'RFC 1', url: 'https://harbor.example/rfc1', requirements: entries },
  ],
  files: {},
  tests: ['A and B > work', 'the adapter > `limit` counts'].map(toTest),
}

const relyingPartyFile = 'test/relying-party/id-token.test.ts'

export const relyingPartySample = {
  registry: relyingParty,
  entries: [
    { id: 'RP-05', name: 'missing-iat', provider: 'leaves out `iat`', result: 'It is rejected.' },
    { id: 'RP-36', name: 'refresh', provider: 'issues a token', reason: 'later' },
    { id: 'OX-06', provider: 'lies', result: 'It is rejected.' },
  ],
  wrap: entries => ({ reasons: { later: 'Not yet.' }, behaviors: entries }),
  files: {
    [relyingPartyFile]: `test.each([1, 2])('RP-05 missing-iat: no time (%s)', () => {})\ntest("OX-06: a user's time", () => {})\n`,
  },
  tests: ['RP-05 missing-iat: no time (1)', 'RP-05 missing-iat: no time (2)', "OX-06: a user's time"].map(
    title => ({ ...toTest(`rejected > ${title}`), file: relyingPartyFile }),
  ),
}

export const samples = [advisorySample, conformanceSample, findingSample, standardSample, relyingPartySample]

/** Returns the files of the project of a sample, with other `entries`. */
export function listSampleFiles({ registry: { data }, wrap, files, entries }) {
  const path = data.endsWith('.json') ? data : `${data}/01-sample.json`
  return { [path]: JSON.stringify(wrap(entries)), [file]: '', ...files }
}

/** Creates the project with `entries` instead of those of the sample, and more `files`. */
export function createSampleFixture(sample, { entries = sample.entries, files = {} } = {}) {
  return createFixture({ ...listSampleFiles({ ...sample, entries }), ...files })
}

/** Creates such a project and writes its page: `{ root, faults }`. */
export async function createWrittenSample(sample, options) {
  const root = createSampleFixture(sample, options)
  return { root, faults: await updatePage(root, sample.registry, { tests: sample.tests }) }
}
