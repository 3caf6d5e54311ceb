import type { Adapter, AdapterUser } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AdapterCapabilities, runAdapterContract } from 'latchkey/testing'
import { describe, expect, it, test } from 'vitest'
import { keepsSeconds } from './careless-adapters.js'
import { dropsWhatExpires, leavesEverything, takesOrphans } from './limited-adapters.js'

function reportOn(apart: (good: Required<Adapter>) => Adapter, traits: AdapterCapabilities = {}) {
  const make = () => {
    const good = MemoryAdapter()
    return { adapter: { ...good, ...apart(good) } }
  }
  return runAdapterContract(make, { name: 'a store', ...traits })
}

type Report = Awaited<ReturnType<typeof reportOn>>

function sentences({ checks }: Report, status: string) {
  const found = checks.filter(check => check.status === status)
  return found.map(({ group, sentence }) => `${group} ${sentence}`)
}

/** As a column that counts up. */
function choosesIds(good: Required<Adapter>): Adapter {
  let last = 0
  const numbered = (user: AdapterUser) => ({ ...user, id: String(++last) })
  return {
    createUser: user => good.createUser(numbered(user)),
    createUserWithAccount: (user, account) => good.createUserWithAccount(numbered(user), account),
  }
}

function refusesUsersWithoutAddress(good: Required<Adapter>): Adapter {
  const refuse = (user: AdapterUser) => {
    if (!user.email) throw new Error('No address.')
    return user
  }
  return {
    createUser: async user => good.createUser(refuse(user)),
    createUserWithAccount: async (user, account) => good.createUserWithAccount(refuse(user), account),
  }
}

describe('a store that states its limit', () => {
  test.each<[string, (good: Required<Adapter>) => Adapter, AdapterCapabilities]>([
    ['Dates keep whole seconds.', keepsSeconds, { dates: 'seconds' }],
    ['The store chooses the ids of users.', choosesIds, { ids: 'chosen' }],
    [
      'There are no users without an e-mail address.',
      refusesUsersWithoutAddress,
      { usersWithoutEmail: 'refused' },
    ],
  ])(
    '"%s" fails at nothing; one that does not state it does',
    { timeout: 60_000 },
    async (limit, apart, traits) => {
      const stated = await reportOn(apart, traits)
      expect(sentences(stated, 'failed')).toEqual([])
      expect(stated.limits).toEqual([limit])
      expect(stated.checks.filter(({ why }) => why === limit).length).toBeGreaterThan(0)
      const silent = await reportOn(apart)
      expect(silent.failed).toBeGreaterThan(0)
      expect(silent.limits).toEqual([])
    },
  )

  test.each<[string, (good: Required<Adapter>) => Adapter, AdapterCapabilities, readonly string[]]>([
    [
      'What belongs to a user stays when they are deleted.',
      leavesEverything,
      { cascade: 'nothing' },
      [
        'users take everything of theirs with them, and nothing of others',
        'users take their passkeys with them, and not those of others',
      ],
    ],
    [
      'What belongs to no user is kept.',
      takesOrphans,
      { orphans: 'kept' },
      [
        'accounts cannot belong to nobody',
        'sessions cannot belong to nobody',
        'passkeys cannot belong to nobody',
      ],
    ],
    [
      'What expires goes by itself.',
      dropsWhatExpires,
      { expired: 'dropped' },
      ['what has expired is counted, and nothing is left for a second time'],
    ],
  ])(
    '"%s" is let off what follows from that, and nothing else',
    { timeout: 60_000 },
    async (limit, apart, traits, letOff) => {
      const stated = await reportOn(apart, traits)
      expect(sentences(stated, 'failed')).toEqual([])
      expect(stated.limits).toEqual([limit])
      const excused = stated.checks.filter(({ why }) => why === limit)
      expect(excused.map(({ group, sentence }) => `${group} ${sentence}`)).toEqual(letOff)

      const silent = sentences(await reportOn(apart), 'failed')
      for (const sentence of letOff) expect(silent).toContain(sentence)

      const others = { cascade: 'nothing', orphans: 'kept', expired: 'dropped' } as const
      const misstated = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in traits)))
      for (const sentence of letOff)
        expect(sentences(await reportOn(apart, misstated), 'failed')).toContain(sentence)
    },
  )

  it('may lack methods of the specification', { timeout: 60_000 }, async () => {
    const lacking = () => ({ deleteUser: undefined as never })
    const stated = await reportOn(lacking, { unsupported: ['deleteUser'] })
    expect(sentences(stated, 'failed')).toEqual([])
    expect(stated.limits).toEqual(['There is no `deleteUser`.'])
    expect(sentences(await reportOn(lacking), 'failed')).toEqual([
      'the methods for those who leave are there',
    ])
  })
})

describe('the report', () => {
  it('says what was skipped, and why', { timeout: 60_000 }, async () => {
    const report = await reportOn(() => ({}), { extraUserColumns: ['role', 'phone'] })
    expect(sentences(report, 'skipped')).toEqual([
      'users outlive the process',
      'one-time tokens are refused a second time, where they stand for challenges',
    ])
    expect(report.checks.find(({ sentence }) => sentence === 'outlive the process')?.why).toBe(
      'The test offers no `reopen`.',
    )
  })

  it('can be written as JSON, and adds up', { timeout: 60_000 }, async () => {
    const report = await reportOn(() => ({ getUser: () => Promise.reject(new Error('The disk is full.')) }))
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
    expect(report.adapter).toBe('a store')
    expect(report.passed + report.failed + report.skipped).toBe(report.checks.length)
    expect(report.checks.find(({ status }) => status === 'failed')).toMatchObject({
      group: 'users',
      why: 'The disk is full.',
      milliseconds: expect.any(Number),
    })
  })

  it('closes every store, also after a failure', { timeout: 60_000 }, async () => {
    let open = 0
    const report = await runAdapterContract(() => {
      open++
      return {
        adapter: { ...MemoryAdapter(), getUser: undefined as never, createSession: undefined as never },
        close: () => void open--,
      }
    })
    expect(report.failed).toBeGreaterThan(0)
    expect(open).toBe(0)
  })
})
