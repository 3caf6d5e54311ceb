import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AppSetup, makeApp, tapped } from './app.js'
import { grace, lyingProvider } from './lying-provider.js'

/** Somebody else. */
export const alan = { sub: 'alan-0001', name: 'Alan Turing', email: 'alan@example.com' }

/** Somebody with Grace's address at another provider. */
export const elsewhere = { ...grace, sub: 'grace-elsewhere' }

/** An app with two providers, "op" and "other", and a store that tells what was asked of it. */
export function makeTwoProviders({ otherConfig = {}, ...config }: AppSetup & { otherConfig?: object } = {}) {
  const op = lyingProvider()
  const other = lyingProvider({ issuer: 'https://other.example' })
  const store = MemoryAdapter()
  const { adapter, calls } = tapped(store)
  const events: string[] = []
  const note = (event: string) => () => void events.push(event)
  const app = makeApp({
    op,
    adapter,
    providers: [op.provider(), other.provider({ id: 'other', ...otherConfig })],
    events: { signIn: note('signIn'), createUser: note('createUser'), linkAccount: note('linkAccount') },
    ...config,
  })
  const forget = () => {
    calls.length = 0
    events.length = 0
  }
  return { ...app, other, store, calls, events, forget }
}
