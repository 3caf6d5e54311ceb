import { getUserSessions } from '../../../auth'
import type { RequestHandler } from './$types'

export const POST: RequestHandler = async event => {
  const sessions = getUserSessions(event)
  const listed = await sessions.list()
  return Response.json({ listed: listed.length, isEnded: await sessions.endAll() })
}
