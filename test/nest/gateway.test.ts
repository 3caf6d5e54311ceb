import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type INestApplication, Module, UseGuards } from '@nestjs/common'
import { MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import {
  AuthGuard,
  AuthModule,
  CurrentUser,
  type NestAuthConfig,
  Public,
  RequireAuth,
  type User,
} from 'latchkey/nest'
import { signInAs } from 'latchkey/testing'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { installDependencies } from '../../tools/setup.js'
import { createTappedAdapter } from '../support/app.js'
import { createNestApp, nestPlatforms } from '../support/serve-nest.js'

/** What a client receives: an event of Nest, and its data. */
type Received = readonly [event: string, data: unknown]

/** A client of a gateway. */
interface Client {
  send(event: string, data?: unknown): Promise<Received>
  close(): void
}

interface GatewayAdapter {
  readonly name: string
  install(app: INestApplication): Promise<void>
  connect(origin: string, cookie: string): Promise<Client>
}

const installed = new URL('installed/', import.meta.url)

beforeAll(() => installDependencies(fileURLToPath(installed)), 120_000)

async function load<Exports>(name: string): Promise<Exports> {
  const path = createRequire(new URL('package.json', installed)).resolve(name)
  return import(pathToFileURL(path).href)
}

/** The part of the clients that is used. */
interface SocketClient {
  on(event: string, listener: (...values: unknown[]) => void): unknown
  onAny(listener: (event: string, data: unknown) => void): unknown
  emit(event: string, data: unknown): unknown
  send(text: string): unknown
  close(): unknown
}

const adapters: readonly GatewayAdapter[] = [
  {
    name: 'Socket.IO',
    async install(app) {
      const { IoAdapter } = await load<{ IoAdapter: new (server: unknown) => never }>(
        '@nestjs/platform-socket.io',
      )
      app.useWebSocketAdapter(new IoAdapter(app.getHttpServer()))
    },
    async connect(origin, cookie) {
      const { io } = await load<{ io(url: string, options: object): SocketClient }>('socket.io-client')
      const socket = io(origin, { extraHeaders: { cookie }, transports: ['websocket'], forceNew: true })
      await new Promise<void>(resolve => socket.on('connect', () => resolve()))
      return {
        send: (event, data) =>
          new Promise(resolve => {
            socket.onAny((name, value) => resolve([name, value]))
            socket.emit(event, data)
          }),
        close: () => void socket.close(),
      }
    },
  },
  {
    name: 'ws',
    async install(app) {
      const { WsAdapter } = await load<{ WsAdapter: new (server: unknown) => never }>('@nestjs/platform-ws')
      app.useWebSocketAdapter(new WsAdapter(app.getHttpServer()))
    },
    async connect(origin, cookie) {
      const { WebSocket } = await load<{ WebSocket: new (url: string, options: object) => SocketClient }>(
        'ws',
      )
      const socket = new WebSocket(origin.replace('http', 'ws'), { headers: { cookie } })
      await new Promise<void>(resolve => socket.on('open', () => resolve()))
      return {
        send: (event, data) =>
          new Promise(resolve => {
            socket.on('message', text => {
              const message = JSON.parse(String(text))
              resolve([message.event, message.data])
            })
            socket.send(JSON.stringify({ event, data }))
          }),
        close: () => void socket.close(),
      }
    },
  },
]

@UseGuards(AuthGuard)
class ChatGateway {
  greet(user: User) {
    return { event: 'greeting', data: `Hello ${user.email}` }
  }

  pay() {
    return { event: 'paid', data: true }
  }

  echo(text: string) {
    return { event: 'echo', data: text }
  }

  fail() {
    throw new Error('broken')
  }

  /** The client of the package "ws" does not have the request of its handshake. */
  handleConnection(client: { request?: unknown }, request: unknown) {
    client.request ??= request
  }
}

const gateway = ChatGateway.prototype
const handle = (name: 'greet' | 'pay' | 'echo' | 'fail', ...decorators: MethodDecorator[]) => {
  const descriptor = Object.getOwnPropertyDescriptor(gateway, name)
  if (!descriptor) throw new Error(`There is no ${name}.`)
  for (const decorate of [SubscribeMessage(name), ...decorators]) decorate(gateway, name, descriptor)
}
WebSocketGateway()(ChatGateway)
CurrentUser()(gateway, 'greet', 0)
MessageBody()(gateway, 'echo', 0)
handle('greet')
handle('pay', RequireAuth({ maxAge: 300 }))
handle('echo', Public())
handle('fail', Public())

describe.each(nestPlatforms)('a gateway of Nest on %s', platform => {
  describe.each(adapters)('with the adapter of $name', ({ install, connect }) => {
    async function open(more: Partial<NestAuthConfig> = {}) {
      const config: NestAuthConfig = {
        providers: [],
        secret: 'a secret of the tests of gateways',
        trustHost: true,
        logger: { error: () => {}, warn: () => {} },
        ...more,
      }
      @Module({ imports: [AuthModule.forRoot(config)], providers: [ChatGateway] })
      class AppModule {}
      const app = await createNestApp(AppModule, platform)
      await install(app)
      await app.listen(0, 'localhost')
      onTestFinished(() => app.close())
      const { port } = app.getHttpServer().address()
      return {
        config,
        async connect(cookie = '') {
          const client = await connect(`http://localhost:${port}`, cookie)
          onTestFinished(() => client.close())
          return client
        },
      }
    }

    const signIn = async (config: NestAuthConfig) => {
      const user = { id: 'ada', email: 'ada@example.com' }
      const { headers } = await signInAs(config, { user, url: 'http://localhost' })
      return String(new Headers(headers).get('cookie'))
    }

    test('tells a visitor to sign in, and keeps public messages open', async () => {
      const { connect } = await open()
      expect(await (await connect()).send('greet')).toEqual([
        'exception',
        expect.objectContaining({
          status: 'error',
          statusCode: 401,
          error: 'login_required',
          message: 'Unauthorized',
          url: expect.stringContaining('/auth/signin?'),
        }),
      ])
      expect(await (await connect()).send('echo', 'open')).toEqual(['echo', 'open'])
    })

    test('passes the user to the message of a signed-in user', async () => {
      const { config, connect } = await open()
      const client = await connect(await signIn(config))
      expect(await client.send('greet')).toEqual(['greeting', 'Hello ada@example.com'])
    })

    test('tells that the session is unavailable in an outage', async () => {
      let isDown = false
      const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
        if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
      })
      const { config, connect } = await open({ adapter })
      const client = await connect(await signIn(config))
      isDown = true
      expect(await client.send('greet')).toEqual([
        'exception',
        expect.objectContaining({
          status: 'error',
          statusCode: 503,
          message: 'The session is unavailable. Please try again.',
        }),
      ])
    })

    test('leaves the errors of the app as they are', async () => {
      const { connect } = await open()
      expect(await (await connect()).send('fail')).toEqual([
        'exception',
        expect.objectContaining({ message: 'Internal server error' }),
      ])
    })
  })
})
