import { Auth, type AuthConfig } from 'latchkey'
import { expect, test, vi } from 'vitest'
import { origin, secret } from '../support/app.js'

const actions =
  'callback csrf error providers session signin signout step-up verify-request webauthn-options'.split(' ')

async function requestWithPlugin(id: string, path: string) {
  const plugin = { id, actions: { '': { GET: () => ({ data: { isPlugin: true } }) } } }
  const log = vi.fn()
  const config: AuthConfig = {
    secret,
    trustHost: true,
    providers: [],
    plugins: [plugin],
    logger: { error: log },
  }
  const response = await Auth(new Request(`${origin}/auth/${path}`), config)
  return { response, log }
}

test.each(actions)('a plugin cannot have the id "%s", with which it would hide the action', async id => {
  const { response, log } = await requestWithPlugin(id, id)
  expect(response.status).toBe(500)
  expect(log.mock.calls[0]?.[0]).toMatchObject({ type: 'InvalidConfig' })
})

test.each(actions)('a plugin can have an id that begins with "%s"', async id => {
  const { response } = await requestWithPlugin(`${id}-x`, `${id}-x`)
  expect(await response.json()).toEqual({ isPlugin: true })
})
