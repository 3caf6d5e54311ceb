import type { AdapterMethod } from '../../types/adapter.js'
import { equal } from './assert.js'
import { group, missingFrom } from './check.js'

const check = group('the methods')

const forSignIn = [
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

const others = {
  'one-time tokens': ['createVerificationToken', 'useVerificationToken'],
  'those who leave': ['deleteUser', 'unlinkAccount'],
} as const satisfies Record<string, readonly AdapterMethod[]>

/** All are optional, so what is missing on purpose can be said; passkeys are looked for only where there are some. */
export const methodChecks = [
  ...Object.entries({ 'users, accounts and sessions': forSignIn, ...others }).map(([what, methods]) =>
    check(`for ${what} are there`, [], async ({ adapter, traits }) => {
      const needed = methods.filter(method => !traits.lacks?.includes(method))
      equal(missingFrom(adapter, needed), [])
    }),
  ),

  check('for passkeys are all there, or none', [], async ({ adapter, traits }) => {
    const methods: AdapterMethod[] = [
      'createAuthenticator',
      'getAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
    ]
    const missing = missingFrom(adapter, methods).filter(method => !traits.lacks?.includes(method))
    if (missing.length < methods.length) equal(missing, [])
  }),
]
