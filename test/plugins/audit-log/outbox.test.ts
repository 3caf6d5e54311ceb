import type { AuditEvent } from 'latchkey/audit-log'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada } from '../../support/app.js'
import { createTestStore, type TestStore } from '../../support/test-store.js'
import { createAuditLogApp, listWaiting, moveClock, serverHead } from './audit-log-app.js'

/** A receiver that can fail, and that keeps what it received. */
function createReceiver({ fails = false } = {}) {
  const received: AuditEvent[] = []
  const state = { fails, calls: 0 }
  const onEvent = async (event: AuditEvent) => {
    state.calls += 1
    if (state.fails) throw new Error('The receiver is offline.')
    received.push(event)
  }
  return { received, state, onEvent, listActions: () => received.map(({ action }) => action) }
}

/** Fails to sign in once, which is one event. */
async function failToSignIn({ open }: Pick<ReturnType<typeof createAuditLogApp>, 'open'>): Promise<void> {
  await open().signInWithCredentials({ ...ada, password: 'wrong' })
}

/** An app whose process ends after it wrote the records of an event, and before the delivery. */
async function endBeforeDelivery(store: TestStore): Promise<void> {
  const onEvent = () => new Promise(() => {})
  await failToSignIn(createAuditLogApp({ store, waitUntil: () => {}, options: { onEvent } }))
}

