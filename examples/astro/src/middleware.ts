import { defineMiddleware } from 'astro:middleware'
import { applyCacheSetting, isGuardActive } from './lib/test-settings'

/** Guards pages by their route, because a path can be written in many ways. */
export const onRequest = defineMiddleware(async ({ routePattern, locals }, next) => {
  if (routePattern === '/protected' && isGuardActive('middleware')) {
    const { response } = await locals.auth.requireAuth()
    if (response) return response
  }
  const response = await next()
  applyCacheSetting(response.headers)
  return response
})
