import { describe, expect, test } from 'vitest'
import { leadsTo, origin, roundTrip } from '../support/app.js'
import { grace } from '../support/lying-provider.js'
import { elsewhere, makeTwoProviders } from '../support/two-providers.js'

const notLinked = `${origin}/auth/signin?error=OAuthAccountNotLinked`

describe('`allowDangerousEmailAccountLinking`', () => {
  const dangerous = { otherConfig: { allowDangerousEmailAccountLinking: true } }

  test.each([
    ['proven', true],
    ['not spoken of', undefined],
  ])('joins by an address that is %s, and creates nobody', async (_, email_verified) => {
    const { op, other, open, calls, events, forget } = makeTwoProviders(dangerous)
    await roundTrip(open(), op)
    forget()
    const visit = open()
    await roundTrip(visit, other, { provider: 'other', as: { ...elsewhere, email_verified } })
    expect(calls.filter(name => /^(create|link)/.test(name))).toEqual(['linkAccount', 'createSession'])
    expect(events).toEqual(['linkAccount', 'signIn'])
    expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
  })

  test.each([false, 'false', 'False', 0, '0', ''])(
    'does not join by an address that is unproven: %j',
    async email_verified => {
      const { op, other, open, calls, forget } = makeTwoProviders(dangerous)
      await roundTrip(open(), op)
      forget()
      const as = { ...elsewhere, email_verified }
      expect(leadsTo(await roundTrip(open(), other, { provider: 'other', as }))).toBe(notLinked)
      expect(calls).not.toContain('linkAccount')
    },
  )

  test('compares addresses as they are stored: in lower case', async () => {
    const { op, other, open, store } = makeTwoProviders(dangerous)
    await roundTrip(open(), op, { as: { ...grace, email: 'GRACE@Example.com' } })
    await roundTrip(open(), other, { provider: 'other', as: elsewhere })
    const owners = await Promise.all([
      store.getUserByAccount({ provider: 'op', providerAccountId: grace.sub }),
      store.getUserByAccount({ provider: 'other', providerAccountId: elsewhere.sub }),
    ])
    expect(owners[0]?.email).toBe('grace@example.com')
    expect(owners[1]?.id).toBe(owners[0]?.id)
  })
})
