import type { AdapterMethod } from '../../types/adapter.js'
import { assertEqual } from './assert.js'
import { defineChecks, listMissingMethods } from './check.js'

const check = defineChecks('the methods')

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
  'those who leave': ['deleteUser', 'unlinkAccount'],
} as const satisfies Record<string, readonly AdapterMethod[]>

/** All are optional, so what is missing on purpose can be said; passkeys are looked for only where there are some. */
export const methodChecks = [
  ...Object.entries({ 'users, accounts and sessions': signInMethods, ...otherMethods }).map(
    ([purpose, methods]) =>
      check(`for ${purpose} are there`, [], async ({ adapter, capabilities }) => {
        const required = methods.filter(method => !capabilities.unsupported?.includes(method))
        assertEqual(listMissingMethods(adapter, required), [])
      }),
  ),

  check('for passkeys are all there, or none', [], async ({ adapter, capabilities }) => {
    const methods: AdapterMethod[] = [
      'createAuthenticator',
      'getAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
    ]
    const missing = listMissingMethods(adapter, methods).filter(
      method => !capabilities.unsupported?.includes(method),
    )
    if (missing.length < methods.length) assertEqual(missing, [])
  }),
]
