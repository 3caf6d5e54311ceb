/**
 * An app on `node:http` whose processor time is measured. `STORE` selects the store. The provider runs here too, and its signature is
 * not counted.
 *
 * @module
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { NodeAuth } from '../../dist/integrations/node.js'
import { authorize } from '../candidates/oidc-provider.js'
import { secret } from '../candidates/request-fixture.js'
import { connectStore, createProvider } from './sites.js'

const { STORE, POSTGRES_URL, REDIS_URL } = process.env
const { adapter } = await connectStore(STORE, { postgresUrl: POSTGRES_URL, redisUrl: REDIS_URL })
const strategy = adapter ? 'database' : 'jwt'
const handle = NodeAuth({
  secret,
  trustHost: true,
  adapter,
  session: { strategy },
  providers: [createProvider()],
})

let providerMicroseconds = 0

const server = createServer(async (req, res) => {
  if (req.url !== '/provider') return handle(req, res)
  const location = await text(req)
  const before = getMicroseconds()
  const callback = authorize(location)
  providerMicroseconds += getMicroseconds() - before
  res.end(callback)
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', () => process.send({ seconds: (getMicroseconds() - providerMicroseconds) / 1e6 }))
process.once('disconnect', () => process.exit())

function getMicroseconds() {
  const { user, system } = process.cpuUsage()
  return user + system
}
