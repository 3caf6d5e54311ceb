import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { withSingleUseTokens } from 'latchkey/adapters/single-use-tokens'
import { describeAdapter } from 'latchkey/testing'
import { expect, test } from 'vitest'
import { runner } from '../../contract/runner.js'
import { createPlainAdapter, createTestApp, getLocation } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'

/** Creates an adapter that reads a token and deletes it in a second step. */
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

/** Opens one magic link in 16 browsers at once and returns the number of sessions. */
async function countConcurrentSignIns(adapter: Adapter): Promise<number> {
  const mailbox = captureEmails({ confirm: 'never' })
  const app = createTestApp({ adapter, providers: [mailbox.provider] })
  await app.open().signIn('mail', { email: 'ada@example.com' })
  const browsers = Array.from({ length: 16 }, () => app.open())
  await Promise.all(browsers.map(browser => browser.get(mailbox.getLatestEmail().url)))
  const sessions = await Promise.all(browsers.map(browser => browser.getSession()))
  return sessions.filter(session => session !== null).length
}

test('a magic link creates one session, although the adapter returns its token to concurrent calls', async () => {
  expect(await countConcurrentSignIns(createTwoStepAdapter())).toBe(16)
  expect(await countConcurrentSignIns(withSingleUseTokens(createTwoStepAdapter()))).toBe(1)
})

test('an unavailable store redirects to error=Configuration, and the link works afterwards', async () => {
  const fail = async () => {
    throw new Error('The store is down.')
  }
  const store = createTwoStepAdapter()
  const mailbox = captureEmails({ confirm: 'never' })
  const adapter = withSingleUseTokens(store)
  const { open, log } = createTestApp({ adapter, providers: [mailbox.provider] })
  const visit = open()
  await visit.signIn('mail', { email: 'ada@example.com' })
  const { createVerificationToken, getUserByEmail } = store
  Object.assign(store, { createVerificationToken: fail, getUserByEmail: fail })
  expect(getLocation(await visit.get(mailbox.getLatestEmail().url))).toContain('error=Configuration')
  expect(log.types()).toContain('AdapterError')
  Object.assign(store, { createVerificationToken, getUserByEmail })
  await visit.get(mailbox.getLatestEmail().url)
  expect(await visit.getSession()).not.toBeNull()
})

test('methods keep their `this`, and an adapter without token methods is returned unchanged', async () => {
  class Store {
    #user = { id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null }
    getUser() {
      return this.#user
    }
    createVerificationToken = () => null
    useVerificationToken = () => null
  }
  expect(await withSingleUseTokens(new Store()).getUser?.('ada')).toMatchObject({ name: 'Ada' })
  const bare: Adapter = {}
  expect(withSingleUseTokens(bare)).toBe(bare)
})

describeAdapter(runner, () => ({ adapter: withSingleUseTokens(createTwoStepAdapter()) }), {
  name: 'a two-step adapter with single-use tokens',
})
