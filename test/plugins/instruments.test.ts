import { Auth, customFetch, raw } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Plugin, PluginInstruments } from 'latchkey/plugins'
import { expect, test } from 'vitest'
import { getPreparedConfig } from '../../src/core/settings.js'
import { ada, createTestApp, credentials, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

/** A plugin that writes down what starts and ends. */
function createWatcher(id: string, log: string[]): Plugin {
  const write = (text: string) => void log.push(`${id}: ${text}`)
  const instruments: PluginInstruments = {
    wrapRequest({ flow }, run) {
      write(`${flow} starts`)
      run(({ error, failure }) => write(`${flow} ends ${error?.name ?? failure ?? 'well'}`))
    },
    wrapStoreCall({ store, method }, run) {
      write(`${store}.${method} starts`)
      run(({ error }) => write(`${method} ends ${error?.name ?? 'well'}`))
    },
    wrapProviderRequest({ method, origin }, run) {
      write(`${method} ${origin} starts`)
      run(({ status }) => write(`${method} ends ${status}`))
    },
  }
  return { id, instruments }
}

test('instruments of several plugins run around requests, calls of stores and requests to providers, the first one outside', async () => {
  const log: string[] = []
  const plugins = [createWatcher('a', log), createWatcher('b', log)]
  const app = createTestApp({ plugins, adapter: MemoryAdapter(), session: { strategy: 'jwt' } })
  const visit = app.open()
  const away = await visit.signIn('op')
  expect(log).toEqual([
    'a: csrf starts',
    'b: csrf starts',
    'b: csrf ends well',
    'a: csrf ends well',
    'a: signin starts',
    'b: signin starts',
    'a: GET https://op.example starts',
    'b: GET https://op.example starts',
    'b: GET ends 200',
    'a: GET ends 200',
    'b: signin ends well',
    'a: signin ends well',
  ])
  log.length = 0
  await visit.get(app.op.authorize(visit.getLocation(away)), { from: app.op.issuer })
  expect(log).toContain('b: adapter.getUserByAccount starts')
  expect(log).toContain('a: getUserByAccount ends well')
  expect(log.at(-1)).toBe('a: callback ends well')
})

test('a request runs once, whether an instrument calls `run` never, twice, later, or throws', async () => {
  const runs: string[] = []
  const instruments: Readonly<Record<string, NonNullable<PluginInstruments['wrapRequest']>>> = {
    never: () => {},
    twice: (_, run) => {
      run()
      run()
    },
    later: (_, run) => void setTimeout(run),
    throwing() {
      throw new Error('Broken.')
    },
  }
  for (const [name, wrapRequest] of Object.entries(instruments)) {
    const provider = {
      ...credentials,
      authorize(fields: object) {
        runs.push(name)
        return credentials.authorize(fields)
      },
    }
    const app = createTestApp({
      providers: [provider],
      plugins: [{ id: 'broken', instruments: { wrapRequest } }],
    })
    const visit = app.open()
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  }
  expect(runs).toEqual(['never', 'twice', 'later', 'throwing'])
})

test('the error of an instrument is logged with its plugin', async () => {
  const wrapRequest = () => {
    throw new Error('Broken.')
  }
  const app = createTestApp({ plugins: [{ id: 'broken', instruments: { wrapRequest } }] })
  await app.open().getCsrfToken()
  expect(app.log.errors).toMatchObject([
    { type: 'EventError', cause: { event: 'wrapRequest', plugin: 'broken', err: { message: 'Broken.' } } },
  ])
})

test('without instruments, nothing is wrapped', async () => {
  const op = createMaliciousProvider()
  const app = createTestApp({ op, plugins: [{ id: 'plain' }] })
  const { settings } = await getPreparedConfig(app.config)
  expect(settings.runRequest).toBeNull()
  expect(settings.providers.get('op')).toMatchObject({ fetch: op.provider()[customFetch] })
})

test('an app that creates its configuration for each request requests the discovery document once', async () => {
  const plugin = createWatcher('a', [])
  const op = createMaliciousProvider()
  for (let count = 0; count < 3; count++)
    await createTestApp({ op, plugins: [plugin] })
      .open()
      .signIn('op')
  expect(op.listRequestedEndpoints()).toEqual(['discovery'])
})

test('the result of a raw call has no member for instruments', async () => {
  const plugin: Plugin = {
    ...createWatcher('a', []),
    actions: { '': { GET: () => ({ status: 400, data: { error: 'wrong' } }) } },
  }
  const log: string[] = []
  const watcher = createWatcher('w', log)
  const app = createTestApp({ plugins: [watcher, plugin] })
  const result = await Auth(new Request('https://app.example/auth/a'), { ...app.config, raw })
  expect(Object.keys(result)).not.toContain('failure')
  expect(log.at(-1)).toBe('w: a ends wrong')
})

test('a provider that calls the global `fetch` is instrumented, and still follows a later replacement of it', async () => {
  const log: string[] = []
  const op = createMaliciousProvider()
  const { [customFetch]: _, ...provider } = op.provider()
  const app = createTestApp({ plugins: [createWatcher('a', log)], providers: [provider] })
  const original = globalThis.fetch
  globalThis.fetch = op.fetch
  try {
    await runRoundTrip(app.open(), op)
  } finally {
    globalThis.fetch = original
  }
  expect(log).toContain('a: POST https://op.example starts')
})
