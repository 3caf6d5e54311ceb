import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AppSetup, createTappedAdapter, createTestApp } from './app.js'
import { createMaliciousProvider, grace } from './malicious-provider.js'

/** Another user. */
export const alan = { sub: 'alan-0001', name: 'Alan Turing', email: 'alan@example.com' }

/** A user with Grace's email at another provider. */
export const graceElsewhere = { ...grace, sub: 'grace-elsewhere' }

/** Creates an app with two providers, "op" and "other", and records adapter calls and events. */
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
  return { ...app, other, store, calls, events, clearCalls }
}
