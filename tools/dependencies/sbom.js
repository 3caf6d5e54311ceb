/**
 * Builds the software bill of materials in the format CycloneDX 1.6. It depends on the manifest, the lockfile and the bundled packages only,
 * so that a rebuild of a release has the same file.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readManifest } from '../shared/subpaths.js'
import { readPackages, readProjectDependencies } from './lockfiles.js'

/**
 * Packages whose code is copied into the sources or by the build: the passkey script, the argument parser of the CLI, the SMTP server
 * and the email parser of `npx latchkey dev` with what they require, and the collections of provider icons. They are installed for development only, but users receive them.
 */
const bundled = [
  {
    lockfile: 'package-lock.json',
    name: /^(?:@simplewebauthn\/browser|commander|nodemailer|postal-mime|punycode\.js|smtp-server)$/,
  },
  { lockfile: 'tools/icons/package-lock.json', name: /^@iconify-json\// },
]

/** Returns whether code of a package of `lockfile` is part of the package that users install. */
export function isBundled(lockfile, name) {
  return bundled.some(entry => entry.lockfile === lockfile && entry.name.test(name))
}

/**
 * Returns the document.
 *
 * @param root the folder of the project
 * @param tarballDigest the SHA-512 digest of the tarball, hexadecimal
 */
export function buildSbom(root, tarballDigest) {
  const manifest = readManifest(root)
  const packages = listSbomPackages(root)
  const main = { name: manifest.name, version: manifest.version, license: manifest.license }
  const refs = new Map(packages.map(entry => [entry.path, getRef(entry)]))
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { ...toComponent(main), hashes: [{ alg: 'SHA-512', content: tarballDigest }] },
    },
    components: mergeByRef(packages.map(toComponent)),
    dependencies: mergeDependencies([
      { ref: getRef(main), dependsOn: toRefs(refs, readProjectDependencies(root)) },
      ...packages.map(entry => ({ ref: getRef(entry), dependsOn: toRefs(refs, entry.dependencies) })),
    ]),
  }
  return { ...document, serialNumber: getSerialNumber(document) }
}

function listSbomPackages(root) {
  const icons = bundled.filter(({ lockfile }) => lockfile !== 'package-lock.json')
  return [
    ...readPackages(root, 'package-lock.json').map(entry => ({ ...entry, lockfile: 'package-lock.json' })),
    ...icons.flatMap(({ lockfile, name }) =>
      readPackages(root, lockfile)
        .filter(entry => name.test(entry.name))
        .map(entry => ({ ...entry, lockfile, path: join(lockfile, entry.path), dependencies: [] })),
    ),
  ]
}

function toComponent({ lockfile, ...entry }) {
  const ref = getRef(entry)
  return {
    type: 'library',
    'bom-ref': ref,
    name: entry.name,
    version: entry.version,
    ...(lockfile && { scope: getScope(lockfile, entry) }),
    ...(entry.integrity && { hashes: [{ alg: 'SHA-512', content: decodeIntegrity(entry.integrity) }] }),
    licenses: [
      / OR | AND /.test(entry.license) ? { expression: entry.license } : { license: { id: entry.license } },
    ],
    purl: ref,
  }
}

/** `excluded` is what only development and tests use. */
function getScope(lockfile, { name, dev }) {
  return dev && !isBundled(lockfile, name) ? 'excluded' : 'required'
}

/** Returns the package URL. The at sign of a scope is encoded (package-url specification, npm). */
function getRef({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function decodeIntegrity(integrity) {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
}

function toRefs(refs, paths) {
  return paths.flatMap(path => refs.get(path) ?? [])
}

/** A package that is installed at several paths is one component. It is required if it is at one of them. */
function mergeByRef(components) {
  const merged = new Map()
  for (const component of components)
    if (merged.get(component.purl)?.scope !== 'required') merged.set(component.purl, component)
  return sortBy([...merged.values()], 'purl')
}

function mergeDependencies(entries) {
  const merged = new Map()
  for (const { ref, dependsOn } of entries)
    merged.set(ref, [...new Set([...(merged.get(ref) ?? []), ...dependsOn])].sort())
  return sortBy(
    [...merged].map(([ref, dependsOn]) => ({ ref, dependsOn })),
    'ref',
  )
}

function sortBy(values, key) {
  return values.sort((a, b) => (a[key] < b[key] ? -1 : 1))
}

/** Returns a UUID that depends on the content (RFC 9562 section 5.8, version 8). */
function getSerialNumber(document) {
  const bytes = createHash('sha256').update(JSON.stringify(document)).digest().subarray(0, 16)
  bytes[6] = (bytes[6] & 0x0f) | 0x80
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`
}
