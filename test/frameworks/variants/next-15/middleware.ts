/** What proxy.ts is since Next 16. */
export { auth as middleware } from './auth'

/** In Node, where the database can be reached: before Next 16 that has to be said. */
export const config = { runtime: 'nodejs', matcher: ['/((?!api/auth/|_next/static/|_next/image).*)'] }
