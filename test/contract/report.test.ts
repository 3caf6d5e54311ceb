import type { Adapter, AdapterUser } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AdapterCheckOptions, runAdapterContract } from 'latchkey/testing'
import { describe, expect, it, test } from 'vitest'
import { acceptOrphans, dropExpired, withoutCascade } from './limited-adapters.js'
import { truncateDates } from './lossy-adapters.js'

/** Several run at the same time. */
const timeout = 180_000

function reportOn(breakAdapter: (good: Required<Adapter>) => Adapter, limits: AdapterCheckOptions = {}) {
  const make = () => {
    const good = MemoryAdapter()
    return { adapter: { ...good, ...breakAdapter(good) } }
  }
  return runAdapterContract(make, { name: 'a store', ...limits })
}

type Report = Awaited<ReturnType<typeof reportOn>>

function listSentences({ checks }: Report, status: string) {
  const found = checks.filter(check => check.status === status)
  return found.map(({ group, title }) => `${group} ${title}`)
}

/** Simulates an auto-increment id column. */
function withOwnIds(good: Required<Adapter>): Adapter {
  let last = 0
  const numbered = (user: AdapterUser) => ({ ...user, id: String(++last) })
  return {
    createUser: user => good.createUser(numbered(user)),
    createUserWithAccount: (user, account) => good.createUserWithAccount(numbered(user), account),
  }
}

function requireUserEmail(good: Required<Adapter>): Adapter {
  const requireEmail = (user: AdapterUser) => {
    if (!user.email) throw new Error('The email is missing.')
    return user
  }
  return {
    createUser: async user => good.createUser(requireEmail(user)),
    createUserWithAccount: async (user, account) => good.createUserWithAccount(requireEmail(user), account),
  }
}

describe.concurrent('an adapter that declares a limitation', () => {
  test.each<[string, (good: Required<Adapter>) => Adapter, AdapterCheckOptions]>([
    ['Dates are stored in whole seconds.', truncateDates, { dates: 'seconds' }],
    ['The store generates the ids of users.', withOwnIds, { ids: 'generated' }],
    ['Users must have an email.', requireUserEmail, { usersWithoutEmail: 'rejected' }],
  ])(
    '"%s" passes all checks, and fails some without the declaration',
    { timeout },
    async (limit, breakAdapter, limits) => {
      const declared = await reportOn(breakAdapter, limits)
      expect(listSentences(declared, 'failed')).toEqual([])
      expect(declared.limits).toEqual([limit])
      expect(declared.checks.filter(({ reason }) => reason === limit).length).toBeGreaterThan(0)
      const undeclared = await reportOn(breakAdapter)
      expect(undeclared.failed).toBeGreaterThan(0)
      expect(undeclared.limits).toEqual([])
    },
  )

  test.each<[string, (good: Required<Adapter>) => Adapter, AdapterCheckOptions, readonly string[]]>([
    [
      'Deleting a user does not delete its other records.',
      withoutCascade,
      { cascade: 'none' },
      [
        'users are deleted with all of their records and no others',
        'users are deleted with all of their passkeys and no others',
        'records are deleted with their user',
      ],
    ],
    [
      'Records of users that do not exist are accepted.',
      acceptOrphans,
      { orphans: 'accepted' },
      [
        'accounts cannot belong to a user that does not exist',
        'sessions cannot belong to a user that does not exist',
        'passkeys cannot belong to a user that does not exist',
      ],
    ],
    [
      'The store deletes expired records by itself.',
      dropExpired,
      { expired: 'deleted' },
      [
        'expired records are counted, and a second call deletes nothing',
        'records that expired can be deleted',
      ],
    ],
  ])(
    '"%s" skips only the checks that depend on it',
    { timeout },
    async (limit, breakAdapter, limits, skippedChecks) => {
      const declared = await reportOn(breakAdapter, limits)
      expect(listSentences(declared, 'failed')).toEqual([])
      expect(declared.limits).toEqual([limit])
      const skipped = declared.checks.filter(({ reason }) => reason === limit)
      expect(skipped.map(({ group, title }) => `${group} ${title}`)).toEqual(skippedChecks)

      const undeclared = listSentences(await reportOn(breakAdapter), 'failed')
      for (const sentence of skippedChecks) expect(undeclared).toContain(sentence)

      const others = { cascade: 'none', orphans: 'accepted', expired: 'deleted' } as const
      const misdeclared = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in limits)))
      for (const sentence of skippedChecks)
        expect(listSentences(await reportOn(breakAdapter, misdeclared), 'failed')).toContain(sentence)
    },
  )

  it('may lack methods of Auth.js', { timeout }, async () => {
    const lacking = () => ({ deleteUser: undefined as never })
    const declared = await reportOn(lacking, { unsupported: ['deleteUser'] })
    expect(listSentences(declared, 'failed')).toEqual([])
    expect(declared.limits).toEqual(['`deleteUser` is not implemented.'])
    expect(listSentences(await reportOn(lacking), 'failed')).toEqual([
      'methods for deleting users and unlinking accounts exist',
    ])
  })
})

describe.concurrent('the report', () => {
  it('lists the skipped checks with a reason', { timeout }, async () => {
    const report = await reportOn(() => ({}), { extraUserColumns: ['role', 'phone'] })
    expect(listSentences(report, 'skipped')).toEqual([
      'users survive a restart of the process',
      'one-time tokens that serve as challenges cannot be created twice',
      'records survive a restart of the process',
    ])
    expect(report.checks.find(({ title }) => title === 'survive a restart of the process')?.reason).toBe(
      'The test has no `reopen`.',
    )
  })

  it('can be serialized as JSON, and its counts add up', { timeout }, async () => {
    const report = await reportOn(() => ({ getUser: () => Promise.reject(new Error('The disk is full.')) }))
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
    expect(report.adapter).toBe('a store')
    expect(report.passed + report.failed + report.skipped).toBe(report.checks.length)
    expect(report.checks.find(({ status }) => status === 'failed')).toMatchObject({
      group: 'users',
      reason: 'The disk is full.',
      milliseconds: expect.any(Number),
    })
  })

  it('closes every adapter, also after a failure', { timeout }, async () => {
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
