import { getUserSessions } from '../../../auth'

export async function POST(event) {
  const sessions = getUserSessions(event)
  const listed = await sessions.list()
  return Response.json({ listed: listed.length, isEnded: await sessions.endAll() })
}
