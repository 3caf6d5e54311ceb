import { describe, expect, test } from 'vitest'
import type { AdapterUser } from '../../../src/types/adapter.js'
import type { LinkingAction, LinkingFacts } from '../../../src/types/linking.js'
import {
  credentialsRules,
  emailRules,
  findActionUser,
  oauthRules,
  passkeyRules,
  resolveLinkingAction,
  signUpRules,
} from '../../../src/users/account-linking.js'

const values = {
  strategy: ['jwt', 'database'],
  account: ['existing', 'new'],
  currentUser: ['none', 'owner', 'other', 'no-owner'],
  email: ['taken', 'claimed', 'free'],
  linkingByEmail: ['allowed', 'denied'],
} as const

/** Every combination of facts. */
const combinations: readonly LinkingFacts[] = values.strategy.flatMap(strategy =>
  values.account.flatMap(account =>
    values.currentUser.flatMap(currentUser =>
      values.email.flatMap(email =>
        values.linkingByEmail.map(linkingByEmail => ({
          strategy,
          account,
          currentUser,
          email,
          linkingByEmail,
        })),
      ),
    ),
  ),
)

/** The rules again, as functions, so that a slip in a table shows. */
const expected: Record<string, (facts: LinkingFacts) => LinkingAction> = {
  oauth: ({ account, currentUser, email, linkingByEmail }) => {
    if (account === 'existing')
      return currentUser === 'none' ? 'sign-in' : currentUser === 'owner' ? 'keep-session' : 'reject'
    if (currentUser === 'no-owner') return 'link-to-current-user'
    if (currentUser !== 'none') return 'reject'
    if (email === 'claimed') return 'release-email-and-create-user'
    if (email === 'free') return 'create-user'
    return linkingByEmail === 'allowed' ? 'link-by-email' : 'reject'
  },
  passkey: ({ account, currentUser, email }) => {
    if (account === 'existing')
      return currentUser === 'none' ? 'sign-in' : currentUser === 'owner' ? 'keep-session' : 'reject'
    if (currentUser === 'no-owner') return 'link-to-current-user'
    return currentUser === 'none' && email === 'free' ? 'create-user' : 'reject'
  },
  email: ({ account, currentUser, email, linkingByEmail }) => {
    if (account === 'new') return email === 'claimed' ? 'release-email-and-create-user' : 'create-user'
    return currentUser === 'owner' || linkingByEmail === 'allowed' ? 'sign-in-and-verify-email' : 'reject'
  },
  credentials: ({ strategy }) => (strategy === 'jwt' ? 'use-returned-user' : 'load-returned-user'),
  signUp: ({ account }) => (account === 'new' ? 'create-user' : 'reject'),
}

const tables = {
  oauth: oauthRules,
  passkey: passkeyRules,
  email: emailRules,
  credentials: credentialsRules,
  signUp: signUpRules,
}

describe.each(Object.entries(tables))('the linking rules of %s', (name, rules) => {
  test('give one action for each combination of facts', () => {
    for (const facts of combinations)
      expect(resolveLinkingAction(rules, facts), JSON.stringify(facts)).toBe(expected[name]?.(facts))
  })
})

test('a sign-in to which no rule applies is rejected', () => {
  for (const facts of combinations) expect(resolveLinkingAction([], facts)).toBe('reject')
})

describe('the stored user of an action', () => {
  const createUser = (id: string): AdapterUser => ({ id, email: `${id}@corp.example`, emailVerified: null })
  const [accountOwner, emailHolder] = [createUser('account'), createUser('email')]
  const currentUser = { user: createUser('current'), token: null } as never
  const users = { accountOwner, emailHolder, currentUser }

  test.each<[LinkingAction, string | null]>([
    ['sign-in', 'account'],
    ['keep-session', 'account'],
    ['sign-in-and-verify-email', 'account'],
    ['link-to-current-user', 'current'],
    ['link-by-email', 'email'],
    ['release-email-and-create-user', null],
    ['create-user', null],
  ])('%s is %s', (action, id) => {
    expect(findActionUser(action, users)?.id ?? null).toBe(id)
  })

  test('is null without a current user', () => {
    expect(findActionUser('link-to-current-user', { ...users, currentUser: null })).toBeNull()
  })
})
