import type { AdapterMethod } from '../../types/adapter.js'
import { assertEqual } from './assert.js'
import { defineChecks, listMissingMethods } from './check.js'

const check = defineChecks('methods')

const signInMethods = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const satisfies readonly AdapterMethod[]

const otherMethods = {
  'one-time tokens': ['createVerificationToken', 'useVerificationToken'],
  'deleting users and unlinking accounts': ['deleteUser', 'unlinkAccount'],
} as const satisfies Record<string, readonly AdapterMethod[]>

/** The checks that methods exist. `unsupported` excuses missing ones; passkeys are checked only if one method exists. */
export const methodChecks = [
  ...Object.entries({ 'users, accounts and sessions': signInMethods, ...otherMethods }).map(
    ([purpose, methods]) =>
      check(`for ${purpose} exist`, [], async ({ adapter, options: limits }) => {
        const required = methods.filter(method => !limits.unsupported?.includes(method))
        assertEqual(listMissingMethods(adapter, required), [])
      }),
  ),

  check('for passkeys exist, all or none', [], async ({ adapter, options: limits }) => {
    const methods: AdapterMethod[] = [
      'createAuthenticator',
      'getAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
    ]
    const missing = listMissingMethods(adapter, methods).filter(
      method => !limits.unsupported?.includes(method),
    )
    if (missing.length < methods.length) assertEqual(missing, [])
  }),
]
