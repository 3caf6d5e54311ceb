import { getServerSession, NuxtAuthHandler } from '#auth'
import { createError } from '#imports'
import { getConfig } from './sidebase-config.js'

/** The session is read with the configuration of the last handler. */
export const readSession = event => {
  NuxtAuthHandler(getConfig())
  return getServerSession(event)
}

/** The guard of its documentation for server routes. */
export async function rejectVisitor(event) {
  if (!(await readSession(event))) throw createError({ statusCode: 401, statusMessage: 'Unauthorized' })
}
