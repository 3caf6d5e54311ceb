/**
 * Finds locked packages with a known vulnerability. The list is in the repository, so that the gate needs no network and a build of an old
 * commit has the result that it had then.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { compareVersions } from './versions.js'

/** Path of the list. */
const listPath = 'tools/dependencies/vulnerabilities.json'

/**
 * Reads the list. An entry is `{ id, package, title, source, ranges, exceptions? }`:
 *
 * - `id` is that of the GitHub advisory database.
 * - `source` is the URL of the page with these versions.
 * - `ranges` are the vulnerable versions, each `{ from?, before }` with `before` as the first fixed version.
 * - `exceptions` are folders that keep such a version, each `{ version, folders, reason }`.
 */
export function readVulnerabilities(root) {
  return JSON.parse(readFileSync(join(root, listPath), 'utf8'))
}

/** Finds the packages that have a vulnerability without an exception, and exceptions that no package needs. */
export function findVulnerablePackages(vulnerabilities, lockfiles) {
  return vulnerabilities.flatMap(entry => {
    const hits = lockfiles.flatMap(({ lockfile, packages }) =>
      packages
        .filter(({ name, version }) => name === entry.package && isVulnerable(entry, version))
        .map(({ version }) => ({ folder: posix.dirname(lockfile), version })),
    )
    return [...findUnexcepted(entry, hits), ...findUnusedExceptions(entry, hits)]
  })
}

function isVulnerable({ ranges }, version) {
  return ranges.some(
    ({ from = '0.0.0-0', before }) =>
      compareVersions(version, from) >= 0 && compareVersions(version, before) < 0,
  )
}

function findUnexcepted(entry, hits) {
  const faults = hits
    .filter(hit => !listExceptions(entry).some(exception => isSameHit(exception, hit)))
    .map(({ folder, version }) => {
      const fixes = entry.ranges.map(({ before }) => before).join(' or ')
      return `${posix.join(folder, 'package-lock.json')}: ${entry.package} ${version} has ${entry.id}: ${entry.title}. Use ${fixes} or newer.`
    })
  return [...new Set(faults)]
}

function findUnusedExceptions(entry, hits) {
  return listExceptions(entry)
    .filter(exception => !hits.some(hit => isSameHit(exception, hit)))
    .map(
      ({ folder, version }) =>
        `${listPath}: no lockfile in ${folder} has ${entry.package} ${version}. Remove the exception of ${entry.id}.`,
    )
}

function listExceptions({ exceptions = [] }) {
  return exceptions.flatMap(({ folders, version }) => folders.map(folder => ({ folder, version })))
}

function isSameHit(a, b) {
  return a.folder === b.folder && a.version === b.version
}

/** Finds entries that are incomplete. */
export function findListFaults(vulnerabilities) {
  return vulnerabilities.flatMap(entry => {
    const { id, title, source, ranges, exceptions = [] } = entry
    const faults = []
    if (!/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/.test(id))
      faults.push('its id is not one of a GitHub advisory')
    if (!entry.package || !title || !ranges?.length)
      faults.push('`package`, `title` and `ranges` are required')
    if (!URL.canParse(source)) faults.push('`source` is not a URL')
    if (exceptions.some(({ reason, folders }) => !reason || !folders?.length))
      faults.push('an exception needs `folders` and a `reason`')
    return faults.map(fault => `${listPath}: ${id}: ${fault}.`)
  })
}
