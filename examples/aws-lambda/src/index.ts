import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { withAuth } from './auth.js'
import {
  renderAccount,
  renderCached,
  renderClient,
  renderHome,
  renderNotFound,
  renderProtected,
  showUser,
} from './pages.js'
import { readStaticFile } from './static-files.js'
import { isGuardActive } from './test-settings.js'

/** Handles the authentication requests, and serves the pages. AWS calls it for each request of the Function URL. */
export const handler = withAuth(async ({ rawPath: path }: APIGatewayProxyEventV2, auth) => {
  const file = await readStaticFile(path)
  if (file) return file
  // Guarded here and again by the page, so the page stays guarded if the paths change.
  if (path.startsWith('/protected') && isGuardActive('middleware')) await auth.requireAuth()
  // The layout shows the user, so every page but one reads the session.
  switch (path) {
    case '/':
      return renderHome(await auth.getSession())
    case '/protected':
      return renderProtected(isGuardActive('page') ? await auth.requireAuth() : await auth.getSession())
    // Guarded only here.
    case '/account':
      return renderAccount(await auth.requireAuth())
    case '/client':
      return renderClient(await auth.getSession())
    case '/me':
      return showUser(await auth.getSession())
    // Caches may keep this page, because it does not read the session.
    case '/cached':
      return renderCached()
    default:
      return renderNotFound(await auth.getSession(), path)
  }
})
