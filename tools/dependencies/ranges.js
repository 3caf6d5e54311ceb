/**
 * Reads the ranges of Node versions in `engines`, such as `^20.19.0 || >=22.12.0`.
 *
 * @module
 */
import { compareVersions } from './versions.js'

/** Returns whether a version without a prerelease, such as `20.19`, is in the range. */
export function isInRange(version, range) {
  return range
    .split('||')
    .some(part => listComparators(part).every(comparator => matches(complete(version), comparator)))
}

/** Splits `>= 18 <21` into its comparators. `1 - 2` is not used by Node packages. */
function listComparators(part) {
  return part
    .replace(/([<>=^~]+)\s+/g, '$1')
    .split(/\s+/)
    .filter(Boolean)
}

function matches(version, comparator) {
  const [, operator, limit] = /^([<>=^~]*)v?(.*)$/.exec(comparator)
  if (/^[*xX]?$/.test(limit)) return true
  const order = compareVersions(version, complete(limit))
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  if (operator === '>') return order > 0
  if (operator === '>=') return order >= 0
  return order >= 0 && hasSamePrefix(version, limit, operator)
}

/** `^` allows newer minor versions, `~` newer patches. Without an operator, the given numbers are the prefix. */
function hasSamePrefix(version, limit, operator) {
  const given = limit.split('.').filter(number => /^\d+$/.test(number))
  const lengths = { '^': 1, '~': 2 }
  const length = Math.min(given.length, lengths[operator] ?? 3)
  return given.slice(0, length).every((number, index) => number === version.split('.')[index])
}

function complete(version) {
  const numbers = version.split('.').map(number => (/^\d+$/.test(number) ? number : '0'))
  return [...numbers, '0', '0'].slice(0, 3).join('.')
}
