import { customFetch as authJsFetch } from '@auth/core'
import { AstroAuth, getSession } from 'auth-astro/server'
import { customFetch } from 'latchkey'

/** Each check runs the server with a configuration of its own. */
function getConfig() {
  const config = globalThis.authConfigs.getStore()
  return { ...config, providers: config.providers.map(toAuthJsProvider), prefix: '/auth', basePath: '/auth' }
}

/** The provider in memory is reached by a function, whose key differs. */
function toAuthJsProvider({ [customFetch]: fetch, ...provider }) {
  return fetch ? { ...provider, [authJsFetch]: fetch } : provider
}

export const GET = context => AstroAuth(getConfig()).GET(context)
export const POST = context => AstroAuth(getConfig()).POST(context)

export const readSession = ({ request }) => getSession(request, getConfig())

/** The guard of its documentation. */
export async function rejectVisitor(context) {
  return (await readSession(context)) ? undefined : context.redirect('/auth/signin')
}
