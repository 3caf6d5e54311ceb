import type { PluginInstruments, RequestOutcome } from '../../plugins.js'
import { getErrorType, toRequestAttributes } from './attributes.js'
import type { RequestFacts, TelemetryAttributes, TelemetryTracer } from './types.js'

/** `SpanKind` of `@opentelemetry/api`. */
const spanKinds = { internal: 0, client: 2 } as const
/** `SpanStatusCode.ERROR` of `@opentelemetry/api`. */
const errorStatus = 2

/** How a span ends. */
interface SpanEnd {
  readonly error: Error | null
  readonly attributes?: TelemetryAttributes
}

interface NewSpan {
  readonly name: string
  readonly kind: number
  readonly attributes: TelemetryAttributes
}

/** Starts a span, and runs a function inside it with what ends the span. */
export type SpanRunner = (span: NewSpan, run: (end: (result: SpanEnd) => void) => void) => void

/** Creates the function that runs what has a span. Spans are nested where the tracer has a context manager. */
export function createSpanRunner(tracer: TelemetryTracer): SpanRunner {
  return ({ name, kind, attributes }, run) => {
    tracer.startActiveSpan(name, { kind, attributes }, span =>
      run(({ error, attributes: more = {} }) => {
        try {
          if (error) span.setStatus({ code: errorStatus })
          span.setAttributes(error ? { ...more, 'error.type': getErrorType(error) } : more)
        } finally {
          span.end()
        }
      }),
    )
  }
}

/** Creates the instruments for what happens within a request. */
export function createCallInstruments(
  runSpan: SpanRunner,
): Pick<PluginInstruments, 'wrapStoreCall' | 'wrapProviderRequest'> {
  return {
    wrapStoreCall({ store, method }, run) {
      const attributes = { 'latchkey.store': store, 'latchkey.method': method }
      runSpan({ name: 'latchkey.adapter', kind: spanKinds.internal, attributes }, end => run(end))
    },
    wrapProviderRequest({ method, origin }, run) {
      const { hostname, port } = new URL(origin)
      const attributes = {
        'http.request.method': method,
        'server.address': hostname,
        ...(port !== '' && { 'server.port': Number(port) }),
      }
      runSpan({ name: 'latchkey.outbound', kind: spanKinds.client, attributes }, end =>
        run(({ error, status }) =>
          end({ error, attributes: status === null ? {} : { 'http.response.status_code': status } }),
        ),
      )
    },
  }
}

/** Runs a request inside its span. */
export function runRequestSpan(
  runSpan: SpanRunner,
  facts: RequestFacts,
  run: (onEnd: (outcome: RequestOutcome) => void) => void,
): void {
  const { flow, provider } = facts.request
  const attributes = { 'latchkey.flow': flow, ...(provider !== null && { 'latchkey.provider': provider }) }
  runSpan({ name: `latchkey.${flow}`, kind: spanKinds.internal, attributes }, end =>
    run(outcome => end({ error: outcome.error, attributes: toRequestAttributes(facts, outcome) })),
  )
}
