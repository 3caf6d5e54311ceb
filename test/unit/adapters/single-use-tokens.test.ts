import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { withSingleUseTokens } from 'latchkey/adapters/single-use-tokens'
import { describeAdapter } from 'latchkey/testing'
import { expect, test } from 'vitest'
import { runner } from '../../contract/runner.js'
import { createPlainAdapter, createTestApp, getLocation } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'

/** Looks for a token, and deletes it in a second step. */
function createTwoStepAdapter(): Adapter {
  const memory = MemoryAdapter()
  return {
    ...createPlainAdapter(memory),
    async useVerificationToken(key) {
      const found = await memory.getVerificationToken(key)
      await new Promise(resolve => setTimeout(resolve, 1))
      await memory.useVerificationToken(key)
      return found
    },
  }
}

/** Opens one link in 16 browsers at once; tells how many got in. */
async function openTogether(adapter: Adapter): Promise<number> {
  const post = captureEmails({ confirm: 'never' })
  const app = createTestApp({ adapter, providers: [post.provider] })
  await app.open().signIn('mail', { email: 'ada@example.com' })
  const browsers = Array.from({ length: 16 }, () => app.open())
  await Promise.all(browsers.map(browser => browser.get(post.getLatestEmail().url)))
  const sessions = await Promise.all(browsers.map(browser => browser.getSession()))
  return sessions.filter(session => session !== null).length
}

test('one link lets one visitor in, though the adapter gives its token to everybody who asks in time', async () => {
  expect(await openTogether(createTwoStepAdapter())).toBe(16)
  expect(await openTogether(withSingleUseTokens(createTwoStepAdapter()))).toBe(1)
})

test('a store that is away is not taken for a link that was used', async () => {
  const away = async () => {
    throw new Error('The store is away.')
  }
  const store = createTwoStepAdapter()
  const post = captureEmails({ confirm: 'never' })
  const adapter = withSingleUseTokens(store)
  const { open, log } = createTestApp({ adapter, providers: [post.provider] })
  const visit = open()
  await visit.signIn('mail', { email: 'ada@example.com' })
  const { createVerificationToken, getUserByEmail } = store
  Object.assign(store, { createVerificationToken: away, getUserByEmail: away })
  expect(getLocation(await visit.get(post.getLatestEmail().url))).toContain('error=Configuration')
  expect(log.types()).toContain('AdapterError')
  Object.assign(store, { createVerificationToken, getUserByEmail })
  await visit.get(post.getLatestEmail().url)
  expect(await visit.getSession()).not.toBeNull()
})

test('methods keep their this, and an adapter without tokens stays as it is', async () => {
  class Store {
    #known = { id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null }
    getUser() {
      return this.#known
    }
    createVerificationToken = () => null
    useVerificationToken = () => null
  }
  expect(await withSingleUseTokens(new Store()).getUser?.('ada')).toMatchObject({ name: 'Ada' })
  const bare: Adapter = {}
  expect(withSingleUseTokens(bare)).toBe(bare)
})

describeAdapter(runner, () => ({ adapter: withSingleUseTokens(createTwoStepAdapter()) }), {
  name: 'an adapter that uses a token in two steps, and is mended',
})
