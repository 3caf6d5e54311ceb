import { createServer } from 'node:http'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { getSession, NodeAuth } from 'latchkey/node'
import Nodemailer from 'latchkey/providers/nodemailer'
import OIDC from 'latchkey/providers/oidc'

// An app that `npx latchkey dev` starts. It reads its secret and both providers from the environment.

const config = {
  adapter: MemoryAdapter(),
  session: { strategy: 'database', maxAge: 7200 },
  providers: [
    OIDC({ id: 'keycloak', name: 'Keycloak' }),
    Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM, maxAge: 600 }),
  ],
}
const auth = NodeAuth(config)
const server = createServer(async (req, res) => {
  if (req.url?.startsWith('/auth/')) return auth(req, res)
  const session = await getSession(req, config, res)
  res.end(JSON.stringify({ now: Date.now(), user: session?.user ?? null }))
})
server.listen(0, 'localhost', () => {
  console.log(`The app listens on http://localhost:${server.address().port}`)
})
