import { Auth } from 'latchkey'
import { type AccountOptions, account } from 'latchkey/account'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.js'

async function getFault(options: unknown, more: object = {}): Promise<string> {
  const app = createTestApp({
    adapter: MemoryAdapter(),
    sendEmail: () => {},
    plugins: [account(options as AccountOptions)],
    ...more,
  })
  await Auth(new Request('https://app.example/auth/session'), app.config)
  return app.log.errors.map(({ message }) => message).join('\n')
}

describe('options of the account page', () => {
  test.each([
    [{ hiden: [] }, '`hiden`'],
    [{ hidden: 'account/data' }, '`hidden:'],
    [{ hidden: ['data'] }, '`hidden:'],
    [{ order: [1] }, '`order:'],
    [{ maxEmails: 0 }, '`maxEmails` must be a whole number from 1 to 50; it is 0'],
    [{ maxEmails: 51 }, '`maxEmails`'],
    [{ uploadUrl: '' }, '`uploadUrl:'],
    [{ revokeAccount: true }, '`revokeAccount:'],
    [{ sections: [{ id: 'x' }] }, '`sections`'],
    [{ sections: [{ id: 'data', title: () => '', render: () => '' }] }, 'the id "data"'],
  ])('%o is refused with the name of the option', async (options, text) => {
    expect(await getFault(options)).toContain(text)
  })

  test.each([
    [{ adapter: undefined }, '`adapter`'],
    [{ sendEmail: undefined }, '`sendEmail`'],
    [{ adapter: createAdapterWithoutRecords() }, 'record store'],
  ])('a configuration that lacks something names it: %#', async (more, text) => {
    expect(await getFault({}, more)).toContain(text)
  })

  test('valid options are accepted', async () => {
    const sections = [{ id: 'plan', title: () => 'Plan', render: () => '' }]
    expect(
      await getFault({
        hidden: ['account/data'],
        order: ['passwords/password'],
        maxEmails: 1,
        uploadUrl: '/x',
        sections,
      }),
    ).toBe('')
  })
})

function createAdapterWithoutRecords() {
  const { records: _, ...adapter } = MemoryAdapter()
  return adapter
}
