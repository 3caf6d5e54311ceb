import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { anAccount, aUser } from '../../../contract/records.js'
import {
  buildLibrary,
  createFilePath,
  open,
  openSecondConnection,
  readFirstMessage,
  run,
  waitForExit,
} from './support.js'

const timeout = 60_000

describe('several processes on one file', () => {
  it('create the tables of a new file concurrently', { timeout }, async () => {
    const program = await buildLibrary()
    for (let round = 0; round < 3; round++) {
      const file = await createFilePath()
      const time = Date.now() + 700
      const children = ['a', 'b', 'c', 'd'].map(name => run('sign-in', program, file, name, time, 25))
      expect(await Promise.all(children.map(waitForExit))).toEqual([0, 0, 0, 0])
      const database = openSecondConnection(file)
      expect([database.count('users'), database.count('accounts')]).toEqual([100, 100])
      expect(database.count('latchkey_migration')).toBe(4)
    }
  })

  it('read the writes of each other', async () => {
    const file = await createFilePath()
    const [here, there] = [open(file), open(file)]
    const user = aUser()
    const account = anAccount(user.id)
    await here.createUserWithAccount(user, account)
    expect(await there.getUserByAccount(account)).toEqual(user)
    await there.deleteUser(user.id)
    expect(await here.getUserByAccount(account)).toBeNull()
  })
})

describe('a process that is killed during sign-ins', () => {
  it('leaves no user without an account', { timeout }, async () => {
    const program = await buildLibrary()
    const file = await createFilePath()
    for (let round = 0; round < 8; round++) {
      const child = run('sign-in', program, file, `round-${round}`, 0, 1e9)
      await readFirstMessage(child)
      await sleep(20 + Math.random() * 60)
      child.kill('SIGKILL')
      expect(await waitForExit(child)).toBe('SIGKILL')

      const database = openSecondConnection(file)
      expect(database.rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
      expect(database.count('users')).toBe(database.count('accounts'))
      expect(database.rows('select id from users where id not in (select userId from accounts)')).toEqual([])
      expect(database.count('users')).toBeGreaterThan(round)
    }
    const again = aUser()
    await open(file).createUserWithAccount(again, anAccount(again.id))
  })
})
