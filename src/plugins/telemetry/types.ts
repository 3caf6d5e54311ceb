import type { InstrumentedRequest } from '../../plugins.js'

/** Attributes of a span or of a measurement. */
export type TelemetryAttributes = Record<string, string | number>

/** The part of `Span` of `@opentelemetry/api` that the plugin calls. */
export interface TelemetrySpan {
  setAttributes(attributes: TelemetryAttributes): unknown
  setStatus(status: { code: number }): unknown
  end(): void
}

/** The part of `Tracer` of `@opentelemetry/api` that the plugin calls. */
export interface TelemetryTracer {
  /** Runs a function with a new span, which is active inside it. */
  startActiveSpan(
    name: string,
    options: { kind?: number; attributes?: TelemetryAttributes },
    run: (span: TelemetrySpan) => void,
  ): unknown
}

/** The part of `Counter` of `@opentelemetry/api` that the plugin calls. */
export interface TelemetryCounter {
  add(value: number, attributes?: TelemetryAttributes): void
}

/** The part of `Meter` of `@opentelemetry/api` that the plugin calls. */
export interface TelemetryMeter {
  createCounter(name: string, options?: { description?: string; unit?: string }): TelemetryCounter
}

/** Options of {@link telemetry}. At least one of `tracer` and `meter` is required. */
export interface TelemetryOptions {
  /** Creates the spans, as `trace.getTracer` of `@opentelemetry/api` returns it. @default no spans */
  readonly tracer?: TelemetryTracer | undefined
  /** Creates the counters, as `metrics.getMeter` of `@opentelemetry/api` returns it. @default no counters */
  readonly meter?: TelemetryMeter | undefined
  /**
   * Whether the span of a request has the id of the user, as `user.id`: of a sign-in, a sign-out and a read session.
   *
   * @default false
   */
  readonly recordUserId?: boolean | undefined
}

/** A request, and what its events say about it. */
export interface RequestFacts {
  readonly request: InstrumentedRequest
  userId: string | null
  /** Why the sign-in failed: the type of the error. */
  signInFailure: string | null
  /** Whether an event counted the sign-in. */
  isSignInCounted: boolean
}
