import {
  createCsrfMiddleware,
  createMiddleware,
  createServerOnlyFn,
  createStart,
} from '@tanstack/react-start'
import { authenticate, needsCsrfCheck } from './auth.server'
import { isPublic } from './public-pages'
import { applyCacheSetting } from './test-settings.server'

const csrfMiddleware = createCsrfMiddleware({ filter: createServerOnlyFn(needsCsrfCheck) })

/** Handles the session of each request, and sets `context.auth`. */
export const authMiddleware = createMiddleware().server(args =>
  authenticate(args, auth => args.next({ context: { auth } })),
)

/** For the test suite. Your app does not need it. */
const cacheMiddleware = createMiddleware().server(async ({ next, pathname }) => {
  const result = await next()
  if (!isPublic(pathname)) applyCacheSetting(result.response.headers)
  return result
})

export const startInstance = createStart(() => ({
  requestMiddleware: [csrfMiddleware, authMiddleware, cacheMiddleware],
}))
