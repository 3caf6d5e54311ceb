import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { playground } from './app.js'
import { authConfig } from './auth.js'
import { startOpenIdProvider } from './openid-provider.js'
import { listen } from './ports.js'
import { secretFrom } from './secret.js'
import { openStore } from './store.js'

const port = Number(process.env.PORT ?? 3000)
const strategy = process.env.STRATEGY ?? 'database'
const dataDir = process.env.DATA_DIR ?? fileURLToPath(new URL('data', import.meta.url))
const origin = `http://localhost:${port}`

if (!['jwt', 'database'].includes(strategy)) stop(`STRATEGY is "${strategy}"; it can be jwt or database.`)
if (!(port > 0 && port < 65_000)) stop(`PORT is "${process.env.PORT}"; it can be a number below 65000.`)

const server = createServer()
await listen(server, port).catch(({ code, message }) => {
  stop(code === 'EADDRINUSE' ? `Port ${port} is taken. Choose another: PORT=${port + 10}` : message)
})

const store = await openStore(dataDir)
const { server: providerServer, ...harbor } = await startOpenIdProvider({
  port: port + 1,
  redirectUris: [`${origin}/auth/callback/harbor`],
})
const secret = secretFrom(join(dataDir, 'auth-secret'))
server.on('request', playground(authConfig({ secret, strategy, harbor, ...store }), store))

console.log(`
  Open                 ${origin}

  Sign in with Harbor  grace@example.com, password latchkey-demo
  or with a password   ada@example.com, password latchkey-demo
  The page says what else to try.

  Harbor, the provider ${harbor.issuer}
  Sessions             ${strategy === 'jwt' ? 'encrypted cookies' : 'rows in the database'} (STRATEGY=jwt or database)
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
  store.close()
}

/** @param {string} reason */
function stop(reason) {
  console.error(reason)
  process.exit(1)
}
