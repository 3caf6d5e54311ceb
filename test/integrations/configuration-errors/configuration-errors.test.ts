import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { Elysia } from 'elysia'
import Fastify from 'fastify'
import { ElysiaAuth } from 'latchkey/elysia'
import { AuthError, MissingSecret, UntrustedHost } from 'latchkey/errors'
import { FastifyAuth } from 'latchkey/fastify'
import type { AuthConfig } from 'latchkey/server'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { installDependencies } from '../../../tools/setup.js'
import { origin } from '../../support/app.js'
import { appsWithoutHandlers } from './apps.js'

beforeAll(async () => {
  for (const name of ['express', 'h3'])
    await installDependencies(fileURLToPath(new URL(`../../${name}/installed`, import.meta.url)))
}, 120_000)

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET', 'NEXTAUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
})

const valid: AuthConfig = {
  providers: [],
  secret: 'a secret of the tests of configuration errors',
  trustHost: true,
}

const { secret: _, ...withoutSecret } = valid

/** What the message of each error names. No visitor may read it. */
const faults: readonly (readonly [string, AuthConfig, RegExp])[] = [
  [MissingSecret.type, withoutSecret, /secret/i],
  [UntrustedHost.type, { ...valid, trustHost: false }, /trust/i],
]

const paths = ['/page', '/guarded', '/auth/session', '/auth/signin', '/auth/csrf']

/** Requests all pages. Returns what the visitor reads, and what is logged. */
async function request(name: string, config: AuthConfig, nodeEnvironment: string | undefined) {
  const serve = appsWithoutHandlers[name]
  if (!serve) throw new Error(`There is no app of ${name}.`)
  vi.stubEnv('NODE_ENV', nodeEnvironment)
  const logged: string[] = []
  const log = (...values: readonly unknown[]) => void logged.push(...values.map(value => inspect(value)))
  vi.spyOn(console, 'error').mockImplementation(log)
  vi.spyOn(console, 'warn').mockImplementation(log)
  const { answer, close } = await serve({ ...config, logger: { error: log, warn: log } }, log)
  onTestFinished(close)
  const answers: string[] = []
  for (const path of paths) {
    const response = await answer(new Request(origin + path, { headers: { accept: 'text/html' } }))
    const head = [path, response.status, JSON.stringify([...response.headers])]
    answers.push([...head, await response.text()].join(' '))
  }
  return { answers, logged: logged.join('\n') }
}

describe.each(Object.keys(appsWithoutHandlers))('%s', name => {
  describe.each(faults)('with a configuration that causes %s', (type, config, detail) => {
    test('logs the cause, and shows visitors none of it in production', async () => {
      const { answers, logged } = await request(name, config, 'production')
      const [page, guarded] = answers
      if (name !== 'latchkey/node') {
        expect(page).toMatch(/^\/page 500 /)
        expect(guarded).toMatch(/^\/guarded 500 /)
      }
      for (const answer of answers) {
        expect(answer).not.toContain(type)
        expect(answer).not.toMatch(detail)
        expect(answer).not.toMatch(/AUTH_[A-Z]+|latchkey|\.[jt]s:\d/)
      }
      expect(logged).toMatch(detail)
    })
  })
})

const tellingFrameworks = ['latchkey/elysia', 'latchkey/elysia on Node', 'latchkey/fastify']

test.each(tellingFrameworks)(
  '%s shows the cause in development, and hides it if NODE_ENV is not set',
  async name => {
    const shown: unknown[] = []
    for (const environment of ['development', 'test', undefined]) {
      const { answers } = await request(name, withoutSecret, environment)
      shown.push(/secret/.test(answers[0] ?? ''))
      vi.restoreAllMocks()
    }
    expect(shown).toEqual([true, true, false])
  },
)

describe('an error handler of the app', () => {
  beforeEach(() => vi.stubEnv('NODE_ENV', 'production'))

  const config = { ...withoutSecret, logger: { error: () => {} } }

  test('responds to an error of Latchkey, which it recognizes, in Elysia', async () => {
    const app = new Elysia()
      .use(ElysiaAuth(config).auth)
      .onError(({ error, set }) => {
        set.status = 500
        return error instanceof AuthError ? `handled ${error.type}` : undefined
      })
      .get('/page', async ({ auth }) => String(await auth.getSession()))
    const response = await app.handle(new Request(`${origin}/page`))
    expect([response.status, await response.text()]).toEqual([500, 'handled MissingSecret'])
  })

  test('responds to an error of Latchkey, which it recognizes, in Fastify', async () => {
    const app = Fastify()
    await app.register(FastifyAuth(config).auth)
    app.setErrorHandler((error, _request, reply) =>
      error instanceof AuthError ? reply.code(500).send(`handled ${error.type}`) : reply.send(error),
    )
    app.get('/page', async ({ auth }) => String(await auth.getSession()))
    const { statusCode, body } = await app.inject('/page')
    expect([statusCode, body]).toEqual([500, 'handled MissingSecret'])
  })

  test('shows the message of its own errors in Fastify and Elysia', async () => {
    const app = Fastify()
    await app.register(FastifyAuth(valid).auth)
    app.get('/page', async () => Promise.reject(new Error('own')))
    expect((await app.inject('/page')).json()).toMatchObject({ message: 'own' })
    const elysia = new Elysia()
      .use(ElysiaAuth(valid).auth)
      .get('/page', () => Promise.reject(new Error('own')))
    expect(await (await elysia.handle(new Request(`${origin}/page`))).text()).toBe('own')
  })
})

test('a guard of Fastify without the plugin names it only in the log', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const app = Fastify()
  app.get('/page', { preHandler: FastifyAuth(valid).requireAuth() }, async () => 'secret')
  const { statusCode, body } = await app.inject('/page')
  expect([statusCode, body]).toEqual([500, expect.not.stringContaining('plugin')])
  expect(String(log.mock.calls[0]?.[0])).toContain('Call `await app.register(auth)` first.')
})
