/**
 * Runs requests, calls of stores and requests to providers inside the instruments of plugins. Loaded if a plugin has any.
 *
 * @module
 */
import { toError } from '../base/to-error.js'
import { EventError } from '../errors.js'
import type { Ended, RequestRunner } from '../types/context.js'
import type { Instrument, PluginInstruments, StoreCall, StoreCallOutcome } from '../types/instrument.js'
import type { Logger } from '../types/logger.js'
import type { Plugin } from '../types/plugin.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** What the configuration is resolved with, if a plugin has instruments. */
export interface ResolvedInstruments {
  readonly runRequest: RequestRunner | null
  wrapStore<Store extends object>(store: Store, name: StoreCall['store']): Store
  wrapProvider(provider: ResolvedProvider): ResolvedProvider
}

/** Combines the instruments of the plugins. Those of the first plugin are the outer ones. */
export function resolveInstruments(plugins: readonly Plugin[], logger: Logger): ResolvedInstruments {
  const instrumented = plugins.filter(({ instruments }) => instruments).toReversed()
  const listInstruments = <Name extends keyof PluginInstruments>(name: Name) =>
    instrumented.flatMap(({ id, instruments }) => {
      const instrument = instruments?.[name]
      return instrument ? [{ instrument, report: createReporter(logger, id, name) }] : []
    })
  return {
    runRequest: combineRequestInstruments(listInstruments('wrapRequest')),
    wrapStore: (store, name) =>
      listInstruments('wrapStoreCall').reduce(
        (inner, installed) => wrapMethods(inner, name, installed),
        store,
      ),
    wrapProvider(provider) {
      if (!('fetch' in provider)) return provider
      const installed = listInstruments('wrapProviderRequest')
      return installed.length === 0
        ? provider
        : Object.freeze({ ...provider, fetch: installed.reduce(getInstrumentedFetch, provider.fetch) })
    },
  }
}

/** An instrument, and what logs its errors. */
interface Installed<Run> {
  readonly instrument: Run
  readonly report: (error: unknown) => void
}

function createReporter(logger: Logger, plugin: string, event: string): (error: unknown) => void {
  return error => logger.error(new EventError(toError(error), { event, plugin }))
}

/** What runs inside an instrument. */
interface Task<Subject, Result, Outcome> {
  readonly subject: Subject
  run(): Promise<Result>
  readOutcome(ended: Ended<Result>): Outcome
}

/**
 * Runs a task inside an instrument. An instrument that fails has no effect on the task, which runs once in any case.
 */
function runInside<Subject, Outcome, Result>(
  { instrument, report }: Installed<Instrument<Subject, Outcome>>,
  { subject, run, readOutcome }: Task<Subject, Result, Outcome>,
): Promise<Result> {
  const listeners: ((outcome: Outcome) => void)[] = []
  let running: Promise<Result> | undefined
  const start = () => (running ??= run())
  try {
    instrument(subject, onEnd => {
      if (onEnd) listeners.push(onEnd)
      start()
    })
  } catch (error) {
    report(error)
  }
  const notify = (ended: Ended<Result>): void => {
    try {
      for (const listener of listeners) listener(readOutcome(ended))
    } catch (error) {
      report(error)
    }
  }
  return start().then(
    result => {
      notify({ error: null, result })
      return result
    },
    (error: unknown) => {
      notify({ error: toError(error), result: null })
      throw error
    },
  )
}

function combineRequestInstruments(
  installed: readonly Installed<NonNullable<PluginInstruments['wrapRequest']>>[],
): RequestRunner | null {
  if (installed.length === 0) return null
  return (subject, run, readOutcome) =>
    installed.reduce((inner, outer) => () => runInside(outer, { subject, run: inner, readOutcome }), run)()
}

/** Wraps each method of an adapter or a record store that Latchkey has wrapped before. */
function wrapMethods<Store extends object>(
  store: Store,
  name: StoreCall['store'],
  installed: Installed<Instrument<StoreCall, StoreCallOutcome>>,
): Store {
  const entries = Object.entries(store).map(
    ([method, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      method,
      (...args: unknown[]) =>
        runInside(installed, {
          subject: { store: name, method },
          run: () => call(...args),
          readOutcome: ({ error }) => ({ error }),
        }),
    ],
  )
  return Object.freeze(Object.fromEntries(entries)) as Store
}

type ProviderInstrument = NonNullable<PluginInstruments['wrapProviderRequest']>

/** An app may create its configuration for each request. Discovery documents are cached per `fetch`, so it must stay the same function. */
const instrumentedFetches = new WeakMap<ProviderInstrument, WeakMap<typeof fetch, typeof fetch>>()

function getInstrumentedFetch(
  fetch: typeof globalThis.fetch,
  installed: Installed<ProviderInstrument>,
): typeof fetch {
  const fetches = instrumentedFetches.get(installed.instrument) ?? new WeakMap<typeof fetch, typeof fetch>()
  instrumentedFetches.set(installed.instrument, fetches)
  const instrumented = fetches.get(fetch) ?? createInstrumentedFetch(fetch, installed)
  fetches.set(fetch, instrumented)
  return instrumented
}

function createInstrumentedFetch(
  fetch: typeof globalThis.fetch,
  installed: Installed<ProviderInstrument>,
): typeof fetch {
  return (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    return runInside(installed, {
      subject: { method: init?.method ?? 'GET', origin },
      run: async () => fetch(input, init),
      readOutcome: ({ error, result }) => ({ error, status: result?.status ?? null }),
    })
  }
}
