import { auth } from '../../../../lib/assured-auth.js'

const calls = {
  list: () => auth.sessions.list(),
  endOthers: () => auth.sessions.endOthers(),
  endAll: () => auth.sessions.endAll(),
  count: () => auth.api.pageVisits.count('Ada'),
  remember: () => auth.api.pageVisits.remember(),
}

export async function POST(_, { params }) {
  const { call } = await params
  return Response.json((await calls[call]()) ?? null)
}
