/**
 * Verifies what the project installs: no version with a known vulnerability in any lockfile, allowed licenses, exact versions of
 * development dependencies, few packages that each contributor installs, and each package of every platform with an integrity digest.
 * Needs no network.
 *
 * @module
 */
import { join } from 'node:path'
import { findLicenseFaults } from './dependencies/licenses.js'
import { findMissingPackages, listLockfiles, readPackages } from './dependencies/lockfiles.js'
import { findProjectFaults } from './dependencies/project-limits.js'
import { isBundled } from './dependencies/sbom.js'
import {
  findListFaults,
  findVulnerablePackages,
  readVulnerabilities,
} from './dependencies/vulnerabilities.js'
import { listFolders } from './linked-packages.js'
import { runAsGate } from './shared/gate.js'
import { readManifest } from './shared/subpaths.js'

/** Finds faults of the lockfiles below `root` and of its package.json. */
export function checkDependencies(root) {
  const vulnerabilities = readVulnerabilities(root)
  const faults = findListFaults(vulnerabilities)
  if (faults.length > 0) return faults
  const lockfiles = listLockfiles(root).map(lockfile => ({
    lockfile,
    packages: readPackages(root, lockfile),
  }))
  return [
    ...findInexactVersions('package.json', readManifest(root).devDependencies),
    ...listFolders(root).flatMap(folder => findInexactFolderVersions(root, folder)),
    ...findProjectFaults(root),
    ...findVulnerablePackages(vulnerabilities, lockfiles),
    ...lockfiles.flatMap(({ lockfile, packages }) =>
      [
        ...findMissingEntries(root, lockfile),
        ...findMissingDigests(packages),
        ...findPackageLicenseFaults(lockfile, packages),
      ].map(fault => `${lockfile}: ${fault}`),
    ),
  ]
}

/** A range would let an install of the same commit differ. The lockfile records exact versions, but an update would change them. */
function findInexactVersions(path, versions = {}) {
  return Object.entries(versions)
    .filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
    .map(([name, version]) => `${path}: ${name} has the range ${version}. Set an exact version.`)
}

function findInexactFolderVersions(root, folder) {
  const { dependencies, devDependencies } = readManifest(join(root, folder))
  return findInexactVersions(`${folder}/package.json`, { ...dependencies, ...devDependencies })
}

function findMissingEntries(root, lockfile) {
  return findMissingPackages(root, lockfile).map(
    ({ name, dependent }) =>
      `${name} has no entry, so \`npm ci\` fails on a machine where ${dependent} requires it. Delete \`node_modules\` and the entry of ` +
      'the dependent, then run `npm install --package-lock-only`.',
  )
}

/**
 * A package that another one bundles is part of the digest of that one. A package without a URL comes from the registry of the machine,
 * where its digest is the same.
 */
function findMissingDigests(packages) {
  return packages
    .filter(({ inBundle }) => !inBundle)
    .filter(({ integrity, resolved }) => !integrity?.startsWith('sha512-') || resolved !== undefined)
    .map(({ name, version }) => `${name} ${version} has no SHA-512 digest, or is not from the npm registry.`)
}

/** Tests and benchmarks install what users of other packages do, so only the packages of this project are restricted. */
function findPackageLicenseFaults(lockfile, packages) {
  if (lockfile === 'package-lock.json')
    return findLicenseFaults(packages, ({ name, dev }) => !dev || isBundled(lockfile, name))
  return findLicenseFaults(
    packages.filter(({ name }) => isBundled(lockfile, name)),
    () => true,
  )
}

await runAsGate(import.meta.url, checkDependencies)
