import { isRecord } from './parse.js'

/** Merges options over their defaults. A value of another type stays, so that the check of the configuration names it. */
export function mergeDefaults<Defaults extends object, Options extends object>(
  defaults: Defaults,
  options: Options | undefined,
): Defaults & Options {
  const isMergeable = options == null || isOptions(options)
  return (isMergeable ? { ...defaults, ...options } : options) as Defaults & Options
}

/** Returns whether a value is an object with options. */
export function isOptions(value: unknown): boolean {
  return isRecord(value) && !(value instanceof Promise)
}
