import { describe, expect, test } from 'vitest'
import { checkDependencies } from '../check-dependencies.js'
import { buildSbom } from '../dependencies/sbom.js'
import { compareVersions } from '../dependencies/versions.js'
import { createFixture } from './fixture.js'

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`
const harbor = { version: '1.2.3', license: 'MIT', integrity }
const crane = { version: '4.0.0', license: 'MPL-2.0', integrity, dev: true }
const advisory = {
  id: 'GHSA-2345-6789-cfgh',
  package: 'harbor',
  title: 'the gate stays open',
  source: 'https://github.com/advisories/GHSA-2345-6789-cfgh',
  ranges: [{ before: '1.2.0' }, { from: '2.0.0-beta.0', before: '2.0.0-beta.10' }],
}

/** Creates a project that installs `packages`, and knows `vulnerabilities`. */
function createProject({ packages = {}, vulnerabilities = [advisory], manifest = {}, files = {} }) {
  return createFixture({
    'package.json': JSON.stringify({ name: 'quay', version: '1.0.0', license: 'ISC', ...manifest }),
    'package-lock.json': createLockfile({
      'node_modules/harbor': harbor,
      'node_modules/crane': crane,
      ...packages,
    }),
    'tools/icons/package-lock.json': createLockfile({}),
    'tools/dependencies/vulnerabilities.json': JSON.stringify(vulnerabilities),
    ...files,
  })
}

function createLockfile(packages) {
  const dependencies = packages['node_modules/harbor'] && { harbor: '^1.0.0' }
  return JSON.stringify({ packages: { '': { dependencies }, ...packages } })
}

const findFaults = project => checkDependencies(createProject(project))

describe('the gate', () => {
  test('accepts fixed versions, allowed licenses and exact versions', () => {
    const devDependencies = { crane: '4.0.0', 'crane-3': 'npm:crane@3.0.0-beta.1' }
    expect(findFaults({ manifest: { devDependencies } })).toEqual([])
  })

  test.each(['1.1.9', '0.0.1-alpha', '1.2.0-rc.1', '2.0.0-beta.9'])(
    'refuses a version with a known vulnerability: %s',
    version => {
      expect(findFaults({ packages: { 'node_modules/harbor': { ...harbor, version } } })).toEqual([
        `package-lock.json: harbor ${version} has GHSA-2345-6789-cfgh: the gate stays open. Use 1.2.0 or 2.0.0-beta.10 or newer.`,
      ])
    },
  )

  test.each(['1.2.0', '2.0.0-alpha.1', '2.0.0-beta.10', '2.0.0', '10.0.0'])('accepts %s', version => {
    expect(findFaults({ packages: { 'node_modules/harbor': { ...harbor, version } } })).toEqual([])
  })

  test('refuses it in other lockfiles, below other packages and under another name', () => {
    const old = { ...harbor, version: '1.0.0' }
    const lockfile = createLockfile({ 'node_modules/pier': { ...old, name: 'harbor' } })
    const faults = findFaults({
      packages: { 'node_modules/crane/node_modules/harbor': old },
      files: { 'examples/ferry/package-lock.json': lockfile },
    })
    expect(faults).toEqual([
      expect.stringContaining('examples/ferry/package-lock.json: harbor 1.0.0 has GHSA-2345-6789-cfgh'),
      expect.stringContaining('package-lock.json: harbor 1.0.0 has GHSA-2345-6789-cfgh'),
    ])
  })

  test('accepts an exception of one folder and version, and refuses one that is not needed', () => {
    const old = createLockfile({ 'node_modules/harbor': { ...harbor, version: '1.0.0' } })
    const exception = { version: '1.0.0', folders: ['examples/ferry'], reason: 'The ferry requires it.' }
    const vulnerabilities = [{ ...advisory, exceptions: [exception] }]
    const files = { 'examples/ferry/package-lock.json': old }
    expect(findFaults({ vulnerabilities, files })).toEqual([])
    expect(findFaults({ vulnerabilities })).toEqual([
      expect.stringContaining('no lockfile in examples/ferry has harbor 1.0.0. Remove the exception'),
    ])
    expect(findFaults({ vulnerabilities, files: { ...files, 'bench/package-lock.json': old } })).toEqual([
      expect.stringContaining('bench/package-lock.json: harbor 1.0.0'),
    ])
  })

  test.each([
    [{ ...advisory, id: 'CVE-2026-1' }, 'its id is not one of a GitHub advisory'],
    [{ ...advisory, source: undefined }, '`source` is not a URL'],
    [{ ...advisory, ranges: [] }, '`package`, `title` and `ranges` are required'],
    [{ ...advisory, exceptions: [{ version: '1.0.0', folders: ['.'] }] }, 'an exception needs'],
  ])('refuses an incomplete entry of the list: %j', (entry, fault) => {
    expect(findFaults({ vulnerabilities: [entry] })).toEqual([expect.stringContaining(fault)])
  })

  test.each([
    [
      'a license that tools alone may have',
      { ...harbor, license: 'MPL-2.0' },
      'harbor 1.2.3 has the license MPL-2.0',
    ],
    [
      'a license that nothing may have',
      { ...crane, license: 'AGPL-3.0' },
      'harbor 4.0.0 has the license AGPL-3.0',
    ],
    [
      'both of two licenses',
      { ...harbor, license: '(MIT AND AGPL-3.0)' },
      'harbor 1.2.3 has the license (MIT AND',
    ],
    ['no license', { ...crane, license: undefined }, 'harbor 4.0.0 has the license of no name'],
    ['no digest', { ...harbor, integrity: undefined }, 'harbor 1.2.3 has no SHA-512 digest'],
    ['a weak digest', { ...harbor, integrity: 'sha1-AAAA' }, 'harbor 1.2.3 has no SHA-512 digest'],
    [
      'another source',
      { ...harbor, resolved: 'https://evil.example/harbor.tgz' },
      'not from the npm registry',
    ],
  ])('refuses %s', (_, entry, fault) => {
    expect(findFaults({ packages: { 'node_modules/harbor': entry } })).toEqual([
      expect.stringContaining(fault),
    ])
  })

  test.each(['dependencies', 'optionalDependencies'])('refuses a lockfile without one of the %s', kind => {
    const dependent = { ...harbor, [kind]: { rope: '2.0.0', 'rope-darwin-arm64': '2.0.0' } }
    const packages = { 'node_modules/harbor': dependent, 'node_modules/rope': harbor }
    const lockfile = createLockfile(packages)
    expect(findFaults({ packages, files: { 'examples/ferry/package-lock.json': lockfile } })).toEqual([
      expect.stringContaining('examples/ferry/package-lock.json: rope-darwin-arm64 has no entry'),
      expect.stringContaining('package-lock.json: rope-darwin-arm64 has no entry'),
    ])
  })

  test('refuses a lockfile without a development dependency of the project', () => {
    const packages = { '': { devDependencies: { crane: '4.0.0', winch: '1.0.0' } } }
    expect(findFaults({ packages })).toEqual([expect.stringContaining('winch has no entry')])
  })

  test('accepts a dependency in a folder above, and a peer dependency that is not installed', () => {
    const peerDependencies = { winch: '*' }
    const entry = { ...harbor, dependencies: { crane: '*' }, peerDependencies }
    const packages = { 'node_modules/crane/node_modules/pier': entry }
    expect(findFaults({ packages })).toEqual([])
  })

  test('accepts one of two licenses', () => {
    const entry = { ...harbor, license: '(MIT OR AGPL-3.0)' }
    expect(findFaults({ packages: { 'node_modules/harbor': entry } })).toEqual([])
  })

  test('requires a permissive license of packages whose code is copied', () => {
    const entry = { ...crane, license: 'MPL-2.0' }
    expect(findFaults({ packages: { 'node_modules/@simplewebauthn/browser': entry } })).toEqual([
      expect.stringContaining('@simplewebauthn/browser 4.0.0 has the license MPL-2.0'),
    ])
  })

  test.each(['^4.0.0', '~4.0.0', '*', 'latest', 'npm:crane@^4'])('refuses the range %s', version => {
    expect(findFaults({ manifest: { devDependencies: { crane: version } } })).toEqual([
      expect.stringContaining(`crane has the range ${version}`),
    ])
  })
})

describe('what each contributor installs', () => {
  const folder = 'test/hono/installed'
  const createFolder = (manifest, packages) => ({
    [`${folder}/package.json`]: JSON.stringify(manifest),
    [`${folder}/package-lock.json`]: createLockfile(packages),
  })
  const pier = { version: '3.0.0', license: 'MIT', integrity }

  test('refuses too many packages, for example those of a framework', () => {
    const names = Array.from({ length: 420 }, (_, index) => `node_modules/plank-${index}`)
    const packages = Object.fromEntries(names.map(name => [name, harbor]))
    expect(findFaults({ packages })).toEqual([
      expect.stringContaining('422 packages, at most 420 are allowed'),
    ])
  })

  test('refuses a package that is compiled', () => {
    expect(findFaults({ packages: { 'node_modules/winch': { ...harbor, hasInstallScript: true } } })).toEqual(
      [expect.stringContaining('winch 1.2.3 runs a script when it is installed')],
    )
  })

  test.each(['>=22', '^22.22.3 || ^24.15.0 || >=26.0.0', '~20.18.0', '>= 18 <20'])(
    'refuses a package that requires Node %s',
    node => {
      const packages = { 'node_modules/winch': { ...harbor, engines: { node } } }
      expect(findFaults({ packages, manifest: { engines: { node: '>=20.19' } } })).toEqual([
        expect.stringContaining(`winch 1.2.3 requires Node ${node}, and Latchkey supports 20.19`),
      ])
    },
  )

  test.each(['*', '20.x', '18 || 20 || >=22', '^20.19.0 || >=22.12.0', '>= 14.17', '>=20 <21'])(
    'accepts a package that requires Node %s',
    node => {
      const packages = { 'node_modules/winch': { ...harbor, engines: { node } } }
      expect(findFaults({ packages, manifest: { engines: { node: '>=20.19' } } })).toEqual([])
    },
  )

  test('accepts a package of a framework in its folder, whatever Node it requires', () => {
    const packages = { 'node_modules/pier': { ...pier, engines: { node: '>=22' }, hasInstallScript: true } }
    const files = createFolder({ dependencies: { pier: '3.0.0' } }, packages)
    expect(findFaults({ files, manifest: { engines: { node: '>=20.19' } } })).toEqual([])
  })

  test('refuses a package of a framework that is back in the project', () => {
    const files = createFolder({ dependencies: { crane: '4.0.0' } }, { 'node_modules/crane': crane })
    expect(findFaults({ files, manifest: { devDependencies: { crane: '4.0.0' } } })).toEqual([
      `${folder}/package.json: crane is also in package.json. Remove it from one of them.`,
    ])
  })

  test('refuses another version of a package that the project installs for another one', () => {
    const newer = { ...crane, version: '4.1.0' }
    const files = createFolder({ dependencies: { crane: '4.1.0' } }, { 'node_modules/crane': newer })
    expect(findFaults({ files })).toEqual([expect.stringContaining('crane is 4.0.0 in package-lock.json')])
  })

  test('refuses a range, and a folder without a lockfile', () => {
    const files = { [`${folder}/package.json`]: JSON.stringify({ dependencies: { pier: '^3.0.0' } }) }
    expect(findFaults({ files })).toEqual([
      `${folder}/package.json: pier has the range ^3.0.0. Set an exact version.`,
      expect.stringContaining(`${folder} has no lockfile`),
    ])
  })
})

test('versions are ordered as Semantic Versioning says', () => {
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ]
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered)
  expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
  expect(() => compareVersions('1.0', '1.0.0')).toThrow('"1.0" is not a version')
})

describe('the bill of materials', () => {
  test('lists each package with its scope, digest, license and dependencies', () => {
    const root = createProject({
      packages: {
        'node_modules/harbor': { ...harbor, dependencies: { rope: '*' } },
        'node_modules/rope': { version: '3.0.0', license: '(MIT OR ISC)', integrity },
        'node_modules/harbor/node_modules/rope': { version: '2.0.0', license: 'MIT', integrity },
        'node_modules/@simplewebauthn/browser': { ...crane, license: 'MIT' },
      },
    })
    const { metadata, components, dependencies } = buildSbom(root, 'aa')
    expect(metadata.component).toMatchObject({ purl: 'pkg:npm/quay@1.0.0', hashes: [{ content: 'aa' }] })
    const scopes = components.map(({ purl, scope }) => [purl, scope])
    expect(scopes).toEqual([
      ['pkg:npm/%40simplewebauthn/browser@4.0.0', 'required'],
      ['pkg:npm/crane@4.0.0', 'excluded'],
      ['pkg:npm/harbor@1.2.3', 'required'],
      ['pkg:npm/rope@2.0.0', 'required'],
      ['pkg:npm/rope@3.0.0', 'required'],
    ])
    expect(components[2]).toMatchObject({
      hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
      licenses: [{ license: { id: 'MIT' } }],
    })
    expect(components[4].licenses).toEqual([{ expression: '(MIT OR ISC)' }])
    expect(dependencies).toContainEqual({ ref: 'pkg:npm/quay@1.0.0', dependsOn: ['pkg:npm/harbor@1.2.3'] })
    expect(dependencies).toContainEqual({ ref: 'pkg:npm/harbor@1.2.3', dependsOn: ['pkg:npm/rope@2.0.0'] })
  })

  test('is the same for the same packages, and another one for others', () => {
    const [first, second] = [createProject({}), createProject({})]
    expect(buildSbom(first, 'aa')).toEqual(buildSbom(second, 'aa'))
    expect(buildSbom(first, 'aa').serialNumber).toMatch(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    )
    expect(buildSbom(first, 'bb').serialNumber).not.toBe(buildSbom(second, 'aa').serialNumber)
  })
})
