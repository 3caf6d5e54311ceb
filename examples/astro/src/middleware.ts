import { defineMiddleware } from 'astro:middleware'
import { isGuardActive } from './lib/test-settings'

/** Guards pages by their route, because a path can be written in many ways. */
export const onRequest = defineMiddleware(async ({ routePattern, locals }, next) => {
  if (routePattern !== '/protected' || !isGuardActive('middleware')) return next()
  const { response } = await locals.auth.requireAuth()
  return response ?? next()
})
