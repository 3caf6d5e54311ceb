import { describeValue } from '../base/describe-value.js'
import { isRecord } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'

/**
 * Checks that `providers` is a list of providers and factories.
 *
 * @throws InvalidConfig that names the first other value, and how to write it
 */
export function assertProviderList(providers: unknown): asserts providers is AuthConfig['providers'] {
  if (!Array.isArray(providers))
    throw new InvalidConfig(
      `\`providers\` must be an array, and may be empty. It is ${describeValue(providers)}.`,
    )
  providers.forEach((provider: unknown, index) => {
    if (!provider)
      throw new InvalidConfig(
        `\`providers\` contains ${String(provider) || 'an empty text'} at index ${index}. Check the name of its import.`,
      )
    const advice = findAdvice(provider)
    if (advice) throw new InvalidConfig(`\`providers[${index}]\` is ${advice}.`)
  })
}

function findAdvice(provider: unknown): string | undefined {
  if (typeof provider === 'function') return undefined
  if (typeof provider === 'string')
    return `${describeValue(provider)}. Pass the provider: \`import GitHub from 'latchkey/providers/github'\`, then \`providers: [GitHub]\``
  if (Array.isArray(provider)) return 'a list. Spread it into `providers` with `...`'
  if (!isRecord(provider) || provider instanceof Promise) return describeValue(provider)
  if (isModule(provider))
    return 'a module. Import its default export: `import GitHub from`, not `import * as GitHub from`'
  return undefined
}

/** A namespace, or a CommonJS module whose default export was not read. */
function isModule(provider: Readonly<Record<string, unknown>>): boolean {
  return provider.type === undefined && provider.id === undefined && provider.default !== undefined
}
