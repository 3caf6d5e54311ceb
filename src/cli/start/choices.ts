/**
 * The choices of `npx latchkey init` and of the start page.
 *
 * @module
 */
import { frameworks } from './frameworks/index.js'
import type { MethodName, StoreName } from './start-types.js'

/** Stores of users. Without one, a session is a cookie, and no user is stored. */
export const stores: Readonly<Record<StoreName, { readonly name: string }>> = {
  none: { name: 'No database' },
  sqlite: { name: 'SQLite' },
  postgresql: { name: 'PostgreSQL' },
  prisma: { name: 'Prisma' },
  drizzle: { name: 'Drizzle' },
}

/** Sign-in methods. Most store something for each user. */
export const methods: Readonly<Record<MethodName, { readonly name: string; readonly needsStore: boolean }>> =
  {
    github: { name: 'GitHub', needsStore: false },
    email: { name: 'Magic link by email', needsStore: true },
    passwords: { name: 'Email and password', needsStore: true },
    passkeys: { name: 'Passkeys', needsStore: true },
  }

export const storeNames = Object.keys(stores) as readonly StoreName[]
export const methodNames = Object.keys(methods) as readonly MethodName[]

/** Detects the store of an app by its dependencies. */
export function detectStore(dependencies: Readonly<Record<string, string>>): StoreName {
  const has = (name: string) => Object.hasOwn(dependencies, name)
  if (has('@prisma/client') || has('prisma')) return 'prisma'
  if (has('drizzle-orm')) return 'drizzle'
  return has('pg') ? 'postgresql' : 'sqlite'
}

/** The frameworks whose new apps have a start page. */
export const startFrameworks = Object.entries(frameworks)
  .filter(([, { newApp }]) => newApp)
  .map(([name]) => name)

/** A framework with a store and sign-in methods. */
export interface Combination {
  readonly framework: string
  readonly store: StoreName
  readonly methods: readonly MethodName[]
}

/** Returns the methods that work with a store, in their order. */
export function selectMethods(store: StoreName, wanted: readonly string[]): MethodName[] {
  return methodNames.filter(name => wanted.includes(name) && (store !== 'none' || !methods[name].needsStore))
}

/** Lists all combinations that work: each store with each set of methods of at least one. */
export function listCombinations(names: readonly string[] = startFrameworks): Combination[] {
  const sets = Array.from({ length: 2 ** methodNames.length - 1 }, (_, index) =>
    methodNames.filter((_name, bit) => ((index + 1) >> bit) & 1),
  )
  return names.flatMap(framework =>
    storeNames.flatMap(store =>
      sets
        .filter(set => selectMethods(store, set).length === set.length)
        .map(set => ({ framework, store, methods: set })),
    ),
  )
}
