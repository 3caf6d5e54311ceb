import { NextResponse } from 'next/server'
import { auth } from './auth'
import { applyCacheSetting } from './test-settings'

/** Replaces proxy.ts, which exists since Next 16. */
export const middleware = auth(() => applyCacheSetting(NextResponse.next()))

/** Runs in Node, which can access the database. This is the default since Next 16. */
export const config = {
  runtime: 'nodejs',
  matcher: ['/((?!api/auth/|cached$|_next/static/|_next/image).*)'],
}
