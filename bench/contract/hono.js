import { customFetch } from '@auth/core'
import { authHandler, getAuthUser, initAuthConfig, verifyAuth } from '@hono/auth-js'
import { HonoAuth } from '../../dist/integrations/hono.js'
import { createHonoApp } from './hono-app.js'
import { replaceFetchKey } from './replace-fetch-key.js'

/** Requests have the public URL, so no proxy is needed. */
const serveApp = app => ({ answer: async request => app.fetch(request), close: () => {} })

const latchkey = {
  name: 'latchkey/hono',
  serve(config, setup) {
    const { auth, requireAuth } = HonoAuth(config)
    const readEmail = async c => (await c.get('auth').getSession())?.user?.email
    return serveApp(createHonoApp({ middleware: [auth], guard: requireAuth(), readEmail }, setup))
  },
}

const authJs = {
  name: '@hono/auth-js',
  serve(config, setup) {
    const providers = config.providers.map(provider => replaceFetchKey(provider, customFetch))
    const middleware = [initAuthConfig(() => ({ ...config, providers, basePath: '/auth' }))]
    const readEmail = async c => (await getAuthUser(c))?.session?.user?.email
    return serveApp(
      createHonoApp({ middleware, actions: authHandler(), guard: verifyAuth(), readEmail }, setup),
    )
  },
}

export const integrations = [latchkey, authJs]
