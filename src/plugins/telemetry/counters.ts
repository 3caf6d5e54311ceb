import type { TelemetryAttributes, TelemetryCounter, TelemetryMeter } from './types.js'

const descriptions = {
  'latchkey.sign_ins': 'Sign-ins that ended, by outcome and provider.',
  'latchkey.throttled': 'Requests above a limit of attempts.',
} as const

/** Counts one. */
export type Count = (name: keyof typeof descriptions, attributes: TelemetryAttributes) => void

/** Creates the function that counts. A counter is created when it is first used, so that a meter that fails does not keep the app from starting. */
export function createCount(meter: TelemetryMeter | undefined): Count {
  const counters = new Map<string, TelemetryCounter>()
  return (name, attributes) => {
    if (!meter) return
    const counter = counters.get(name) ?? meter.createCounter(name, { description: descriptions[name] })
    counters.set(name, counter)
    counter.add(1, attributes)
  }
}
