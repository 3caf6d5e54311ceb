import { NextResponse } from 'next/server'
import { auth } from './auth'
import { applyCacheSetting } from './test-settings'

/**
 * Guards pages with the `authorized` callback, and extends sessions, because a page cannot set cookies. Your app needs only
 * `export { auth as proxy } from './auth'`.
 */
export const proxy = auth(() => applyCacheSetting(NextResponse.next()))

/** Matches all pages, but not the actions, static files and the page that is the same for everyone. */
export const config = { matcher: ['/((?!api/auth/|cached$|_next/static/|_next/image).*)'] }
