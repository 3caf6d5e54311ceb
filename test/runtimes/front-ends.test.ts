import { Hono } from 'hono'
import type { AuthConfig } from 'latchkey'
import { HonoAuth, type HonoAuthEnv } from 'latchkey/hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FrontEnd, setFrontEnd } from '../support/app.js'
import { createNodeFrontEnd } from './node-front-end.js'
import { serveProvider } from './provider-server.js'
import { type Outcome, run } from './suite/harness.js'
import { suite } from './suite/index.js'
import { environment } from './variables.js'

const frontEnds = [
  {
    name: 'node:http',
    createFrontEnd: createNodeFrontEnd,
    /** Over a socket, the client cannot see how much of a body the server has read: the system buffers some megabytes. */
    omitted: ['requests: with an endless body are rejected without reading all of it'],
  },
  {
    name: 'latchkey/hono',
    createFrontEnd: createHonoFrontEnd,
    /** Other paths belong to the app, which responds with 404. */
    omitted: ['requests: for unknown actions are rejected'],
  },
]

/** Serves each configuration with a Hono app. */
function createHonoFrontEnd() {
  const apps = new Map<AuthConfig, Hono<HonoAuthEnv>>()
  const frontEnd: FrontEnd = async (request, config) => {
    const app = apps.get(config) ?? new Hono().use(HonoAuth(config).auth)
    apps.set(config, app)
    return app.fetch(request)
  }
  return { frontEnd, close: () => {} }
}

/** `runtimes.test.ts` runs the same suite through `Auth` on every runtime. */
describe.each(frontEnds)('the portable suite over $name', ({ createFrontEnd, omitted }) => {
  let outcomes: readonly Outcome[] = []

  beforeAll(async () => {
    const { frontEnd, close } = createFrontEnd()
    const provider = await serveProvider()
    const env = { ...process.env, ...environment, LATCHKEY_TEST_ISSUER: provider.origin }
    setFrontEnd(frontEnd)
    outcomes = await run(suite, { env })
    close()
    await provider.close()
  }, 120_000)

  test.each(Object.keys(suite).filter(name => !omitted.includes(name)))('%s', name => {
    expect(outcomes.find(outcome => outcome.name === name)).toEqual({ name, fault: null })
  })
})
