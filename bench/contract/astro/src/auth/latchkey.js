import { AstroAuth } from 'latchkey/astro'

/** Each check runs the server with a configuration of its own. */
export const { onRequest, ALL } = AstroAuth(() => globalThis.authConfigs?.getStore() ?? { providers: [] })

export const readSession = ({ locals }) => locals.auth.getSession()

export async function rejectVisitor({ locals }) {
  return (await locals.auth.requireAuth()).response
}
