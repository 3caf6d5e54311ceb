import { renderAuthorizePage } from '../pages/authorize-page.js'
import { renderErrorPage, renderSignedOutPage } from '../pages/provider-errors.js'
import { type Routes, redirectTo } from '../routes.js'
import { findRequestFaults, isLoopbackUrl } from './clients.js'
import { findFailure } from './failures.js'
import type { AuthorizationChoice, DevProvider } from './provider.js'
import { parseUserForm, testUsers } from './users.js'

/** The endpoints of the provider. */
export function createProviderRoutes(provider: DevProvider): Routes {
  const respondWithUserInfo = ({ headers }: Request) => respondWithJson(() => provider.getUserInfo(headers))
  const endSession = async (request: Request) => respondToEndSession(await readParams(request))
  return {
    'GET /.well-known/openid-configuration': () => respondWithJson(() => provider.getDiscoveryDocument()),
    'GET /jwks': () => respondWithJson(() => provider.getKeys()),
    'GET /authorize': ({ url }) => showUsers(new URL(url).searchParams),
    'POST /authorize': request => authorize(provider, request),
    'POST /token': async request => {
      const body = await readParams(request)
      return respondWithJson(() => provider.exchange(request.headers, body))
    },
    'GET /userinfo': respondWithUserInfo,
    'POST /userinfo': respondWithUserInfo,
    'GET /end-session': endSession,
    'POST /end-session': endSession,
  }
}

/** Endpoints that apps call. A page of another origin may send a request to them: a code and a bearer token are in no cookie. */
export const appEndpoints: ReadonlySet<string> = new Set(['/token', '/userinfo', '/end-session'])

function showUsers(params: URLSearchParams): Response {
  const faults = findRequestFaults(params)
  return faults.length > 0 ? renderErrorPage(faults) : renderAuthorizePage({ params, fault: null })
}

/** The form of the page is posted to the URL of the authorization request. */
async function authorize(provider: DevProvider, request: Request): Promise<Response> {
  const params = new URL(request.url).searchParams
  const faults = findRequestFaults(params)
  if (faults.length > 0) return renderErrorPage(faults)
  const form = new URLSearchParams(await request.text())
  const { choice, fault } = parseChoice(form)
  if (!choice) return renderAuthorizePage({ params, fault, form })
  return redirectTo(provider.buildRedirect(params, choice).href)
}

function parseChoice(form: URLSearchParams): { choice: AuthorizationChoice | null; fault: string | null } {
  const [firstUser] = testUsers
  const failure = findFailure(form.get('failure'))
  if (failure && firstUser) return { choice: { user: firstUser, failure }, fault: null }
  const testUser = testUsers.find(({ sub }) => sub === form.get('user'))
  const { user, fault } = testUser ? { user: testUser, fault: null } : parseUserForm(form)
  return { choice: user && { user, failure: null }, fault }
}

/** OpenID Connect RP-Initiated Logout 1.0 section 2. The provider has no session that could end. */
function respondToEndSession(params: URLSearchParams): Response {
  const target = params.get('post_logout_redirect_uri')
  if (target === null) return renderSignedOutPage()
  if (!isLoopbackUrl(target))
    return renderErrorPage(['post_logout_redirect_uri must be an http or https URL of this machine.'])
  const url = new URL(target)
  const state = params.get('state')
  if (state !== null) url.searchParams.set('state', state)
  return redirectTo(url.href)
}

/** OpenID Connect allows GET, and POST with a form, at these endpoints. */
async function readParams(request: Request): Promise<URLSearchParams> {
  return request.method === 'POST'
    ? new URLSearchParams(await request.text())
    : new URL(request.url).searchParams
}

async function respondWithJson(getBody: () => unknown): Promise<Response> {
  try {
    return Response.json(await getBody(), { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    if (error instanceof Response) return error
    throw error
  }
}
