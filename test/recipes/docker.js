// server.js
import { createServer } from 'node:http'
import { getSession, NodeAuth } from 'latchkey/node'
import GitHub from 'latchkey/providers/github'

const config = { providers: [GitHub] }
const auth = NodeAuth(config)

export const server = createServer(async (req, res) => {
  if (req.url?.startsWith('/auth/')) return auth(req, res)
  const session = await getSession(req, config, res).catch(() => undefined)
  if (session === undefined) return res.writeHead(503).end('Please try again.')
  res.end(`Hello ${session?.user?.name ?? 'visitor'}`)
})

server.listen(process.env['PORT'] ?? 3000)
process.on('SIGTERM', () => server.close()) // as the first process of a container, Node ignores it otherwise
