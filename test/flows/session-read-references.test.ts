import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AuthError, SessionUnavailable } from 'latchkey/errors'
import { createAuth, originChecked, toRequestHead } from 'latchkey/server'
import type { AuthConfig } from 'latchkey/types'
import { describe, expect, test, vi } from 'vitest'
import { type AppSetup, createTappedAdapter, createTestApp, origin, runRoundTrip } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { runCli } from '../unit/cli/run-cli.js'
import { createTempApp } from '../unit/cli/temp-app.js'
import { createTracedLog, grammar, plantedErrors } from './failures/planted-errors.js'

/** Throws only while the fault is on. */
type Fault = () => void

/** Configurations in which a read of the session reaches the fault. */
const setups: Readonly<Record<string, (fault: Fault) => AppSetup>> = {
  'a store that fails': fault => ({ adapter: createTappedAdapter(MemoryAdapter(), fault).adapter }),
  'a `session` callback that throws': fault => ({
    callbacks: {
      session: ({ session }) => {
        fault()
        return session
      },
    },
  }),
  'a `jwt` callback that throws': fault => ({
    callbacks: {
      jwt: ({ token }) => {
        fault()
        return token
      },
    },
  }),
  'a session policy that throws': fault => ({
    adapter: MemoryAdapter(),
    plugins: [
      {
        id: 'lab',
        sessionPolicies: [
          () => {
            fault()
            return 'allow'
          },
        ],
      },
    ],
  }),
}

/** How the session of a request is read, by the name in the trail. */
const reads: Readonly<
  Record<string, (config: AuthConfig, head: ReturnType<typeof toRequestHead>) => unknown>
> = {
  getSession: (config, head) => createAuth(config).getSession(head),
  refreshSession: (config, head) => createAuth(config).refreshSession(head),
  update: (config, head) => createAuth(config).update(head, { originCheck: originChecked, data: {} }),
  requireAuth: (config, head) => createAuth(config).requireAuth(head),
}

function createHead(visit: Visitor) {
  const headers = { cookie: visit.jar.header(origin), 'sec-fetch-site': 'same-origin' }
  return toRequestHead(new Request(`${origin}/page`, { headers }))
}

/** Signs in, switches the fault on and returns what each read throws, with the entries of the log. */
async function openBroken(createSetup: (fault: Fault) => AppSetup, createError: () => unknown) {
  const { entries, logger } = createTracedLog()
  let isBroken = false
  const setup = createSetup(() => {
    if (isBroken) throw createError()
  })
  const { op, open, config } = createTestApp({ ...setup, logger })
  const visit = open()
  await runRoundTrip(visit, op)
  expect(entries).toEqual([])
  expect(await visit.getSession()).not.toBeNull()
  isBroken = true
  return { entries, visit, config }
}

async function catchError(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  throw new Error('The read did not fail.')
}

const pairs = Object.entries(setups).flatMap(([setup, createSetup]) =>
  Object.entries(reads).map(([name, read]) => [name, setup, read, createSetup] as const),
)

describe.each(pairs)('%s with %s', (name, _, read, createSetup) => {
  test('has a reference in the log and in the error', async () => {
    const { entries, visit, config } = await openBroken(createSetup, () => new TypeError('is away'))
    const error = await catchError(() => read(config, createHead(visit)))
    expect(error).toBeInstanceOf(SessionUnavailable)
    const [entry] = entries
    expect(entries).toEqual([
      { reference: expect.stringMatching(/^[\dA-HJKMNP-TV-Z]{10}$/), trail: expect.stringMatching(grammar) },
    ])
    expect(entry?.trail).toMatch(
      new RegExp(
        `^${name} of server code at .*; passed: request, configuration; failed: SessionUnavailable.* < TypeError$`,
      ),
    )
    expect(error).toMatchObject({ reference: entry?.reference })
    expect(Object.keys(Object(error))).not.toContain('trail')
  })

  test.each(Object.entries(plantedErrors))('leaves no secret of %s in the trail', async (_, createError) => {
    const { entries, visit, config } = await openBroken(createSetup, createError)
    await catchError(() => read(config, createHead(visit)))
    expect(entries).toHaveLength(1)
    expect(entries[0]?.trail).toMatch(grammar)
    expect(entries[0]?.trail).not.toMatch(/hunter2/i)
  })
})

test('a configuration that is invalid is logged under another reference for each read', async () => {
  const { entries, logger } = createTracedLog()
  const { config, open } = createTestApp({ secret: [], logger })
  const errors = []
  for (const read of Object.values(reads))
    errors.push(await catchError(() => read(config, createHead(open()))))
  expect(errors.map(error => Object(error).reference)).toEqual(entries.map(({ reference }) => reference))
  expect(new Set(entries.map(({ reference }) => reference)).size).toBe(4)
  expect(entries[0]?.trail).toMatch(
    /^getSession of server code at \S+; passed: request; failed: MissingSecret$/,
  )
})

test('an error that the app throws at every read is copied, with its class, its message and its cause', async () => {
  const shared = new SessionUnavailable('The directory is away.', { callback: 'session' })
  const { visit, config } = await openBroken(
    setups['a `session` callback that throws'] ?? (() => ({})),
    () => {
      throw shared
    },
  )
  const errors = []
  for (let count = 0; count < 2; count++)
    errors.push(await catchError(() => createAuth(config).getSession(createHead(visit))))
  const [first, second] = errors
  expect(first).toBeInstanceOf(SessionUnavailable)
  expect(first).toMatchObject({ message: 'The directory is away.', cause: { callback: 'session' } })
  expect(Object(first).stack).toBe(shared.stack)
  expect(Object(first).reference).not.toBe(Object(second).reference)
  expect('reference' in shared).toBe(false)
})

test('`latchkey explain` finds the reference of a failed read in the log', async () => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((...texts) => void lines.push(texts.join(' ')))
  const { adapter } = createTappedAdapter(MemoryAdapter(), () => {
    throw new TypeError('is away')
  })
  const { config, open } = createTestApp({ adapter })
  const { logger: _, ...silent } = config
  const visit = open()
  visit.jar.set(origin, '__Secure-authjs.session-token=any; Secure; Path=/')
  const error = await catchError(() => createAuth(silent).getSession(createHead(visit)))
  spy.mockRestore()
  const { folder } = createTempApp({ 'server.log': lines.join('\n') })
  const { reference } = error as AuthError
  const { code, out } = await runCli(['explain', reference ?? '', '--log', 'server.log', '--json'], {
    cwd: folder,
  })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    reference,
    trail: expect.stringMatching(/^getSession of server code at /),
    explanations: [{ code: 'SessionUnavailable' }],
  })
})
