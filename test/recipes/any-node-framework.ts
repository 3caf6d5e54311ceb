import type { IncomingMessage, ServerResponse } from 'node:http'
import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import GitHub from 'latchkey/providers/github'

export const config: NodeAuthConfig = { providers: [GitHub] }
const auth = NodeAuth(config)

export async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.url?.startsWith('/auth/')) return auth(req, res)
  const session = await getSession(req, config, res)
  res.end(JSON.stringify({ name: session?.user?.name ?? 'visitor' }))
}
