import { describe, expect, test } from 'vitest'
import { createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { readServerSession } from '../support/server-session.js'

const trustedAssurance = { acr: ['https://schemas.example/two-factors'], amr: ['hwk'] }

/** Signs in with claims about the authentication at the provider. Returns what server code learns about it. */
async function signIn(claims: object, options: object = {}) {
  const op = createMaliciousProvider()
  const { config, open } = createTestApp({ op, providers: [op.provider(options)] })
  const visit = open()
  await runRoundTrip(visit, op, { as: { ...grace, ...claims } })
  const session = await readServerSession(config, visit)
  return { acr: session?.acr, authTime: session?.authTime, amr: session?.methods?.map(({ amr }) => amr) }
}

function getNow(): number {
  return Math.floor(Date.now() / 1000)
}

describe('the strength of a sign-in at an identity provider', () => {
  test('is one factor if the app trusts no claims', async () => {
    const claims = { acr: 'https://schemas.example/two-factors', amr: ['hwk', 'mfa'] }
    expect(await signIn(claims)).toMatchObject({ acr: 'aal1', amr: ['fed'] })
  })

  test.each([
    [{ acr: 'https://schemas.example/two-factors' }, 'aal2', ['fed', 'mfa']],
    [{ acr: 'https://schemas.example/password' }, 'aal1', ['fed']],
    [{ acr: ['https://schemas.example/two-factors'] }, 'aal1', ['fed']],
    [{ amr: ['pwd', 'hwk'] }, 'aal2', ['fed', 'hwk']],
    [{ amr: ['mfa'] }, 'aal1', ['fed']],
    [{ amr: 'hwk' }, 'aal1', ['fed']],
  ])('is what trusted claims say: %j', async (claims, acr, amr) => {
    expect(await signIn(claims, { trustedAssurance })).toMatchObject({ acr, amr })
  })

  test('has the time that the provider says, and never one of the future', async () => {
    const earlier = getNow() - 3600
    expect(await signIn({ auth_time: earlier })).toMatchObject({ authTime: earlier })
    const { authTime } = await signIn({ auth_time: getNow() + 3600 })
    expect(authTime).toBeLessThanOrEqual(getNow())
  })
})
