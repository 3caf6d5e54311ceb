/**
 * Finds options that do not exist, such as a misspelled one, which would have no effect. Loaded outside production only.
 *
 * @module
 */
import { isRecord } from '../base/parse.js'
import { findContainingName, findSimilarName } from '../base/similar-name.js'
import type { AuthConfig } from '../types/config.js'
import type { Provider } from '../types/provider.js'
import type { ProviderType } from '../types/provider-type.js'
import {
  configOptions,
  cookieAttributes,
  cookieMembers,
  loggerOptions,
  type OptionNames,
  sectionOptions,
} from './known-options.js'
import { findFactoryOptions, providerOptions, relayingPartyOptions } from './known-provider-options.js'

/** Describes each unknown option of a configuration in a sentence, with the most similar name that exists. */
export function* describeUnknownOptions(config: AuthConfig): Generator<string> {
  yield* describeUnknown(config, configOptions)
  for (const [path, names] of Object.entries(sectionOptions))
    yield* describeUnknown(getSection(config, path), names, { prefix: `${path}.` })
  yield* describeMisspelled(config.logger, loggerOptions, '`logger`: ')
  for (const [key, cookie] of Object.entries(config.cookies ?? {})) {
    yield* describeUnknown(cookie, cookieMembers, { prefix: `cookies.${key}.` })
    yield* describeUnknown(cookie?.options, cookieAttributes, { prefix: `cookies.${key}.options.` })
  }
  if (Array.isArray(config.providers))
    for (const provider of config.providers) yield* describeProvider(provider)
}

function getSection(config: AuthConfig, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((section, name) => (isRecord(section) ? section[name] : undefined), config)
}

/** How a sentence names an option, and what it says if no name is similar. */
interface UnknownOptionText {
  readonly location?: string
  readonly prefix?: string
  readonly advice?: string
}

function* describeUnknown(
  section: unknown,
  known: OptionNames,
  { location = '', prefix = '', advice = 'It has no effect: remove it.' }: UnknownOptionText = {},
): Generator<string> {
  const names = Object.keys(known)
  for (const name of listUnknownNames(section, known)) {
    const similar = findSimilarName(name, names) ?? findContainingName(name, names)
    yield `${location}\`${prefix}${name}\` is not an option. ${similar ? `Did you mean \`${prefix}${similar}\`?` : advice}`
  }
}

/** A factory passes the options of the app on in `options`. Those that have a default are its own members, too. */
function* describeProvider(provider: Provider): Generator<string> {
  if (!provider || typeof provider === 'function') return
  const { id, type, options, ...defaults } = provider
  const location = `Provider "${id}": `
  const factoryOptions = findFactoryOptions(provider)
  if (factoryOptions) {
    const advice = getProviderAdvice(options)
    yield* describeUnknown(options ?? provider, factoryOptions, { location, ...(advice && { advice }) })
    const relayingParty: unknown = Reflect.get(provider, 'relayingParty')
    yield* describeUnknown(relayingParty, relayingPartyOptions, { location, prefix: 'relayingParty.' })
    return
  }
  const known = Object.hasOwn(providerOptions, type) ? providerOptions[type] : {}
  yield* describeMisspelled(options ? omitKeys(options, defaults) : defaults, known, location)
  if (isOAuthType(type) && hasIgnoredScope(options ?? defaults, defaults))
    yield `${location}\`scope\` is not an option. Set \`authorization: { params: { scope } }\`.`
}

function isOAuthType(type: ProviderType): boolean {
  return type === 'oauth' || type === 'oidc'
}

/** A function of the app receives all options of an email provider. */
function getProviderAdvice(options: object | undefined): string | undefined {
  if (!options || !Reflect.get(options, 'sendVerificationRequest')) return undefined
  return 'Only your own `sendVerificationRequest` can read it.'
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