describe('the outbox', () => {
  test('delivers an event once, and is empty afterwards', async () => {
    const receiver = createReceiver()
    const app = createAuditLogApp({ options: { onEvent: receiver.onEvent } })
    await failToSignIn(app)
    expect(receiver.received).toEqual(await app.listEvents())
    expect(await listWaiting(app.store)).toEqual([])
    moveClock(3600)
    expect((await app.api.deliver(serverHead)).data).toEqual({ delivered: 0, failed: 0, waiting: 0 })
    expect(receiver.state.calls).toBe(1)
  })

  test('delivers after the response, if the app sets `waitUntil`', async () => {
    const work: Promise<void>[] = []
    let release = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const received: AuditEvent[] = []
    const app = createAuditLogApp({
      waitUntil: task => void work.push(task),
      options: {
        onEvent: async event => {
          await gate
          received.push(event)
        },
      },
    })
    await failToSignIn(app)
    expect(received).toEqual([])
    release()
    await Promise.all(work)
    expect(received).toHaveLength(1)
    expect(await listWaiting(app.store)).toEqual([])
  })

  test('keeps an event of a process that ended between the write and the delivery, and another process delivers it', async () => {
    const store = createTestStore()
    await endBeforeDelivery(store)
    const receiver = createReceiver()
    const other = createAuditLogApp({ store, options: { onEvent: receiver.onEvent } })
    expect(await listWaiting(store)).toHaveLength(1)
    expect((await other.api.deliver(serverHead)).data).toEqual({ delivered: 0, failed: 0, waiting: 1 })
    moveClock(31)
    expect((await other.api.deliver(serverHead)).data).toEqual({ delivered: 1, failed: 0, waiting: 0 })
    expect(receiver.received).toEqual(await other.listEvents())
    expect(await listWaiting(store)).toEqual([])
  })

  test('delivers an event of a process that ended with the next event', async () => {
    const store = createTestStore()
    await endBeforeDelivery(store)
    moveClock(31)
    const receiver = createReceiver()
    await failToSignIn(createAuditLogApp({ store, options: { onEvent: receiver.onEvent } }))
    expect(receiver.received).toHaveLength(2)
  })

  test('completes the log if a process ended after it wrote the outbox', async () => {
    const store = createTestStore()
    const { records } = store
    const { putRecord } = records
    const receiver = createReceiver()
    const app = createAuditLogApp({ store, options: { onEvent: receiver.onEvent } })
    records.putRecord = async (record, condition) => {
      if (record.kind === 'audit-log') throw new Error('The process ended.')
      return await putRecord.call(records, record, condition)
    }
    await failToSignIn(app)
    records.putRecord = putRecord
    expect(await app.listEvents()).toEqual([])
    moveClock(31)
    expect((await app.api.deliver(serverHead)).data).toMatchObject({ delivered: 1 })
    expect(await app.listEvents()).toEqual(receiver.received)
  })

  test('delivers an event in one of two processes', async () => {
    const store = createTestStore()
    for (let event = 0; event < 5; event++) await endBeforeDelivery(store)
    moveClock(31)
    const receiver = createReceiver()
    const processes = [0, 1].map(() => createAuditLogApp({ store, options: { onEvent: receiver.onEvent } }))
    const counts = await Promise.all(processes.map(({ api }) => api.deliver(serverHead)))
    expect(counts.reduce((sum, { data }) => sum + data.delivered, 0)).toBe(5)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5)
    expect(receiver.state.calls).toBe(5)
  })

  test('tries a failed delivery again with longer pauses, and does not disturb the sign-in', async () => {
    const receiver = createReceiver({ fails: true })
    const app = createAuditLogApp({ options: { onEvent: receiver.onEvent } })
    const visit = app.open()
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    expect(app.log.errors.map(({ message }) => message)).toContain('The receiver is offline.')
    const deliver = async () => (await app.api.deliver(serverHead)).data
    // 30 seconds after the first attempt, then 60, then 120.
    for (const pause of [30, 60, 120]) {
      moveClock(pause - 5)
      expect(await deliver()).toEqual({ delivered: 0, failed: 0, waiting: 1 })
      moveClock(6)
      expect(await deliver()).toEqual({ delivered: 0, failed: 1, waiting: 0 })
    }
    receiver.state.fails = false
    moveClock(3600)
    expect(await deliver()).toEqual({ delivered: 1, failed: 0, waiting: 0 })
    expect(receiver.listActions()).toEqual(['sign-in'])
  })

  test('does not wait for a receiver that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const app = createAuditLogApp({ options: { onEvent: () => new Promise(() => {}) } })
    const visit = app.open()
    const signIn = visit.signInWithCredentials(ada)
    const timer = setInterval(() => void vi.advanceTimersByTimeAsync(1000), 5)
    onTestFinished(() => clearInterval(timer))
    await signIn
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    expect(await listWaiting(app.store)).toHaveLength(1)
    expect(app.log.errors.map(({ message }) => message).join()).toContain('10 seconds')
  })

  test('stops a call after five failures in a row, and delivers at most 50 events in one call', async () => {
    const store = createTestStore()
    const receiver = createReceiver({ fails: true })
    const app = createAuditLogApp({ store, options: { onEvent: receiver.onEvent } })
    for (let event = 0; event < 60; event++) await failToSignIn(app)
    moveClock(7200)
    const calls = receiver.state.calls
    expect((await app.api.deliver(serverHead)).data).toMatchObject({ failed: 5 })
    expect(receiver.state.calls - calls).toBe(5)
    receiver.state.fails = false
    moveClock(7200)
    expect((await app.api.deliver(serverHead)).data).toMatchObject({ delivered: 50 })
    expect((await app.api.deliver(serverHead)).data).toMatchObject({ delivered: 10, waiting: 0 })
  })

  test('delivers an event of a user who was deleted meanwhile, and does not store it again', async () => {
    const store = createTestStore()
    const receiver = createReceiver({ fails: true })
    const app = createAuditLogApp({ store, options: { onEvent: receiver.onEvent } })
    const visit = app.open()
    await visit.signIn('mail', { email: 'grace@example.com' })
    await visit.get(app.links.emails.at(-1)?.url ?? '')
    const userId = (await app.listEvents()).at(-1)?.subject ?? ''
    await app.server.users.delete(serverHead, userId)
    receiver.state.fails = false
    moveClock(7200)
    await app.api.deliver(serverHead)
    expect(receiver.listActions()).toContain('sign-in')
    expect(await app.listEvents(userId)).toEqual([])
  })

  test('is needed for `deliver`', async () => {
    await expect(createAuditLogApp().api.deliver(serverHead)).rejects.toThrow('`onEvent`')
  })
})
