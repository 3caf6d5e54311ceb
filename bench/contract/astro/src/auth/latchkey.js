import { AstroAuth, customFetch } from 'latchkey/astro'
import { replaceFetchKey } from '../../../replace-fetch-key.js'

/** Each check runs the server with a configuration of its own. */
export const { onRequest, ALL } = AstroAuth(() => {
  const { providers = [], ...config } = globalThis.authConfigs?.getStore() ?? {}
  return { ...config, providers: providers.map(provider => replaceFetchKey(provider, customFetch)) }
})

export const readSession = ({ locals }) => locals.auth.getSession()

export async function rejectVisitor({ locals }) {
  return (await locals.auth.requireAuth()).response
}
