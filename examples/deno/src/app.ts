import { withAuth } from './auth.ts'
import {
  renderAccount,
  renderCached,
  renderClient,
  renderHome,
  renderNotFound,
  renderProtected,
  showUser,
} from './pages.ts'
import { isGuardActive } from './test-settings.ts'

/** Handles the authentication requests, and serves the pages. */
export const handleRequest = withAuth(async (request, auth) => {
  const { pathname } = new URL(request.url)
  // Guarded here and again by the page, so the page stays guarded if the paths change.
  if (pathname.startsWith('/protected') && isGuardActive('middleware')) await auth.requireAuth()
  // The layout shows the user, so every page but one reads the session.
  switch (pathname) {
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
      return renderNotFound(await auth.getSession(), pathname)
  }
})
