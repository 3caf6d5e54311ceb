/** The features that environment variables switch, with their values. The first one is the default. */
const values = {
  TWO_FACTOR: ['optional', 'required', 'off'],
  REVOCATION: ['on', 'off'],
  THROTTLING: ['off', 'on'],
}

/**
 * Reads which features are on.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {{ switches: Record<keyof typeof values, string>, fault: string | null }}
 */
export function readSwitches(env) {
  const entries = Object.entries(values).map(([name, [standard]]) => [name, env[name] ?? standard])
  const wrong = entries.find(([name, value]) => !values[name].includes(value))
  const fault = wrong && `${wrong[0]} is "${wrong[1]}". Set it to ${values[wrong[0]].join(', ')}.`
  return { switches: Object.fromEntries(entries), fault: fault ?? null }
}
