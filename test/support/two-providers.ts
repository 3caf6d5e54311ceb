import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AppSetup, createTappedAdapter, createTestApp } from './app.js'
import { createMaliciousProvider, grace } from './malicious-provider.js'

/** Somebody else. */
export const alan = { sub: 'alan-0001', name: 'Alan Turing', email: 'alan@example.com' }

/** Somebody with Grace's address at another provider. */
export const graceElsewhere = { ...grace, sub: 'grace-elsewhere' }

/** An app with two providers, "op" and "other", and a store that tells what was asked of it. */
export function createTwoProviders({
  otherConfig = {},
  ...config
}: AppSetup & { otherConfig?: object } = {}) {
  const op = createMaliciousProvider()
  const other = createMaliciousProvider({ issuer: 'https://other.example' })
  const store = MemoryAdapter()
  const { adapter, calls } = createTappedAdapter(store)
  const events: string[] = []
  const recordEvent = (event: string) => () => void events.push(event)
  const app = createTestApp({
    op,
    adapter,
    providers: [op.provider(), other.provider({ id: 'other', ...otherConfig })],
    events: {
      signIn: recordEvent('signIn'),
      createUser: recordEvent('createUser'),
      linkAccount: recordEvent('linkAccount'),
    },
    ...config,
  })
  const clearCalls = () => {
    calls.length = 0
    events.length = 0
  }
  return { ...app, other, store, calls, events, forget: clearCalls }
}
