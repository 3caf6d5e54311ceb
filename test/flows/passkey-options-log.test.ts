import { expect, test } from 'vitest'
import { createPasskeyApp } from '../support/passkey-app.js'

test.each([
  ['action=register', /^No user is signed in, and `getUserInfo` returned no new user/],
  ['action=register&mediation=conditional', /^A passkey without a gesture needs/],
])('a request for passkey options with %s that is rejected is in the debug log', async (query, reason) => {
  const { open, log } = createPasskeyApp()
  const response = await open().get(`/auth/webauthn-options/passkey?${query}`)
  expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid request' }])
  expect(log.debugged).toEqual([
    ['passkey options rejected', { action: 'register', reason: expect.stringMatching(reason) }],
  ])
})
