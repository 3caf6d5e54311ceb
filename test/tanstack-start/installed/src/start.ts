import {
  createCsrfMiddleware,
  createMiddleware,
  createServerOnlyFn,
  createStart,
} from '@tanstack/react-start'
import { setCookie } from '@tanstack/react-start/server'
import { authenticate, needsCsrfCheck } from './auth.server'

const csrfMiddleware = createCsrfMiddleware({ filter: createServerOnlyFn(needsCsrfCheck) })
export const authMiddleware = createMiddleware().server(args =>
  authenticate(args, auth => args.next({ context: { auth } })),
)

const publicHeaders = {
  'cache-control': 'public, max-age=60, s-maxage=60',
  'cdn-cache-control': 'public, max-age=60',
}

/** The app reads the body of a request, and sets cookies. */
const appMiddleware = createMiddleware().server(async ({ request, pathname, next }) => {
  if (request.headers.has('x-parse-body')) await request.clone().text()
  if (!pathname.startsWith('/account') && !pathname.startsWith('/auth')) {
    setCookie('theme', 'dark', { path: '/', expires: new Date('2041-01-01T00:00:00Z') })
    setCookie('seen', 'yes', { path: '/', httpOnly: true })
  }
  const result = await next()
  if (request.headers.get('x-cache') === 'public')
    for (const [name, value] of Object.entries(publicHeaders)) result.response.headers.set(name, value)
  return result
})

export const startInstance = createStart(() => ({
  requestMiddleware: [csrfMiddleware, authMiddleware, appMiddleware],
}))
