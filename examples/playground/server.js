import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAuth, toRequestHead } from 'latchkey/server'
import { createPlayground } from './app.js'
import { appName, createAuthConfig } from './auth.js'
import { createDemoUser } from './demo-user.js'
import { startMailServer } from './mail-server.js'
import { startOpenIdProvider } from './openid-provider.js'
import { listen } from './ports.js'
import { readSecret } from './secret.js'
import { SignInMethods } from './sign-in-methods.js'
import { openStore } from './store.js'
import { readSwitches } from './switches.js'

const port = Number(process.env.PORT ?? 3000)
const strategy = process.env.STRATEGY ?? 'database'
const dataDir = process.env.DATA_DIR ?? fileURLToPath(new URL('data', import.meta.url))
const origin = `http://localhost:${port}`
const { switches, fault } = readSwitches(process.env)

if (!['jwt', 'database'].includes(strategy)) stop(`STRATEGY is "${strategy}". Set it to jwt or database.`)
if (fault) stop(fault)
if (!(port > 0 && port < 65_000)) stop(`PORT is "${process.env.PORT}". Set it to a number below 65000.`)

const store = openStore(dataDir)
const { server: providerServer, ...harbor } = await startOpenIdProvider({
  port: port + 1,
  redirectUris: [`${origin}/auth/callback/harbor`],
})
const { server: mailServerHandle, ...mailbox } = await startMailServer({ port: port + 2 })
const mailServer = process.env.EMAIL_SERVER ?? mailbox.url
const secret = readSecret(join(dataDir, 'auth-secret'))
const config = createAuthConfig({ secret, strategy, harbor, mailServer, switches, ...store })
const auth = createAuth(config)
const head = toRequestHead(new Request(origin))
await createDemoUser(store.adapter, store.notes, (...user) => auth.api.passwords.importHash(head, ...user))

// Listens last. A request that arrives before there is a handler would never get a response.
const signInMethods = new SignInMethods(store.adapter, auth, head)
const parts = { ...store, ...mailbox, signInMethods, switches: { STRATEGY: strategy, ...switches } }
const server = createServer(createPlayground(config, parts))
await listen(server, port).catch(({ code, message }) => {
  stop(code === 'EADDRINUSE' ? `Port ${port} is in use. Set another one: PORT=${port + 10}` : message)
})

console.log(`
  ${appName} keeps notes. Latchkey signs its users up and in.

  Open                 ${origin}
  Mailbox              ${origin}/mailbox (every email arrives here)
  Developer            ${origin}/developer (demo accounts, what to try)

  Sign up with any email address, or sign in:
  with a password      ada@example.com, password latchkey-demo
  with Harbor          grace@example.com, password latchkey-demo

  SMTP server          ${mailbox.url}${mailServer === mailbox.url ? '' : ' (not used: EMAIL_SERVER is set)'}
  Harbor               ${harbor.issuer}
  Sessions             ${strategy === 'jwt' ? 'encrypted cookies' : 'rows in the database'} (STRATEGY=jwt or database)
  Second factor        ${switches.TWO_FACTOR} (TWO_FACTOR=optional, required or off)
  End sessions         ${switches.REVOCATION} (REVOCATION=on or off)
  Limits of attempts   ${switches.THROTTLING} (THROTTLING=on or off)
  Data                 ${dataDir}

  Ctrl-C stops it.
`)

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, close)

function close() {
  console.log('\nStopped.')
  for (const running of [server, providerServer]) {
    running.close()
    running.closeAllConnections()
  }
  mailServerHandle.close()
  store.close()
}

/** @param {string} reason */
function stop(reason) {
  console.error(reason)
  process.exit(1)
}
