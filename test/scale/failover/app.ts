import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Adapter } from 'latchkey/adapters'
import { NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { derivePassword } from '../passwords.js'
import { openStore } from './app-store.js'

/*
 * An app process on a store that `STORE` selects. It sends its parent process a message when it is ready and for each log entry.
 * `PORT` is the path of a socket.
 */
const {
  STORE = '',
  STORE_URLS = '',
  MASTER_NAME = '',
  STRATEGY,
  ISSUER = '',
  CLIENT_SECRET,
  PORT = '',
} = process.env

function sendToParent(message: object): void {
  process.send?.(message)
}

const { adapter: store } = await openStore({
  store: STORE,
  urls: STORE_URLS,
  masterName: MASTER_NAME,
  reportError: error => sendToParent({ logged: 'connection', why: String(error) }),
})

const adapter = process.env.HIDES_OUTAGES === 'true' ? withHiddenOutages(store) : store

const config: NodeAuthConfig = {
  adapter,
  session: { strategy: STRATEGY === 'jwt' ? 'jwt' : 'database', maxAge: 3_600, updateAge: 2 },
  revocation: { maxStale: 0 },
  providers: [
    {
      id: 'op',
      name: 'Provider',
      type: 'oidc',
      issuer: ISSUER,
      clientId: 'app',
      clientSecret: CLIENT_SECRET,
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
  logger: {
    error: error =>
      sendToParent({ logged: 'type' in error ? String(error.type) : error.name, why: error.message }),
    warn: () => {},
    debug: () => {},
  },
}

/** Returns the adapter with a fault that the users must detect: a failed session read finds no session. */
function withHiddenOutages(adapter: Adapter): Adapter {
  return {
    ...adapter,
    async getSessionAndUser(token) {
      try {
        return (await adapter.getSessionAndUser?.(token)) ?? null
      } catch {
        return null
      }
    },
  }
}

/** Removes the socket of an earlier process. */
rmSync(PORT, { force: true })
createServer(NodeAuth(config)).listen(PORT, () => sendToParent({ isReady: true }))

/** Exits when the parent process has exited. */
process.once('disconnect', () => process.exit())
