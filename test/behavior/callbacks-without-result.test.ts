import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { type AppSetup, ada, createTestApp, credentials, runRoundTrip } from '../support/app.js'

const see = ' Details: npx latchkey explain callback-without-result'
const jwtSentence = `\`callbacks.jwt\` returned undefined, so no user is signed in. Return the token at the end of the callback.${see}`
const sessionSentence = `\`callbacks.session\` returned undefined, so no user is signed in. Return the session at the end of the callback.${see}`

/** Signs in and reads the session twice. Returns the session and the warnings. */
async function signIn(callbacks: object, more: AppSetup = {}) {
  const { op, open, log } = createTestApp({ callbacks, ...more })
  const visit = open()
  await runRoundTrip(visit, op)
  await visit.getSession()
  return { session: await visit.getSession(), warnings: log.warningMessages, log }
}

describe('a callback without a return statement is logged once, and nobody is signed in', () => {
  test('`jwt` at the sign-in', async () => {
    const { session, warnings } = await signIn({ jwt: () => {} })
    expect([session, warnings]).toEqual([null, [jwtSentence]])
  })

  test('`jwt` when the session is read', async () => {
    const jwt = ({ token, account }: { token: object; account?: unknown }) => (account ? token : undefined)
    const { session, warnings } = await signIn({ jwt })
    expect([session, warnings]).toEqual([null, [jwtSentence]])
  })

  test.each([
    ['jwt', {}],
    ['database', { adapter: MemoryAdapter() }],
  ])('`session` with the strategy "%s"', async (_, more) => {
    const { session, warnings } = await signIn({ session: async () => {} }, more)
    expect([session, warnings]).toEqual([null, [sessionSentence]])
  })
})

describe('a callback that returns null on purpose is not logged', () => {
  test.each([
    ['jwt', {}],
    ['session', {}],
    ['session', { adapter: MemoryAdapter() }],
  ])('`%s`', async (callback, more) => {
    const { session, log } = await signIn({ [callback]: () => null }, more)
    expect([session, log.warnings]).toEqual([null, []])
  })
})

test('`authorize` without a return statement is named in the log', async () => {
  const authorize = (): never => undefined as never
  const { open, log } = createTestApp({ providers: [{ ...credentials, authorize }] })
  await open().signInWithCredentials(ada)
  expect(log.errors[0]?.message).toContain(
    '`authorize` returned undefined. Return the user, or `null` if the credentials are wrong.',
  )
})
