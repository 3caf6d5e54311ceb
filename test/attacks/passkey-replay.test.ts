import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { origin } from '../support/app.js'
import { SoftAuthenticator } from '../support/authenticator.js'
import { address, ask, failed, path, registered, send } from '../support/passkeys.js'

function sqlite(): Adapter {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-passkeys-'))
  const adapter = SqlAdapter(`file:${join(folder, 'app.db')}`)
  onTestFinished(async () => {
    await adapter.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return adapter
}

const stores = { memory: MemoryAdapter, sqlite }
const houses = (['memory', 'sqlite'] as const).flatMap(store =>
  (['jwt', 'database'] as const).map(strategy => ({ store, strategy })),
)

describe.each(houses)('an overheard answer of a passkey ($store, $strategy)', ({ store, strategy }) => {
  const house = () => registered({ adapter: stores[store](), session: { strategy } })

  test('gives one session when it is used 16 times at once, with the cookies of its ceremony', async () => {
    const { open, device } = await house()
    const visit = open()
    const { options } = await ask(visit, { action: 'authenticate' })
    const data = device.authenticate(options)
    const thieves = Array.from({ length: 16 }, () => visit.thief())
    const answers = await Promise.all(thieves.map(thief => send(thief, { action: 'authenticate', data })))
    const places = answers.map(path)
    expect(places.filter(place => place === '')).toHaveLength(1)
    expect(places.filter(place => place === failed)).toHaveLength(15)
    const sessions = await Promise.all(thieves.map(thief => thief.session()))
    expect(sessions.filter(session => session !== null)).toHaveLength(1)
  })

  test('makes one user when it is a registration', async () => {
    const { open } = await house()
    const visit = open()
    const { options } = await ask(visit, { action: 'register', email: 'ada@example.com' })
    const data = new SoftAuthenticator(origin).register(options)
    const thieves = Array.from({ length: 16 }, () => visit.thief())
    const answers = await Promise.all(thieves.map(thief => send(thief, { action: 'register', data })))
    expect(answers.map(path).filter(place => place === '')).toHaveLength(1)
  })

  test('is worth nothing later, when its owner has signed in', async () => {
    const { open, device } = await house()
    const visit = open()
    const { options } = await ask(visit, { action: 'authenticate' })
    const data = device.authenticate(options)
    const thief = visit.thief()
    expect(path(await send(visit, { action: 'authenticate', data }))).toBe('')
    expect(await visit.session()).toMatchObject({ user: { email: address } })
    expect(path(await send(thief, { action: 'authenticate', data }))).toBe(failed)
    expect(await thief.session()).toBeNull()
  })
})
