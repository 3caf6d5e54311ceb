import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import GitHub from 'latchkey/providers/github'
import { signInAs } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSocket } from '../support/open-socket.js'
import { createVisitor } from '../support/visitor.js'
import { buildProgram, honoRuntimes, type RuntimeProcess, startProgram } from './contract/serve-runtime.js'

const secret = 'a secret of more than 32 characters!'
const variables = {
  AUTH_SECRET: secret,
  AUTH_TRUST_HOST: 'true',
  AUTH_GITHUB_ID: 'from-bindings',
  AUTH_GITHUB_SECRET: 'a secret',
}

function signInAda(url: string) {
  const user = { name: 'Ada', email: 'ada@example.com' }
  return signInAs({ providers: [GitHub], secret }, { user, url })
}

/** Runs the app of a guide while the tests of the block run. */
function runGuide(runtime: keyof typeof honoRuntimes): () => string {
  let folder: string
  let running: RuntimeProcess | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-hono-'))
    const bundle = await buildProgram(honoRuntimes[runtime], folder)
    running = await startProgram(honoRuntimes[runtime], bundle, variables)
  }, 60_000)

  afterAll(async () => {
    await running?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  return () => running?.origin ?? ''
}

describe('a Worker without `nodejs_compat`', () => {
  const getOrigin = runGuide('worker')

  test('reads the secrets from its bindings, and starts a sign-in', async () => {
    const visit = createVisitor(request => fetch(request), getOrigin())
    const { origin, pathname, searchParams } = visit.getLocation(await visit.signIn('github'))
    expect(origin + pathname).toBe('https://github.com/login/oauth/authorize')
    expect(searchParams.get('client_id')).toBe('from-bindings')
    expect(searchParams.get('redirect_uri')).toBe(`${getOrigin()}/auth/callback/github`)
  })

  test('reads the session, and refuses a visitor', async () => {
    const { headers } = await signInAda(getOrigin())
    const account = await fetch(`${getOrigin()}/account`, { headers })
    expect(await account.json()).toMatchObject({ name: 'Ada' })
    expect((await fetch(`${getOrigin()}/account`)).status).toBe(401)
  })
})

describe('a WebSocket on Bun', () => {
  const getOrigin = runGuide('bun')
  const origin = 'http://localhost:3000'

  test('has the session of the user', async () => {
    const { headers } = await signInAda(getOrigin())
    const socket = await openSocket(`${getOrigin()}/live`, { origin, ...headers })
    expect(await socket.receive()).toBe('Hello Ada')
    for (const text of ['one', 'two']) {
      socket.send(text)
      expect(await socket.receive()).toBe(`Ada: ${text}`)
    }
    socket.close()
  })

  test('is refused for a visitor, and for a page of another origin', async () => {
    const { headers } = await signInAda(getOrigin())
    expect((await openSocket(`${getOrigin()}/live`, { origin })).status).toBe(401)
    const evil = await openSocket(`${getOrigin()}/live`, { origin: 'https://evil.example', ...headers })
    expect(evil.status).toBe(403)
  })
})
