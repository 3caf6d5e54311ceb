/**
 * Verifies the licenses of locked packages.
 *
 * @module
 */

/** Licenses of what users install or what the package contains: they only require that the notice is kept. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
])

/** Further licenses of tools that are not part of the package. */
const forTools = new Set([...permissive, 'BlueOak-1.0.0', 'MPL-2.0', 'Unlicense', 'WTFPL'])

/** Packages whose manifest names the license in the older field `licenses`, which npm does not copy to lockfiles. */
const licensesByPackage = new Map([
  ['busboy 1.6.0', 'MIT'],
  ['streamsearch 1.1.0', 'MIT'],
])

/** Finds packages whose license is missing or not allowed. Packages that `isShipped` holds for need a permissive license. */
export function findLicenseFaults(packages, isShipped) {
  return packages.flatMap(entry => {
    const allowed = isShipped(entry) ? permissive : forTools
    const license = entry.license ?? licensesByPackage.get(`${entry.name} ${entry.version}`)
    if (typeof license === 'string' && isAllowed(license, allowed)) return []
    return [
      `${entry.name} ${entry.version} has the license ${license ?? 'of no name'}, which is not allowed.`,
    ]
  })
}

/** Reads SPDX expressions of one level. One of the licenses joined by OR suffices, and all joined by AND are needed. */
function isAllowed(expression, allowed) {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  const alternatives = text.split(' OR ').map(part => part.split(' AND '))
  return alternatives.some(licenses => licenses.every(license => allowed.has(license)))
}
