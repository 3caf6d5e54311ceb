/**
 * bcrypt, which no runtime has built in. The package `bcrypt` or `bcryptjs` verifies it.
 *
 * @module
 */
import { listUnicodeForms } from './encoding.js'
import { getNodeModule } from './node-modules.js'
import { type HashFormat, malformed } from './stored-hash.js'

/** Compares a password with a hash. */
type CompareBcrypt = (password: string, stored: string) => Promise<boolean>

/** The cost is a binary logarithm. 16 takes about 4 seconds. */
const maxCost = 16

/** bcrypt, as Auth0, Clerk, Supabase, Laravel and Devise write it. It reads the first 72 bytes of a password. */
export const bcryptFormat: HashFormat = {
  name: 'bcrypt',
  matches: stored => /^\$2[abxy]?\$/.test(stored),
  parse: async stored => {
    const [, costText = '', rest = ''] = /^\$2[abxy]\$(\d\d)\$([./0-9A-Za-z]{53})$/.exec(stored) ?? []
    const cost = Number(costText)
    if (rest === '' || cost < 4) return malformed
    if (cost > maxCost) return `its cost is too high (${cost}, the limit is ${maxCost})`
    const compare = await loadCompare()
    if (!compare)
      return 'no package for bcrypt is installed. Run: npm install bcrypt (or `bcryptjs`, which is slower and needs no compiler)'
    // The versions differ only for faults of old implementations. Neither package accepts all of them.
    const hash = `$2b$${costText}$${rest}`
    return {
      cost: `bcrypt ${cost}`,
      verify: async password => {
        for (const form of listUnicodeForms(password)) if (await compare(form, hash)) return true
        return false
      },
    }
  },
}

/** Loads an optional peer: `bcrypt` first, because it computes in another thread. */
async function loadCompare(): Promise<CompareBcrypt | null> {
  return loadBcrypt() ?? (await loadBcryptjs())
}

/** What the packages export. */
interface BcryptModule {
  readonly compare?: CompareBcrypt
  readonly default?: { readonly compare?: CompareBcrypt }
}

/** What is used of `node:module`. */
interface NodeModule {
  createRequire(location: string): (name: string) => BcryptModule
}

/**
 * Bundlers must not see this package, which is compiled for one platform. A bundler may also have moved this module away from `node_modules`,
 * so the working directory is searched next.
 */
function loadBcrypt(): CompareBcrypt | null {
  const { createRequire } = getNodeModule<NodeModule>('node:module') ?? {}
  const { cwd } = getNodeModule<{ cwd?: () => string }>('node:process') ?? {}
  for (const getLocation of [() => import.meta.url, () => `${cwd?.()}/`]) {
    try {
      const compare = createRequire?.(getLocation())('bcrypt').compare
      if (compare) return compare
    } catch {
      // Not installed there, or not for this platform.
    }
  }
  return null
}

/** Inside `try`, bundlers accept the import of a package that is not installed. */
async function loadBcryptjs(): Promise<CompareBcrypt | null> {
  try {
    const module: BcryptModule = await import('bcryptjs')
    // Version 2 is CommonJS. A bundle can have an empty module instead of a package that is not installed.
    return module.compare ?? module.default?.compare ?? null
  } catch {
    return null
  }
}
