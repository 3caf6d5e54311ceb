/**
 * The choices of the start page. The page and the test of all combinations read them.
 *
 * @module
 */

/** Frameworks, with the path of the auth actions and the port of the development server. */
export const frameworks = {
  next: { name: 'Next.js', basePath: '/api/auth', port: 3000, guide: 'frameworks/next' },
  express: { name: 'Express', basePath: '/auth', port: 3000, guide: 'frameworks/express' },
  sveltekit: { name: 'SvelteKit', basePath: '/auth', port: 5173, guide: 'frameworks/sveltekit' },
  hono: { name: 'Hono', basePath: '/auth', port: 3000, guide: 'frameworks/hono' },
}

/** Stores of users. Without one, a session is a cookie, and no user is stored. */
export const stores = {
  none: { name: 'No database' },
  sqlite: { name: 'SQLite' },
  postgresql: { name: 'PostgreSQL' },
  prisma: { name: 'Prisma' },
  drizzle: { name: 'Drizzle' },
}

/** Sign-in methods. Most store something for each user. */
export const methods = {
  github: { name: 'GitHub', needsStore: false },
  email: { name: 'Magic link by email', needsStore: true },
  passwords: { name: 'Email and password', needsStore: true },
  passkeys: { name: 'Passkeys', needsStore: true },
}

/** Returns the methods that work with a store, in their order. */
export function selectMethods(store, wanted) {
  return Object.keys(methods).filter(
    name => wanted.includes(name) && (store !== 'none' || !methods[name].needsStore),
  )
}

/** Lists all combinations that work: each store with each set of methods of at least one. */
export function listCombinations() {
  const names = Object.keys(methods)
  const sets = Array.from({ length: 2 ** names.length - 1 }, (_, index) =>
    names.filter((_name, bit) => ((index + 1) >> bit) & 1),
  )
  return Object.keys(frameworks).flatMap(framework =>
    Object.keys(stores).flatMap(store =>
      sets
        .filter(set => selectMethods(store, set).length === set.length)
        .map(set => ({ framework, store, methods: set })),
    ),
  )
}
