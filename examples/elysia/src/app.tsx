import { html } from '@elysiajs/html'
import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { auth } from './auth.js'
import { Layout } from './layout.js'
import { Account, Cached, Client, Home, NotFound, Protected } from './pages.js'
import { staticFiles } from './static-files.js'
import { getCacheHeaders, withGuardSetting } from './test-settings.js'

export const app = new Elysia({ adapter: node() })
  .use(html())
  .use(staticFiles('public'))
  // Pages load the client modules without a bundler, through the import map of the layout.
  .use(staticFiles('node_modules/latchkey/dist', '/latchkey'))
  // Caches may keep this page, because it does not read the session.
  .get('/cached', ({ set }) => {
    set.headers['cache-control'] = 'public, max-age=0, s-maxage=60'
    return <Cached time={new Date().toISOString()} />
  })
  .use(auth)
  // The layout shows the user, so every page reads the session.
  .resolve(async ({ auth, path, set }) => {
    Object.assign(set.headers, getCacheHeaders())
    const session = await auth.getSession()
    const render = (page: JSX.Element) => (
      <Layout session={session} path={path}>
        {page}
      </Layout>
    )
    return { user: session?.user, render }
  })
  .get('/', ({ render, user }) => render(<Home user={user} />))
  .guard(withGuardSetting('middleware', { auth: true }), guarded =>
    // Guarded around this function and again here, so the page stays guarded if the group changes.
    guarded.get(
      '/protected',
      ({ render, user }) => render(<Protected user={user} />),
      withGuardSetting('page', { auth: true }),
    ),
  )
  // Guarded only here.
  .get('/account', ({ render, session }) => render(<Account session={session} />), { auth: true })
  .get('/client', ({ render }) => render(<Client />))
  .get('/me', ({ user }) => ({ email: user?.email ?? null }))
  .get('/*', ({ render, set }) => {
    set.status = 404
    return render(<NotFound />)
  })
