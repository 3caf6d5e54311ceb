import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Plugin, PluginContext } from 'latchkey/plugins'
import Passkey from 'latchkey/providers/passkey'
import { createAuth } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { importedSecret, serverHead } from '../plugins/two-factor/two-factor-app.js'
import { createTestApp, credentials } from '../support/app.js'

type Run = (ctx: PluginContext, id: never) => unknown

/** A plugin whose server function runs a step with the context that plugins get. */
const probe = {
  id: 'probe',
  api: { run: (ctx: PluginContext, step: Run, id: unknown) => step(ctx, id as never) },
} as const satisfies Plugin

/** Creates an app whose user "5" has a session, an account, a passkey, a record and an authenticator app. */
async function createApp() {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: '5', email: 'ada@example.com', emailVerified: null })
  const account = { type: 'oidc', provider: 'op', providerAccountId: '5' } as const
  await adapter.linkAccount({ ...account, userId: '5' })
  await adapter.createAuthenticator({
    ...{ userId: '5', credentialID: 'key', providerAccountId: 'key', credentialPublicKey: '' },
    ...{ counter: 0, credentialDeviceType: 'singleDevice', credentialBackedUp: false, transports: null },
  })
  await adapter.records.putRecord({ kind: 'note', id: 'a', userId: '5', value: 1, expires: null })
  const app = createTestApp({
    adapter,
    providers: [credentials, Passkey()],
    session: { strategy: 'database' },
    revocation: { maxStale: 0 },
    throttling: {},
    plugins: [probe, twoFactor({ notify: skipNotifications })],
  })
  const { raw: _, ...config } = app.config
  const auth = createAuth({
    ...config,
    plugins: [probe, twoFactor({ notify: skipNotifications })] as const,
  })
  await signInAs(config, { user: { id: '5' } })
  await auth.api.twoFactor.importSecret(serverHead, '5', { secret: importedSecret })
  return { config, auth }
}

type App = Awaited<ReturnType<typeof createApp>>

/** Calls a function with the id of a user, which JavaScript may pass in any type. */
type Call = (app: App, id: never) => Promise<unknown>

const sessionFunctions: Readonly<Record<string, Call>> = {
  'sessions.listOfUser': async ({ auth }, id) => (await auth.sessions.listOfUser(id)).length,
  'sessions.endOfUser': async ({ auth }, id) => {
    const [session] = await auth.sessions.listOfUser('5')
    return await auth.sessions.endOfUser(id, session?.id ?? '')
  },
  'sessions.endAllOfUser': async ({ auth }, id) => {
    await auth.sessions.endAllOfUser(id)
    return (await auth.sessions.listOfUser('5')).length
  },
}

const twoFactorFunctions: Readonly<Record<string, Call>> = {
  getStatus: async ({ auth }, id) => (await auth.api.twoFactor.getStatus(serverHead, id)).data,
  createRecoveryCodes: async ({ auth }, id) =>
    Object.keys((await auth.api.twoFactor.createRecoveryCodes(serverHead, id)).data),
  remove: async ({ auth }, id) => (await auth.api.twoFactor.remove(serverHead, id)).data,
  forgetDevices: async ({ auth }, id) => (await auth.api.twoFactor.forgetDevices(serverHead, id)).data,
  importSecret: async ({ auth }, id) =>
    (await auth.api.twoFactor.importSecret(serverHead, id, { secret: importedSecret })).data,
}

const contextFunctions: Readonly<Record<string, Run>> = {
  throttle: (ctx, userId) => ctx.throttle({ method: 'code', userId }, async () => 'verified'),
  findPasskeyMethod: async (ctx, id) => Boolean(await ctx.findPasskeyMethod({ id })),
  signInUser: async (ctx, id) => (await ctx.signInUser({ id }, ['otp'])).replace(/(pending=).*/, '$1'),
  getUser: async (ctx, id) => (await ctx.adapter?.getUser(id))?.id,
  updateUser: async (ctx, id) => (await ctx.adapter?.updateUser({ id, name: 'Ada' }))?.id,
  deleteUser: async (ctx, id) => Boolean(await ctx.adapter?.deleteUser(id)),
  listAccountsByUserId: async (ctx, id) => (await ctx.adapter?.listAccountsByUserId?.(id))?.length,
  listAuthenticatorsByUserId: async (ctx, id) => (await ctx.adapter?.listAuthenticatorsByUserId(id))?.length,
  listSessionsByUserId: async (ctx, id) => (await ctx.adapter?.listSessionsByUserId?.(id))?.length,
  deleteSessionsByUserId: (ctx, id) => ctx.adapter?.deleteSessionsByUserId?.(id),
  deleteRecordsByUserId: (ctx, id) => ctx.records?.deleteRecordsByUserId(id, 'note'),
}

/** The functions for which a missing id has a meaning. */
const optionalIds: Readonly<Record<string, Run>> = {
  listUsers: async (ctx, after) => (await ctx.adapter?.listUsers?.({ after }))?.length,
  listRecords: async (ctx, userId) => (await ctx.records?.listRecords({ kind: 'note', userId }))?.length,
  putRecord: async (ctx, userId) => {
    await ctx.records?.putRecord({ kind: 'task', id: 'a', userId, value: 1, expires: null })
    return (await ctx.records?.listRecords({ kind: 'task', userId: '5' }))?.length
  },
}

const bind = (functions: Readonly<Record<string, Run>>): Readonly<Record<string, Call>> =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [
      name,
      async ({ auth }: App, id: never) => (await auth.api.probe.run(serverHead, run, id)).data,
    ]),
  )

const functions: readonly [string, Call][] = Object.entries({
  ...sessionFunctions,
  ...twoFactorFunctions,
  ...bind(contextFunctions),
})

const optionalFunctions: readonly [string, Call][] = Object.entries({
  ...bind(optionalIds),
  signInAs: async ({ config }, id) => (await signInAs(config, { user: { id } })).user.id,
})

describe.each([...functions, ...optionalFunctions])('`%s`', (name, call) => {
  test('finds the user by text, a number and a BigInt', async () => {
    const results = []
    for (const id of ['5', 5, 5n]) results.push(await call(await createApp(), id as never))
    expect(results[0]).not.toBeNull()
    expect(results).toEqual([results[0], results[0], results[0]])
  })

  const notIds: readonly unknown[] = ['', Number.NaN, 1.5, {}, [], true, false, Symbol('id'), new Date(0)]
  const missing = optionalFunctions.some(([optional]) => optional === name) ? [] : [null, undefined]

  test('rejects what is no id, and names the function', async () => {
    const app = await createApp()
    for (const id of [...notIds, ...missing])
      await expect(call(app, id as never), String(id)).rejects.toThrow(
        new RegExp(`\`${name}\`.*(needs the id of a user\\. It is|\`userId)`),
      )
  })
})

test('`verifyPasskey` takes a number, and rejects what is no id', async () => {
  const app = await createApp()
  const { verifyPasskey } = bind({ verifyPasskey: (ctx, id) => ctx.verifyPasskey(id, '{}') })
  await expect(verifyPasskey?.(app, {} as never)).rejects.toThrow('`verifyPasskey` needs the id of a user')
  await expect(verifyPasskey?.(app, 5 as never)).rejects.toThrow('passkey response')
})

test.each([[''], [undefined], [null], [5]])('`sessions.endOfUser` rejects the session id %o', async id => {
  const { auth } = await createApp()
  await expect(auth.sessions.endOfUser('5', id as never)).rejects.toThrow('needs the id of a session')
})
