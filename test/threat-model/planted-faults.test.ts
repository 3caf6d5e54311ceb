import type { StoredRecord } from 'latchkey/adapters'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newMethodGuard } from '../../src/sign-in/authorize-new-method.js'
import type { TestStore } from '../support/test-store.js'
import type { PlantedFault } from './measure.js'
import { playStory, type Step, type Story } from './story.js'
import { thefts } from './thefts.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A fault, and a story that notices it. */
interface Planted {
  /** Replaces parts of the store. */
  readonly plant?: PlantedFault
  /** Replaces parts of the app. */
  readonly replace?: () => void
  readonly thing: string
  readonly owner: string
  readonly strategy?: Story['strategy']
  readonly steps: readonly Step[]
  /** What the model says. */
  readonly message: string
}

function replaceRecords(store: TestStore, replacement: Partial<TestStore['records']>): TestStore {
  return { ...store, records: { ...store.records, ...replacement } }
}

/** Each read of the methods of a session returns the newest ones of its user, as if a step-up made no new session. */
const shareEvidence: PlantedFault = store => {
  const getNewest = async ({ kind, userId }: StoredRecord) =>
    (await store.records.listRecords({ kind, userId: userId ?? '' }))
      .toSorted((one, other) => JSON.stringify(other.value).localeCompare(JSON.stringify(one.value)))
      .at(0) ?? null
  return replaceRecords(store, {
    async getRecord(kind, id) {
      const record = await store.records.getRecord(kind, id)
      return record && kind === 'session-evidence' ? getNewest(record) : record
    },
  })
}

const keepPendingSignIns: PlantedFault = store =>
  replaceRecords(store, {
    deleteRecordsByUserId: async (userId, kind) =>
      kind === 'pending-sign-in' ? 0 : store.records.deleteRecordsByUserId(userId, kind),
  })

const forgetEndedSessions: PlantedFault = store =>
  replaceRecords(store, {
    putRecord: async (record, options) =>
      record.kind === 'session-epoch' || store.records.putRecord(record, options),
  })

/** Every way to sign in can be added at any time. */
function skipGuard(): void {
  for (const name of [
    'authorizeNewMethod',
    'findNewMethodStepUpUrl',
    'respondBeforeNewPasskey',
    'respondBeforeNewAccount',
  ] as const)
    vi.spyOn(newMethodGuard, name).mockResolvedValue(null)
}

const stale = { thing: 'session cookie, 20 days old', owner: 'password', replace: skipGuard }

const faults: Readonly<Record<string, Planted>> = {
  'a guard that lets a stale session set up an app': {
    ...stale,
    steps: [{ thief: 'sets up an authenticator app' }],
    message: 'sets up an authenticator app',
  },
  'a guard that lets a stale session link an account': {
    ...stale,
    steps: [{ thief: 'links an account' }],
    message: 'links an account',
  },
  'a guard that lets a stale session add a passkey': {
    ...stale,
    steps: [{ thief: 'adds a passkey' }],
    message: 'adds a passkey',
  },
  'a step-up that raises the copies of a session': {
    plant: shareEvidence,
    thing: 'session cookie, 16 minutes old',
    owner: 'password',
    strategy: 'database',
    steps: [{ owner: 'confirms who they are in the same browser' }],
    message: 'has a recent session',
  },
  'a pending sign-in that the removal of the app does not end': {
    plant: keepPendingSignIns,
    thing: 'cookie of a pending sign-in',
    owner: 'password, app',
    steps: [{ owner: 'removes the app' }, { thief: 'sets up an authenticator app' }],
    message: 'is signed in',
  },
  'sessions that do not end with those of their user': {
    plant: forgetEndedSessions,
    thing: 'session cookie, 20 days old',
    owner: 'email',
    steps: [],
    message: 'the thief stays signed in',
  },
}

test.each(Object.entries(faults))('the model notices %s', async (_, fault) => {
  const theft = thefts.find(({ thing, setUp }) => thing === fault.thing && setUp.name === fault.owner)
  if (!theft) throw new Error(`The model has no theft of a ${fault.thing}.`)
  const story: Story = { theft, strategy: fault.strategy ?? 'jwt', steps: fault.steps }
  await playStory(story)
  fault.replace?.()
  await expect(playStory(story, fault.plant)).rejects.toThrow(fault.message)
})
