import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { origin } from '../support/app.js'
import {
  createRegisteredUser,
  defaultEmail,
  getLocationPath,
  requestOptions,
  send,
  verificationFailedPath,
} from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

function createSqliteAdapter(): Adapter {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-passkeys-'))
  const adapter = SqlAdapter(`file:${join(folder, 'app.db')}`)
  onTestFinished(async () => {
    await adapter.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return adapter
}

const stores = { memory: MemoryAdapter, sqlite: createSqliteAdapter }
const setups = (['memory', 'sqlite'] as const).flatMap(store =>
  (['jwt', 'database'] as const).map(strategy => ({ store, strategy })),
)

describe.each(setups)('an intercepted passkey response ($store, $strategy)', ({ store, strategy }) => {
  const createPasskeySetup = () => createRegisteredUser({ adapter: stores[store](), session: { strategy } })

  test('creates one session if it is sent 16 times at once with the same cookies', async () => {
    const { open, device } = await createPasskeySetup()
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const data = device.authenticate(options)
    const thieves = Array.from({ length: 16 }, () => visit.cloneWithCookies())
    const answers = await Promise.all(thieves.map(thief => send(thief, { action: 'authenticate', data })))
    const places = answers.map(getLocationPath)
    expect(places.filter(place => place === '')).toHaveLength(1)
    expect(places.filter(place => place === verificationFailedPath)).toHaveLength(15)
    const sessions = await Promise.all(thieves.map(thief => thief.getSession()))
    expect(sessions.filter(session => session !== null)).toHaveLength(1)
  })

  test('creates one user if it is a registration', async () => {
    const { open } = await createPasskeySetup()
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'register', email: 'ada@example.com' })
    const data = new SoftAuthenticator(origin).register(options)
    const thieves = Array.from({ length: 16 }, () => visit.cloneWithCookies())
    const answers = await Promise.all(thieves.map(thief => send(thief, { action: 'register', data })))
    expect(answers.map(getLocationPath).filter(place => place === '')).toHaveLength(1)
  })

  test('is rejected after it was used', async () => {
    const { open, device } = await createPasskeySetup()
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const data = device.authenticate(options)
    const thief = visit.cloneWithCookies()
    expect(getLocationPath(await send(visit, { action: 'authenticate', data }))).toBe('')
    expect(await visit.getSession()).toMatchObject({ user: { email: defaultEmail } })
    expect(getLocationPath(await send(thief, { action: 'authenticate', data }))).toBe(verificationFailedPath)
    expect(await thief.getSession()).toBeNull()
  })
})
