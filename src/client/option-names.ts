import { InvalidConfig } from '../errors.js'

/**
 * Asserts that the options of a guard exist. The browser decides by their names, and one that is misspelled would require nothing.
 *
 * @param limits the options that must not be `undefined`, because without them there is no limit
 * @throws InvalidConfig
 */
export function assertOptionNames(
  options: object,
  { source, names, limits = [] }: { source: string; names: readonly string[]; limits?: readonly string[] },
): void {
  for (const [name, value] of Object.entries<unknown>({ ...options })) {
    const known = `The options are ${names.map(option => `\`${option}\``).join(', ')}.`
    if (!names.includes(name))
      throw new InvalidConfig(`\`${name}\` is not an option of \`${source}\`. ${known}`)
    if (value === undefined && limits.includes(name))
      throw new InvalidConfig(`\`${name}\` of \`${source}\` is undefined. Set it, or leave it out.`)
  }
}

/** The members of a requirement, which have no default. */
export const requirementNames = ['acr', 'maxAge'] as const
