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

/** Finds packages whose license is missing or not allowed. Packages that `isShipped` holds for need a permissive license. */
export function findLicenseFaults(packages, isShipped) {
  return packages.flatMap(entry => {
    const allowed = isShipped(entry) ? permissive : forTools
    if (typeof entry.license === 'string' && isAllowed(entry.license, allowed)) return []
    return [
      `${entry.name} ${entry.version} has the license ${entry.license ?? 'of no name'}, which is not allowed.`,
    ]
  })
}

/** Reads SPDX expressions of one level. One of the licenses joined by OR suffices, and all joined by AND are needed. */
function isAllowed(expression, allowed) {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  const alternatives = text.split(' OR ').map(part => part.split(' AND '))
  return alternatives.some(licenses => licenses.every(license => allowed.has(license)))
}
