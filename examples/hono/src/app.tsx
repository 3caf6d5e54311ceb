import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { auth, requireAuth } from './auth.js'
import { Layout } from './layout.js'
import { Account, Cached, Client, Home, NotFound, Protected } from './pages.js'
import { applyCacheSetting, withGuardSetting } from './test-settings.js'

export const app = new Hono()
  .use(serveStatic({ root: './public' }))
  // Pages load the client modules without a bundler, through the import map of the layout.
  .use(
    '/latchkey/*',
    serveStatic({
      root: './node_modules/latchkey/dist',
      rewriteRequestPath: path => path.replace('/latchkey', ''),
    }),
  )
  .use(auth)
  // Caches may keep this page, because it does not read the session.
  .get('/cached', c => {
    c.header('cache-control', 'public, max-age=0, s-maxage=60')
    return c.html(html`<!doctype html>${<Cached time={new Date().toISOString()} />}`)
  })
  .use(applyCacheSetting)
  // The layout shows the user, so every page reads the session.
  .use(async (c, next) => {
    c.setRenderer(async content => {
      const session = await c.get('auth').getSession()
      const page = (
        <Layout session={session} path={c.req.path}>
          {content}
        </Layout>
      )
      return c.html(html`<!doctype html>${page}`)
    })
    await next()
  })
  .use('/protected', withGuardSetting('middleware', requireAuth()))
  .get('/', async c => c.render(<Home session={await c.get('auth').getSession()} />))
  // Guarded above and again here, so the page stays guarded if the middleware changes.
  .get('/protected', withGuardSetting('page', requireAuth()), c =>
    c.render(<Protected session={c.get('session')} />),
  )
  // Guarded only here.
  .get('/account', requireAuth(), c => c.render(<Account session={c.get('session')} />))
  .get('/client', c => c.render(<Client />))
  .get('/me', async c => c.json({ email: (await c.get('auth').getSession())?.user?.email ?? null }))
  .use('/files/*', requireAuth(), serveStatic({ root: '.' }))
  .notFound(c => {
    c.status(404)
    return c.render(<NotFound />)
  })
  .onError((error, c) => {
    // If the session is unavailable, the response is 503 and the cookie stays, so the next request can succeed.
    if (error instanceof HTTPException) return error.getResponse()
    console.error(error)
    return c.text('Something went wrong. Please try again.', 500)
  })
