import { html } from '@elysiajs/html'
import { node } from '@elysiajs/node'
import { Elysia } from 'elysia'
import { auth } from './auth.js'
import { Layout } from './layout.js'
import { Account, Client, Home, NotFound, Protected } from './pages.js'
import { staticFiles } from './static-files.js'
import { withGuardSetting } from './test-settings.js'

export const app = new Elysia({ adapter: node() })
  .use(html())
  .use(staticFiles('public'))
  // Pages load the client modules without a bundler, through the import map of the layout.
  .use(staticFiles('node_modules/latchkey/dist', '/latchkey'))
  .use(auth)
  // The layout shows the user, so every page reads the session.
  .resolve(async ({ auth, path }) => {
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
  .get('/*', ({ render, set }) => {
    set.status = 404
    return render(<NotFound />)
  })
