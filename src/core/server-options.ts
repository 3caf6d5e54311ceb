import {
  anyValue,
  functionRule,
  idRule,
  type OptionRule,
  type OptionRules,
  urlRule,
} from '../base/option-fault.js'
import { assertOptions } from '../config/assert-options.js'
import type {
  EndSessionOptions,
  IntegrationOptions,
  OriginCheck,
  ServerSignInOptions,
  ServerSignOutOptions,
  ServerUpdateOptions,
} from '../types/server.js'
import { originChecked, originUnchecked } from '../types/symbols.js'

const originCheck: OptionRule = {
  expected: '`originChecked` or `originUnchecked` of `latchkey/server`',
  isValid: value => value === originChecked || value === originUnchecked,
  isRequired: true,
}

const signIn: OptionRules<ServerSignInOptions> = {
  originCheck,
  provider: {
    expected: 'the id of a provider',
    isValid: value => value === null || typeof value === 'string',
  },
  fields: { expected: 'an object with the fields of the form', isValid: isFields },
  redirectTo: urlRule,
  authorizationParams: {
    expected: 'what `new URLSearchParams()` accepts',
    isValid: value => typeof value === 'string' || typeof value === 'object',
  },
}

const signOut: OptionRules<ServerSignOutOptions> = { originCheck, redirectTo: urlRule }

const update: OptionRules<ServerUpdateOptions> = {
  originCheck: {
    expected: '`originChecked` of `latchkey/server`',
    isValid: value => value === originChecked,
    isRequired: true,
  },
  data: anyValue,
}

const endSession: OptionRules<EndSessionOptions> = { originCheck, id: idRule }

const endSessions: OptionRules<OriginCheck> = { originCheck }

const createAuth: OptionRules<IntegrationOptions> = {
  getBasePath: functionRule,
  getEnvironment: functionRule,
}

const rulesByFunction = {
  createAuth,
  signIn,
  signOut,
  update,
  'sessions.end': endSession,
  'sessions.endOthers': endSessions,
  'sessions.endAll': endSessions,
} as const

/**
 * Asserts that the options of a server function are valid. A misspelled `originCheck` would skip the check.
 *
 * @throws InvalidConfig
 */
export function assertServerOptions(name: keyof typeof rulesByFunction, options: object): void {
  assertOptions(options, rulesByFunction[name], name)
}

/** The entries of a form or a map are not its properties, so they would be ignored. */
function isFields(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value)
}
