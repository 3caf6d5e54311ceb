import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { type TelemetryOptions, telemetry } from 'latchkey/telemetry'
import { type AppSetup, createTestApp } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'

/** A span with what tests compare. */
export interface SpanTree {
  readonly name: string
  readonly attributes: ReadableSpan['attributes']
  readonly children: readonly SpanTree[]
}

/** Creates a tracer and a meter of the SDK, which keep everything in memory. */
export function createRecorder() {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const spanExporter = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] })
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 3_600_000,
  })
  const meterProvider = new MeterProvider({ readers: [reader] })
  return {
    tracer: tracerProvider.getTracer('latchkey'),
    meter: meterProvider.getMeter('latchkey'),
    listSpans: () => spanExporter.getFinishedSpans(),
    resetSpans: () => spanExporter.reset(),
    async readMetrics() {
      await reader.forceFlush()
      return (
        metricExporter
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? []
      )
    },
  }
}

export type Recorder = ReturnType<typeof createRecorder>

/** Options of a test app with telemetry. */
export interface TelemetrySetup extends AppSetup {
  options?: Partial<TelemetryOptions>
}

/** Creates an app with an OpenID provider whose spans and counters are recorded. */
export function createTelemetryApp({ options, plugins = [], ...more }: TelemetrySetup = {}) {
  const recorder = createRecorder()
  const op = createMaliciousProvider()
  const plugin = createTelemetryPlugin(recorder, options)
  const app = createTestApp({ op, plugins: [plugin, ...plugins], ...more })
  return { ...app, ...recorder, plugin }
}

/** Returns the spans as trees, oldest first. */
export function buildTrees(spans: readonly ReadableSpan[]): readonly SpanTree[] {
  const byStart = [...spans].sort((a, b) => toNanoseconds(a.startTime) - toNanoseconds(b.startTime))
  const list = (parent: string | undefined): readonly SpanTree[] =>
    byStart
      .filter(span => span.parentSpanContext?.spanId === parent)
      .map(span => ({
        name: span.name,
        attributes: span.attributes,
        children: list(span.spanContext().spanId),
      }))
  return list(undefined)
}

function toNanoseconds([seconds, nanoseconds]: ReadableSpan['startTime']): number {
  return seconds * 1e9 + nanoseconds
}

/** Returns the tree of a request as indented lines. */
export function renderTree({ name, attributes, children }: SpanTree, indent = ''): readonly string[] {
  const method = attributes['latchkey.method'] ?? attributes['server.address']
  return [
    `${indent}${name}${method === undefined ? '' : ` ${method}`}`,
    ...children.flatMap(child => renderTree(child, `${indent}  `)),
  ]
}

/** Returns the values of a counter by its attributes. */
export async function readCounter(
  { readMetrics }: Pick<Recorder, 'readMetrics'>,
  name: string,
): Promise<readonly [object, unknown][]> {
  const metric = (await readMetrics()).find(({ descriptor }) => descriptor.name === name)
  return (metric?.dataPoints ?? []).map(({ attributes, value }) => [attributes, value])
}

/** Creates the plugin with the tracer and the meter of a recorder. */
export function createTelemetryPlugin({ tracer, meter }: Recorder, options: Partial<TelemetryOptions> = {}) {
  return telemetry({ tracer, meter, ...options })
}

/** Returns the first span with a name. */
export function findSpan({ listSpans }: Pick<Recorder, 'listSpans'>, name: string): ReadableSpan {
  const span = listSpans().find(candidate => candidate.name === name)
  if (span) return span
  throw new Error(`There is no span "${name}".`)
}
