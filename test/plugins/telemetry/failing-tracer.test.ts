import {
  type TelemetryMeter,
  type TelemetryOptions,
  type TelemetrySpan,
  type TelemetryTracer,
  telemetry,
} from 'latchkey/telemetry'
import { expect, test } from 'vitest'
import { ada, createTestApp, credentials } from '../../support/app.js'
import { getConfigError } from '../../support/config-error.js'

const fail = (): never => {
  throw new Error('The exporter is down.')
}

/** A span that does nothing but what a test replaces. */
const toTracer = (span: Partial<TelemetrySpan>): TelemetryTracer => ({
  startActiveSpan: (_, __, run) =>
    run({ setAttributes: () => {}, setStatus: () => {}, end: () => {}, ...span }),
})

const tracers: Readonly<Record<string, TelemetryTracer>> = {
  'throws before it runs the request': { startActiveSpan: fail },
  'throws after it ran the request': {
    startActiveSpan(name, options, run) {
      toTracer({}).startActiveSpan(name, options, run)
      fail()
    },
  },
  'cannot set attributes': toTracer({ setAttributes: fail }),
  'cannot end a span': toTracer({ end: fail }),
}
const meters: Readonly<Record<string, TelemetryMeter>> = {
  'cannot create a counter': { createCounter: fail },
  'cannot count': { createCounter: () => ({ add: fail }) },
}
const cases: readonly [string, TelemetryOptions][] = [
  ...Object.entries(tracers).map(([name, tracer]): [string, TelemetryOptions] => [
    `a tracer that ${name}`,
    { tracer },
  ]),
  ...Object.entries(meters).map(([name, meter]): [string, TelemetryOptions] => [
    `a meter that ${name}`,
    { meter },
  ]),
]

test.each(cases)('%s does not fail a request, and is logged', async (_, options) => {
  let signIns = 0
  const provider = {
    ...credentials,
    authorize: (fields: object) => {
      signIns += 1
      return credentials.authorize(fields)
    },
  }
  const app = createTestApp({ providers: [provider], plugins: [telemetry(options)] })
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  expect(signIns).toBe(1)
  expect(new Set(app.log.types())).toEqual(new Set(['EventError']))
})

test('a tracer that runs nothing does not keep a request from running', async () => {
  const app = createTestApp({
    providers: [credentials],
    plugins: [telemetry({ tracer: { startActiveSpan: () => {} } })],
  })
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  expect(app.log.types()).toEqual([])
})

const base = { providers: [credentials], secret: 'x', trustHost: true }

test.each([
  [{}, 'Set `tracer`, `meter` or both.'],
  [{ tracer: undefined }, 'Set `tracer`, `meter` or both.'],
  [{ tracer: {} }, 'Use an object with the method `startActiveSpan`'],
  [{ meter: { createCounter: 1 } }, 'Use an object with the method `createCounter`'],
  [{ tracer: toTracer({}), recordUserId: 'yes' }, 'recordUserId'],
  [{ tracer: toTracer({}), recordUserIds: true }, 'Did you mean `recordUserId`?'],
  [null, 'Use an object.'],
])('the options %j are an error', async (options, message) => {
  const plugins = [telemetry(options as unknown as TelemetryOptions)]
  const { type, message: logged } = await getConfigError({ ...base, plugins })
  expect(type).toBe('InvalidConfig')
  expect(logged).toMatch(/^telemetry: /)
  expect(logged).toContain(message)
})
