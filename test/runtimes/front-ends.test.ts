import { beforeAll, describe, expect, test } from 'vitest'
import { setFrontEnd } from '../support/app.js'
import { createNodeFrontEnd } from './node-front-end.js'
import { serveProvider } from './provider-server.js'
import { type Outcome, run } from './suite/harness.js'
import { suite } from './suite/index.js'
import { environment } from './variables.js'

/** Over a socket, the client cannot see how much of a body the server has read: the system buffers some megabytes. */
const unmeasurable = new Set(['requests: with an endless body are rejected without reading all of it'])

/** `runtimes.test.ts` runs the same suite through `Auth` on every runtime. */
describe('the portable suite over node:http', () => {
  let outcomes: readonly Outcome[] = []

  beforeAll(async () => {
    const { frontEnd, close } = createNodeFrontEnd()
    const provider = await serveProvider()
    const env = { ...process.env, ...environment, LATCHKEY_TEST_ISSUER: provider.origin }
    setFrontEnd(frontEnd)
    outcomes = await run(suite, { env })
    close()
    await provider.close()
  }, 120_000)

  test.each(Object.keys(suite).filter(name => !unmeasurable.has(name)))('%s', name => {
    expect(outcomes.find(outcome => outcome.name === name)).toEqual({ name, fault: null })
  })
})
