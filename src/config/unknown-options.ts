/**
 * Finds options that do not exist, such as a misspelled one, which would have no effect. Loaded outside production only.
 *
 * @module
 */
import { isRecord } from '../base/parse.js'
import { findSimilarName } from '../base/similar-name.js'
import type { AuthConfig } from '../types/config.js'
import type { Provider } from '../types/provider.js'
import {
  configOptions,
  cookieAttributes,
  cookieMembers,
  loggerOptions,
  type OptionNames,
  providerOptions,
  sectionOptions,
} from './known-options.js'

/** Describes each unknown option of a configuration in a sentence, with the most similar name that exists. */
export function* describeUnknownOptions(config: AuthConfig): Generator<string> {
  yield* describeUnknown(config, configOptions, '')
  for (const [section, names] of Object.entries(sectionOptions))
    yield* describeUnknown(Reflect.get(config, section), names, `${section}.`)
  yield* describeMisspelled(config.logger, loggerOptions, '`logger`: ')
  for (const [key, cookie] of Object.entries(config.cookies ?? {})) {
    yield* describeUnknown(cookie, cookieMembers, `cookies.${key}.`)
    yield* describeUnknown(cookie?.options, cookieAttributes, `cookies.${key}.options.`)
  }
  if (Array.isArray(config.providers))
    for (const provider of config.providers) yield* describeProvider(provider)
}

function* describeUnknown(section: unknown, known: OptionNames, prefix: string): Generator<string> {
  for (const name of listUnknownNames(section, known)) {
    const similar = findSimilarName(name, Object.keys(known))
    yield `\`${prefix}${name}\` is not an option. ${
      similar ? `Did you mean \`${prefix}${similar}\`?` : 'It has no effect: remove it.'
    }`
  }
}

/** A factory passes the options of the app on in `options`. Those that have a default are its own members, too. */
function* describeProvider(provider: Provider): Generator<string> {
  if (!provider || typeof provider === 'function') return
  const { id, type, options, ...defaults } = provider
  const known = Object.hasOwn(providerOptions, type) ? providerOptions[type] : {}
  const location = `Provider "${id}": `
  yield* describeMisspelled(options ? omitKeys(options, defaults) : defaults, known, location)
  if (hasIgnoredScope(options ?? defaults, defaults))
    yield `${location}\`scope\` is not an option. Set \`authorization: { params: { scope } }\`.`
}

/** Factories with an option `scope` have already filled it in. */
function hasIgnoredScope(options: object, defaults: object): boolean {
  const scope: unknown = Reflect.get(options, 'scope')
  const authorization: unknown = Reflect.get(defaults, 'authorization')
  const params = isRecord(authorization) ? authorization.params : undefined
  const isForwarded = isRecord(authorization) && [authorization.forwardedOptions].flat().includes('scope')
  return scope !== undefined && !isForwarded && !(isRecord(params) && params.scope === scope)
}

function omitKeys(object: object, omitted: object): object {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !Object.hasOwn(omitted, key)))
}

/** Describes unknown options where others can exist, too. So only those that are similar to one that exists are reported. */
function* describeMisspelled(section: unknown, known: OptionNames, location: string): Generator<string> {
  for (const name of listUnknownNames(section, known)) {
    const similar = findSimilarName(name, Object.keys(known), 1)
    if (similar) yield `${location}\`${name}\` is not an option. Did you mean \`${similar}\`?`
  }
}

function listUnknownNames(section: unknown, known: OptionNames): string[] {
  if (!isRecord(section)) return []
  return Object.keys(section).filter(name => section[name] !== undefined && !Object.hasOwn(known, name))
}
