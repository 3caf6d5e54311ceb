import { describe, expect, test } from 'vitest'
import { getLocation, origin, runRoundTrip } from '../support/app.js'
import { grace } from '../support/malicious-provider.js'
import { createTwoProviders, graceElsewhere } from '../support/two-providers.js'

const notLinked = `${origin}/auth/signin?error=OAuthAccountNotLinked`

describe('`allowDangerousEmailAccountLinking`', () => {
  const dangerous = { otherConfig: { allowDangerousEmailAccountLinking: true } }

  test.each([
    ['verified', true],
    ['without `email_verified`', undefined],
  ])('links by an email that is %s, and creates no user', async (_, email_verified) => {
    const { op, other, open, calls, events, clearCalls } = createTwoProviders(dangerous)
    await runRoundTrip(open(), op)
    clearCalls()
    const visit = open()
    await runRoundTrip(visit, other, { provider: 'other', as: { ...graceElsewhere, email_verified } })
    expect(calls.filter(name => /^(create|link)/.test(name))).toEqual(['linkAccount', 'createSession'])
    expect(events).toEqual(['linkAccount', 'signIn'])
    expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
  })

  test.each([false, 'false', 'False', 0, '0', ''])(
    'does not link by an unverified email: %j',
    async email_verified => {
      const { op, other, open, calls, clearCalls } = createTwoProviders(dangerous)
      await runRoundTrip(open(), op)
      clearCalls()
      const as = { ...graceElsewhere, email_verified }
      expect(getLocation(await runRoundTrip(open(), other, { provider: 'other', as }))).toBe(notLinked)
      expect(calls).not.toContain('linkAccount')
    },
  )

  test('compares emails in lower case, as they are stored', async () => {
    const { op, other, open, store } = createTwoProviders(dangerous)
    await runRoundTrip(open(), op, { as: { ...grace, email: 'GRACE@Example.com' } })
    await runRoundTrip(open(), other, { provider: 'other', as: graceElsewhere })
    const owners = await Promise.all([
      store.getUserByAccount({ provider: 'op', providerAccountId: grace.sub }),
      store.getUserByAccount({ provider: 'other', providerAccountId: graceElsewhere.sub }),
    ])
    expect(owners[0]?.email).toBe('grace@example.com')
    expect(owners[1]?.id).toBe(owners[0]?.id)
  })
})
