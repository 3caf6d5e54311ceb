import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { composeAdapters } from 'latchkey/adapters/compose'
import { RedisAdapter } from 'latchkey/adapters/redis'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { getSession, NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { createClient } from 'redis'
import { withCrashes } from './crash-injection.js'
import { withFault } from './fault-injection.js'
import { derivePassword } from './passwords.js'

/*
 * An app process with users in PostgreSQL and sessions in Redis. It sends its parent process a message when it is ready and
 * for each log entry. `PORT` is the path of a socket.
 */
const {
  DATABASE_URL = '',
  REDIS_URL = '',
  REDIS_PREFIX = '',
  PORT = '',
  STRATEGY,
  ISSUER = '',
  MAX_AGE,
} = process.env

const client = createClient({ url: REDIS_URL }).on('error', error =>
  sendToParent({ logged: 'redis', why: `${error}` }),
)
await client.connect()
const users = SqlAdapter(DATABASE_URL)
const sessions = RedisAdapter(client, { prefix: REDIS_PREFIX })
const adapter = withCrashes(withFault(composeAdapters({ users, sessions })))

const config: NodeAuthConfig = {
  adapter,
  session: { strategy: STRATEGY === 'jwt' ? 'jwt' : 'database', maxAge: Number(MAX_AGE), updateAge: 1 },
  providers: [
    {
      id: 'op',
      name: 'Provider',
      type: 'oidc',
      issuer: ISSUER,
      clientId: 'app',
      clientSecret: process.env.CLIENT_SECRET,
    },
    {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      credentials: { email: {}, password: { type: 'password' } },
      authorize: async ({ email, password }) =>
        password === derivePassword(String(email))
          ? ((await adapter.getUserByEmail?.(String(email))) ?? null)
          : null,
    },
  ],
  callbacks: {
    async jwt({ token, trigger, session }) {
      return trigger === 'update' ? { ...token, name: await rename(token.sub, session) } : token
    },
    async session({ session, user, trigger, newSession }) {
      const { name, email } = session.user ?? {}
      const isRenamed = user && trigger === 'update'
      return {
        user: { name: isRenamed ? await rename(user.id, newSession) : name, email },
        expires: session.expires,
      }
    },
  },
  logger: {
    error: error =>
      sendToParent({ logged: 'type' in error ? String(error.type) : error.name, why: error.message }),
    warn: () => {},
    debug: () => {},
  },
}

/** Stores the new name in the user record, with either strategy. Only this user may see it. */
async function rename(id: unknown, data: unknown): Promise<string> {
  const { name } = data as { name: string }
  await adapter.updateUser?.({ id: String(id), name })
  return name
}

function sendToParent(message: object): void {
  process.send?.(message)
}

const auth = NodeAuth(config)
const server = createServer(async (req, res) => {
  if (req.url?.startsWith('/auth/')) return auth(req, res)
  const session = await getSession(req, config).catch(() => undefined)
  res.writeHead(session === undefined ? 503 : 200, { 'content-type': 'application/json' })
  res.end(JSON.stringify(session ?? null))
})

/** Removes the socket of a killed process. */
rmSync(PORT, { force: true })
server.listen(PORT, () => sendToParent({ isReady: true }))

/** Finishes pending requests and accepts no new ones. */
process.once('SIGTERM', () => {
  const closeTimer = setInterval(() => server.closeIdleConnections(), 20)
  server.close(async () => {
    clearInterval(closeTimer)
    client.destroy()
    await users.close()
    process.exit()
  })
})

/** Exits when the parent process has exited. */
process.once('disconnect', () => process.exit())
