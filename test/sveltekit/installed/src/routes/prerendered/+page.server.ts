import { env } from 'node:process'
import { requireAuth, signIn } from '../../auth'
import type { PageServerLoad } from './$types'

/** A call that a prerendered page cannot make, if the build of the test has one. */
export const load: PageServerLoad = async event => {
  const calls = {
    requireAuth: () => requireAuth(event),
    signIn: () => signIn(event, { redirectTo: '/' }),
  }
  const name = Object.keys(calls).find(key => key === env.KIT_PRERENDERED_CALL)
  if (name) await calls[name as keyof typeof calls]()
}
