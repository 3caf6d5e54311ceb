import { createAuth } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  computeCode,
  importedSecret,
  serverHead,
  submit,
  toHead,
} from '../plugins/two-factor/two-factor-app.js'
import { createTestApp, getLocation } from '../support/app.js'
import { fire } from '../support/fire.js'
import type { SharedStore } from './race-app.js'

const rounds = 10 * fire.rounds
const timeout = 120_000 + fire.rounds * 30_000
/** How many changes run at once. */
const parallel = 5

type Model = Awaited<ReturnType<typeof openModel>>

/** Each change of the plugin, by the user or by an administrator. It returns the recovery codes that the user is shown. */
const changes: Readonly<Record<string, (model: Model, process: number) => Promise<readonly string[]>>> = {
  'new recovery codes': async ({ visit }) => {
    const { body } = await submit(visit, 'manage', { change: 'recovery-codes' })
    return (body['recoveryCodes'] ?? []) as string[]
  },
  'the removal': async ({ visit }) => {
    await submit(visit, 'manage', { change: 'remove' })
    return []
  },
  'forgotten browsers': async ({ visit }) => {
    await submit(visit, 'manage', { change: 'forget-devices' })
    return []
  },
  async 'another app'({ apis, visit }, process) {
    const api = apis[process % apis.length]
    const head = toHead(visit)
    const started = await api?.startEnrollment(head)
    if (!started || started.data.error !== null) return []
    const confirmed = await api?.confirmEnrollment(head, { code: computeCode(started.data.secret) })
    return confirmed?.data.error === null ? confirmed.data.recoveryCodes : []
  },
  async 'new recovery codes by an administrator'({ apis, userId }, process) {
    const created = await apis[process % apis.length]?.createRecoveryCodes(serverHead, userId)
    return created?.data.error === null ? created.data.recoveryCodes : []
  },
  async 'the removal by an administrator'({ apis, userId }, process) {
    await apis[process % apis.length]?.remove(serverHead, userId)
    return []
  },
  async 'an import'({ apis, userId }, process) {
    await apis[process % apis.length]?.importSecret(serverHead, userId, { secret: importedSecret })
    return []
  },
  async 'a wrong code'({ visit }) {
    await submit(visit, 'verify', { code: 'abcdef' })
    return []
  },
  async 'a recovery code'({ visit, codes }, process) {
    await submit(visit, 'verify', { method: 'recovery-code', code: codes[process] ?? '' })
    return []
  },
}

/** Runs random changes of one user at once, in processes that share a record store. */
export function describeTwoFactorModel(
  name: string,
  open: () => Promise<{ store: SharedStore; close?: () => Promise<void> }>,
): void {
  describe(`a model of concurrent changes on ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>> | undefined

    beforeAll(async () => {
      opened = await open()
    })

    afterAll(() => opened?.close?.())

    test('the app and its recovery codes agree, and the user can sign in', { timeout }, async () => {
      for (let round = 0; round < rounds; round++) {
        const model = await openModel(opened?.store)
        const names = pickNames(round)
        const shown = await Promise.all(
          names.map((change, process) => changes[change]?.(model, process) ?? Promise.resolve([])),
        )
        await expectAgreement(model, [model.codes, ...shown], `${round}: ${names.join(', ')}`)
      }
    })
  })
}

/** Picks changes by the number of the round, so that a failure can be repeated. Each pair of changes meets. */
function pickNames(round: number): readonly string[] {
  const names = Object.keys(changes)
  return Array.from(
    { length: parallel },
    (_, index) => names[(round * (index + 1) + index * index) % names.length] ?? '',
  )
}

async function expectAgreement(
  { apis: [api], open, userId, email }: Model,
  shown: readonly (readonly string[])[],
  where: string,
): Promise<void> {
  const { data } = (await api?.getStatus(serverHead, userId)) ?? {}
  const status = data?.error === null ? data : null
  if (!status?.isEnabled) expect(status?.recoveryCodes, where).toBe(0)
  const visit = open()
  const response = await visit.signInWithCredentials({ email })
  expect(getLocation(response), where).not.toContain('error')
  const isInterrupted = (await visit.getSession()) === null
  expect(isInterrupted, where).toBe(status?.isEnabled)
  if (!isInterrupted || status?.recoveryCodes === 0) return
  // The codes that are valid are of one set that the user was shown.
  const pending = visit.getLocation(response).searchParams.get('pending') ?? ''
  for (const code of shown.flatMap(codes => codes.at(-1) ?? [])) {
    await submit(visit, 'verify', { pending, method: 'recovery-code', code })
    if ((await visit.getSession()) !== null) return
  }
  expect.fail(`${where}: no recovery code that the user was shown is valid.`)
}

/** Opens a browser of a user with an authenticator app, who just passed it. */
async function openModel(store: SharedStore | undefined) {
  const email = `${crypto.randomUUID()}@example.com`
  const plugin = twoFactor({ notify: skipNotifications })
  const [adapter] = store?.adapters ?? []
  const user = await adapter?.createUser?.({ id: crypto.randomUUID(), email, emailVerified: null })
  if (!user || !store) throw new Error('The store did not open.')
  const provider = {
    id: 'credentials',
    name: 'Password',
    type: 'credentials' as const,
    credentials: { email: {} },
    amr: ['pwd'],
    authorize: async () => user,
  }
  const processes = store.adapters.map(used =>
    createTestApp({ adapter: used, session: { strategy: 'jwt' }, plugins: [plugin], providers: [provider] }),
  )
  const apis = processes.map(({ config }) => createAuth({ ...config, plugins: [plugin] }).api.twoFactor)
  const [first] = processes
  if (!first) throw new Error('The store has no adapter.')
  const [api] = apis
  await api?.importSecret(serverHead, user.id, { secret: importedSecret })
  const visit = first.open()
  const response = await visit.signInWithCredentials({ email })
  const pending = visit.getLocation(response).searchParams.get('pending') ?? ''
  await submit(visit, 'verify', { pending, code: computeCode(importedSecret) })
  const created = await api?.createRecoveryCodes(serverHead, user.id)
  const codes = created?.data.error === null ? created.data.recoveryCodes : []
  return { apis, visit, codes, email, userId: user.id, open: () => first.open() }
}
