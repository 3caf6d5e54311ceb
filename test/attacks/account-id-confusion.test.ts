import fc from 'fast-check'
import type { Adapter, AdapterAccount } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const blanks = [' ', '\t', '\n', '\r', '\u00a0', '\u2003', '\u3000', '\ufeff', '\u2028']
const controls = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009b']

/** Signs in a victim and then somebody with a similar id, and returns where the second one ends up. */
async function signInAs(sub: string, adapter: Adapter = MemoryAdapter()) {
  const op = createMaliciousProvider()
  const app = createTestApp({ op, providers: [op.provider()], adapter, session: { strategy: 'jwt' } })
  await runRoundTrip(app.open(), op, { as: { sub: 'victim', email: 'victim@example.com' } })
  const visitor = app.open()
  const response = await runRoundTrip(visitor, op, { as: { sub, email: 'eve@example.com' } })
  const session = await visitor.getSession()
  return {
    path: getLocation(response)?.replace(origin, ''),
    email: Object(session?.user).email ?? null,
    app,
    adapter,
  }
}

/** Simulates a collation: ids that differ in case or in blanks at the end are one. */
function withLooseCollation(adapter: Adapter = MemoryAdapter()): Adapter {
  const accounts: AdapterAccount[] = []
  const fold = (id: string) => id.trimEnd().toLowerCase()
  const find = (id: string, provider: string) =>
    accounts.find(account => account.provider === provider && fold(account.providerAccountId) === fold(id)) ??
    null
  return {
    ...createPlainAdapter(),
    ...createPlainAdapter(adapter as ReturnType<typeof MemoryAdapter>),
    async linkAccount(account) {
      if (find(account.providerAccountId, account.provider)) throw new Error('Duplicate entry')
      accounts.push(account)
    },
    getAccount: async (id, provider) => find(id, provider),
    async getUserByAccount({ provider, providerAccountId }) {
      const account = find(providerAccountId, provider)
      return account && ((await adapter.getUser?.(account.userId)) ?? null)
    },
  }
}

describe('an account id', () => {
  test.each(
    blanks.flatMap(blank => [`victim${blank}`, `${blank}victim`]).map(sub => [JSON.stringify(sub), sub]),
  )('%s with a blank at its edge is rejected', async (_, sub) => {
    expect(await signInAs(sub)).toMatchObject({ path: '/auth/error?error=Configuration', email: null })
  })

  test.each(controls.map(control => [JSON.stringify(`vic${control}tim`), `vic${control}tim`]))(
    '%s with a control character is rejected',
    async (_, sub) => {
      expect(await signInAs(sub)).toMatchObject({ path: '/auth/error?error=Configuration', email: null })
    },
  )

  test('of more than 255 characters is rejected, and one of 255 is accepted', async () => {
    expect(await signInAs('x'.repeat(256))).toMatchObject({ path: '/auth/error?error=Configuration' })
    expect(await signInAs('x'.repeat(255))).toMatchObject({ path: '', email: 'eve@example.com' })
  })

  test('that is rejected creates nothing, and the log names the value', async () => {
    const { app, adapter } = await signInAs('victim\n')
    expect(await adapter.getUserByEmail?.('eve@example.com')).toBeNull()
    expect(app.log.errors.map(({ message }) => message).join()).toContain('"victim\\n"')
  })

  test('never signs in the user of another id', { timeout: 30_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), async sub => {
        fc.pre(sub !== 'victim')
        const similar = await signInAs(sub)
        expect(similar.email).not.toBe('victim@example.com')
      }),
      { numRuns: 40 },
    )
  })
})

describe('with a collation that treats ids as equal', () => {
  test.each(['VICTIM', 'Victim', 'vIctim'])('%s is not the user with the id victim', async sub => {
    const { email, path, adapter } = await signInAs(sub, withLooseCollation())
    expect(email).toBeNull()
    expect(path).toMatch(/^\/auth\/(error|signin)\?error=/)
    expect(await adapter.getUserByEmail?.('eve@example.com')).toBeNull()
  })

  test('the user with exactly the id signs in', async () => {
    expect(await signInAs('victim', withLooseCollation())).toMatchObject({
      path: '',
      email: 'victim@example.com',
    })
  })
})
