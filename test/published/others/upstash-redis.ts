import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
import { Redis } from '@upstash/redis'
import { createClient } from 'redis'
import { extraUserColumns, type OpenStore, type Trial } from '../adapter-trial.js'
import { getServerUrl } from '../servers.js'

export const trials: Trial[] = [
  {
    adapter: '@auth/upstash-redis-adapter',
    store: 'Redis (REST shim)',
    needs: 'redis',
    limits: { ids: 'generated', orphans: 'accepted', extraUserColumns },
    open,
  },
]

async function open(): Promise<OpenStore> {
  const client = createClient({ url: getServerUrl('redis') })
  await client.connect()
  const shim = await startRestShim(command => client.sendCommand(command))
  const redis = new Redis({ url: shim.url, token: 'test', enableTelemetry: false })
  const createAdapter = () => UpstashRedisAdapter(redis, { baseKeyPrefix: `${randomUUID()}:` })
  let adapter = createAdapter()
  return {
    get adapter() {
      return adapter
    },
    async empty() {
      adapter = createAdapter()
    },
    async close() {
      await shim.close()
      client.destroy()
    },
  }
}

/** Starts a server with the REST API of Upstash: one command, or isPipeline in a pipeline, as JSON arrays. */
async function startRestShim(send: (command: string[]) => Promise<unknown>) {
  const server = createServer(async (request, response) => {
    const body = await json(request)
    const encode = request.headers['upstash-encoding'] === 'base64' ? encodeBase64 : (value: unknown) => value
    const answer = async (command: unknown[]) => {
      try {
        return { result: encode(await send(command.map(String))) }
      } catch (error) {
        return { error: String(error) }
      }
    }
    const isPipeline = request.url !== '/'
    const answers = isPipeline
      ? await Promise.all(body.map(command => answer(command as unknown[])))
      : await answer(body)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function json(request: IncomingMessage): Promise<unknown[]> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function encodeBase64(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encodeBase64)
  return typeof value === 'string' && value !== 'OK' ? Buffer.from(value).toString('base64') : value
}
