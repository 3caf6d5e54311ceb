import { createAuth, toRequestHead } from 'latchkey/server'
import config from '../auth'

const { getSession } = createAuth(config)

export default defineWebSocketHandler({
  async upgrade(request) {
    const session = await getSession(toRequestHead(request as Request))
    if (!session) throw new Response('Sign in to continue.', { status: 401 })
    request.context.email = session.user?.email
  },
  open: peer => void peer.send(`Hello ${peer.context.email}`),
})
