import { customFetch } from '@auth/core'
import { AstroAuth, getSession } from 'auth-astro/server'
import { replaceFetchKey } from '../../../replace-fetch-key.js'

/** Each check runs the server with a configuration of its own. */
function getConfig() {
  const config = globalThis.authConfigs.getStore()
  const providers = config.providers.map(provider => replaceFetchKey(provider, customFetch))
  return { ...config, providers, prefix: '/auth', basePath: '/auth' }
}

export const GET = context => AstroAuth(getConfig()).GET(context)
export const POST = context => AstroAuth(getConfig()).POST(context)

export const readSession = ({ request }) => getSession(request, getConfig())

/** The guard of its documentation. */
export async function rejectVisitor(context) {
  return (await readSession(context)) ? undefined : context.redirect('/auth/signin')
}
