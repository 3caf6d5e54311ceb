/**
 * The lowest cost of new hashes, and the highest cost of any hash.
 *
 * @module
 */
import type { KeyDerivation } from './derive-key.js'

/** The highest memory of a hash: 256 MiB. A stored string must not exhaust the memory of the server. */
const maxMemory = 268_435_456
/** Memory times passes of Argon2, in KiB: about 2 seconds. */
const maxArgon2Work = 1_048_576
/** N * r * p of scrypt: about 2 seconds. */
const maxScryptWork = 4_194_304
/** Iterations of PBKDF2: about 2 seconds. */
const maxIterations = 10_000_000
/** Lanes of Argon2. */
const maxLanes = 64

/** Describes why a cost is too high to be computed, or returns null. */
export function findCeilingFault(derivation: KeyDerivation): string | null {
  if ('i' in derivation) return findExcess('iterations', derivation.i, maxIterations)
  if (derivation.name === 'scrypt') {
    const { ln, r, p } = derivation
    return (
      findExcess('`ln`', ln, 30) ??
      findExcess('bytes of memory', 128 * r * (2 ** ln + p), maxMemory + 128 * r * p) ??
      findExcess('N * r * p', 2 ** ln * r * p, maxScryptWork)
    )
  }
  const { m, t, p } = derivation
  return (
    findExcess('KiB of memory', m, maxMemory / 1024) ??
    findExcess('lanes (`p`)', p, maxLanes) ??
    findExcess('m * t', m * t, maxArgon2Work)
  )
}

function findExcess(name: string, value: number, limit: number): string | null {
  return value <= limit ? null : `${name}: ${value}, the limit is ${limit}`
}

/** Equal costs of the OWASP password storage cheat sheet. More memory allows fewer passes. */
const argon2Floors = [
  { m: 47_104, t: 1, p: 1 },
  { m: 19_456, t: 2, p: 1 },
  { m: 12_288, t: 3, p: 1 },
  { m: 9_216, t: 4, p: 1 },
  { m: 7_168, t: 5, p: 1 },
]
const scryptFloors = [
  { ln: 17, r: 8, p: 1 },
  { ln: 16, r: 8, p: 2 },
  { ln: 15, r: 8, p: 3 },
  { ln: 14, r: 8, p: 5 },
]
const iterationFloors: Readonly<Record<string, number>> = {
  'pbkdf2-sha256': 600_000,
  'pbkdf2-sha512': 220_000,
}

/** Describes the lowest cost that new hashes can have, if this one is below it. Else returns null. */
export function findFloorFault(derivation: KeyDerivation): string | null {
  if ('i' in derivation) {
    const floor = iterationFloors[derivation.name] ?? Number.POSITIVE_INFINITY
    return derivation.i >= floor ? null : `at least \`i: ${floor}\``
  }
  if (derivation.name === 'scrypt') {
    const { ln, r, p } = derivation
    const isEnough = scryptFloors.some(
      floor => 2 ** ln * r >= 2 ** floor.ln * floor.r && r >= floor.r && p >= floor.p,
    )
    return isEnough ? null : `at least ${listCosts(scryptFloors)}`
  }
  const { m, t, p } = derivation
  const isEnough = argon2Floors.some(floor => m >= floor.m && t >= floor.t && p >= floor.p)
  return isEnough ? null : `at least ${listCosts(argon2Floors)}`
}

function listCosts(costs: readonly object[]): string {
  const texts = costs.map(cost => `\`${formatCost(cost)}\``)
  return texts.join(', ').replace(/, ([^,`]*`[^`]*`)$/, ' or $1')
}

/** Formats a cost as in PHC strings: `m=19456,t=2,p=1`. */
export function formatCost(cost: object): string {
  const numbers = Object.entries(cost).filter(([name]) => name !== 'name')
  return numbers.map(entry => entry.join('=')).join(',')
}
