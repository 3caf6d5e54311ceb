/**
 * Spans and counters of OpenTelemetry: requests, sign-ins, calls of stores and requests to providers. Imports nothing of OpenTelemetry.
 *
 * @module
 */
import {
  booleanRule,
  findOptionFault,
  InvalidConfig,
  type OptionRule,
  type OptionRules,
  type Plugin,
  type PluginInstruments,
} from '../../plugins.js'
import { createCount } from './counters.js'
import { RequestRecorder } from './request-recorder.js'
import { createCallInstruments, createSpanRunner, runRequestSpan } from './spans.js'
import type { TelemetryOptions, TelemetryTracer } from './types.js'

/**
 * Adds spans and counters to a tracer and a meter of `@opentelemetry/api`. No attribute contains a token, a code, an email address, an IP address or
 * a name of a user.
 *
 * Call it once per process, outside of a function that creates the configuration for each request.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 * import { telemetry, type TelemetryMeter, type TelemetryTracer } from 'latchkey/telemetry'
 *
 * declare const tracer: TelemetryTracer // trace.getTracer('latchkey')
 * declare const meter: TelemetryMeter // metrics.getMeter('latchkey')
 *
 * export const config: AuthConfig = {
 *   providers: [GitHub],
 *   plugins: [telemetry({ tracer, meter })],
 * }
 * ```
 */
export function telemetry(options: TelemetryOptions): Plugin<'telemetry'> {
  const { tracer, meter, recordUserId = false } = Object(options) as TelemetryOptions
  const recorder = new RequestRecorder(createCount(meter))
  return {
    id: 'telemetry',
    instruments: tracer ? createSpanInstruments(tracer, recorder) : createCounterInstruments(recorder),
    // Not `onEvent`, which needs the context of a plugin and reads the session at a sign-out.
    events: { ...createSignInEvents(recorder), ...(recordUserId && createUserEvents(recorder)) },
    findConfigError: () => {
      const fault = findOptionsFault(options)
      return fault === null ? undefined : new InvalidConfig(`telemetry: ${fault}`)
    },
  }
}

function createSpanInstruments(tracer: TelemetryTracer, recorder: RequestRecorder): PluginInstruments {
  const runSpan = createSpanRunner(tracer)
  return {
    wrapRequest(request, run) {
      const facts = recorder.startRequest(request)
      runRequestSpan(runSpan, facts, endSpan =>
        run(outcome => {
          endSpan(outcome)
          recorder.endRequest(facts, outcome)
        }),
      )
    },
    ...createCallInstruments(runSpan),
  }
}

function createCounterInstruments(recorder: RequestRecorder): PluginInstruments {
  return {
    wrapRequest(request, run) {
      const facts = recorder.startRequest(request)
      run(outcome => recorder.endRequest(facts, outcome))
    },
  }
}

type Events = NonNullable<Plugin['events']>

function createSignInEvents(recorder: RequestRecorder): Events {
  return {
    signIn: ({ account }, { request }) => recorder.recordSignIn(request, account?.provider ?? null),
    signInFailure: ({ error }, { request }) => recorder.recordSignInFailure(request, error),
  }
}

/** The session callback of the app decides what a session contains, so its user can be unknown with the database strategy. */
function createUserEvents(recorder: RequestRecorder): Events {
  return {
    signIn({ user, account }, { request }) {
      recorder.recordUser(request, user.id)
      recorder.recordSignIn(request, account?.provider ?? null)
    },
    signOut(message, { request }) {
      recorder.recordUser(request, 'session' in message ? message.session?.userId : message.token?.sub)
    },
    session({ session, token }, { request }) {
      const { sub } = Object(token) as { readonly sub?: unknown }
      const { userId } = session as { readonly userId?: unknown }
      recorder.recordUser(request, sub ?? session.user?.id ?? userId)
    },
  }
}

function createMethodRule(method: string): OptionRule {
  return {
    expected: `an object with the method \`${method}\``,
    isValid: value =>
      value === undefined || typeof Reflect.get(Object(value) as object, method) === 'function',
  }
}

const optionRules: OptionRules<TelemetryOptions> = {
  tracer: createMethodRule('startActiveSpan'),
  meter: createMethodRule('createCounter'),
  recordUserId: booleanRule,
}

function findOptionsFault(options: TelemetryOptions): string | null {
  const fault = findOptionFault(options, optionRules, 'The options')
  if (fault !== null || options.tracer || options.meter) return fault
  return 'Set `tracer`, `meter` or both. Without them, nothing is recorded.'
}

export type {
  TelemetryAttributes,
  TelemetryCounter,
  TelemetryMeter,
  TelemetryOptions,
  TelemetrySpan,
  TelemetryTracer,
} from './types.js'
