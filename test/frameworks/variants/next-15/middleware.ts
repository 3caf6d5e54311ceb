/** Replaces proxy.ts, which exists since Next 16. */
export { auth as middleware } from './auth'

/** Runs in Node, which can access the database. This is the default since Next 16. */
export const config = { runtime: 'nodejs', matcher: ['/((?!api/auth/|_next/static/|_next/image).*)'] }
