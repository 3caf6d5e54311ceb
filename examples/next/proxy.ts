/** Guards pages with the `authorized` callback, and extends sessions, because a page cannot set cookies. */
export { auth as proxy } from './auth'

/** Matches all pages, but not the actions and static files. */
export const config = { matcher: ['/((?!api/auth/|_next/static/|_next/image).*)'] }
