import type { Adapter } from 'latchkey/adapters'
import { createAuth } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  computeCode,
  importedSecret,
  serverHead,
  strategies,
  submit,
} from '../plugins/two-factor/two-factor-app.js'
import { createTestApp } from '../support/app.js'
import { fire } from '../support/fire.js'
import type { Visitor } from '../support/visitor.js'
import type { SharedStore } from './race-app.js'

const timeout = 60_000 + fire.rounds * 5_000
const browsers = 16

/** Uses one second factor in parallel, in processes that share a record store. */
export function describeTwoFactorRaces(
  name: string,
  open: () => Promise<{ store: SharedStore; close?: () => Promise<void> }>,
): void {
  describe(`two-factor authentication on ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>> | undefined

    beforeAll(async () => {
      opened = await open()
    })

    afterAll(() => opened?.close?.())

    describe.each(strategies)('with the %s strategy', strategy => {
      test(`of ${browsers} concurrent sign-ins with one code, one gets a session`, { timeout }, async () => {
        const app = await createTwoFactorProcesses(opened?.store, strategy)
        const signIns = await app.startSignIns()
        const code = computeCode(importedSecret)
        expect(await countSessions(signIns, () => ({ code }))).toBe(1)
      })

      test(`of ${browsers} concurrent sign-ins with one recovery code, one gets a session`, {
        timeout,
      }, async () => {
        const app = await createTwoFactorProcesses(opened?.store, strategy)
        const signIns = await app.startSignIns()
        const { data } = await app.api.createRecoveryCodes(serverHead, app.userId)
        const [code = ''] = data.error === null ? data.recoveryCodes : []
        expect(await countSessions(signIns, () => ({ method: 'recovery-code', code }))).toBe(1)
      })

      test(`${browsers} concurrent wrong codes all count, and different recovery codes all sign in`, {
        timeout,
      }, async () => {
        const app = await createTwoFactorProcesses(opened?.store, strategy)
        const signIns = await app.startSignIns()
        expect(await countSessions(signIns, () => ({ code: 'abcdef' }))).toBe(0)
        expect(await app.readFailures()).toBe(browsers)
        const { data } = await app.api.createRecoveryCodes(serverHead, app.userId)
        const codes = data.error === null ? data.recoveryCodes : []
        const used = await countSessions(signIns.slice(0, 4), index => ({
          method: 'recovery-code',
          code: codes[index] ?? '',
        }))
        expect(used).toBe(4)
        expect((await app.api.getStatus(serverHead, app.userId)).data).toMatchObject({ recoveryCodes: 6 })
      })
    })
  })
}

interface PendingBrowser {
  readonly visit: Visitor
  readonly pending: string
}

async function countSessions(
  signIns: readonly PendingBrowser[],
  getFields: (index: number) => Record<string, string>,
): Promise<number> {
  await Promise.all(
    signIns.map(({ visit, pending }, index) => submit(visit, 'verify', { pending, ...getFields(index) })),
  )
  const sessions = await Promise.all(signIns.map(({ visit }) => visit.getSession()))
  return sessions.filter(session => session !== null).length
}

/** Creates an app whose processes share the store, with a user who has an authenticator app. */
async function createTwoFactorProcesses(store: SharedStore | undefined, strategy: 'jwt' | 'database') {
  const email = `${crypto.randomUUID()}@example.com`
  const plugin = twoFactor({ notify: skipNotifications })
  const processes = (store?.adapters ?? []).map(adapter =>
    createTestApp({
      adapter,
      session: { strategy },
      plugins: [plugin],
      providers: [createProvider(adapter)],
    }),
  )
  const [adapter] = store?.adapters ?? []
  const user = await adapter?.createUser?.({ id: crypto.randomUUID(), email, emailVerified: null })
  const [first] = processes
  if (!adapter || !first || !user) throw new Error('The store did not open.')
  const { api } = createAuth({ ...first.config, plugins: [plugin] })
  await api.twoFactor.importSecret(serverHead, user.id, { secret: importedSecret })
  return {
    api: api.twoFactor,
    userId: user.id,
    /** Starts sign-ins in new browsers, at the processes in turn. */
    async startSignIns(): Promise<readonly PendingBrowser[]> {
      return Promise.all(
        Array.from({ length: browsers }, async (_, index) => {
          const visit = processes[index % processes.length]?.open() ?? first.open()
          const response = await visit.signInWithCredentials({ email })
          return { visit, pending: visit.getLocation(response).searchParams.get('pending') ?? '' }
        }),
      )
    },
    async readFailures(): Promise<unknown> {
      const record = await adapter.records?.getRecord('two-factor-totp', user.id)
      const { failures } = Object(record?.value) as { readonly failures?: unknown }
      return failures
    },
  }
}

function createProvider(adapter: Adapter) {
  return {
    id: 'credentials',
    name: 'Password',
    type: 'credentials' as const,
    credentials: { email: {} },
    authorize: async ({ email }: Record<string, unknown>) =>
      (await adapter.getUserByEmail?.(String(email))) ?? null,
  }
}
