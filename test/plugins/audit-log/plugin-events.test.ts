import { auditLog } from 'latchkey/audit-log'
import { createAuth } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import {
  createPasswordsApp,
  email,
  getToken,
  newPassword,
  password,
  signIn,
  signUp,
  submit,
} from '../passwords/passwords-app.js'
import {
  computeCode,
  createTwoFactorApp,
  enroll,
  importedSecret,
  startSignIn,
  submit as submitFactor,
} from '../two-factor/two-factor-app.js'
import { serverHead } from './audit-log-app.js'

/** Reads the events of a plugin, oldest first. */
function createReader(
  config: Parameters<typeof createAuth>[0],
  plugin: ReturnType<typeof auditLog>,
  prefix: string,
) {
  const server = createAuth({ ...config, plugins: [plugin] })
  return async () => {
    const { events } = (await server.api.auditLog.list(serverHead, { limit: 1000 })).data
    return [...events].reverse().filter(({ action }) => action.startsWith(`${prefix}.`))
  }
}

describe('the events of passwords', () => {
  const open = (setup: Parameters<typeof createPasswordsApp>[0] = {}) => {
    const log = auditLog()
    const app = createPasswordsApp({ plugins: [log], ...setup })
    return { ...app, auditPlugin: log, read: createReader(app.config, log, 'passwords') }
  }
  const listActions = (events: Awaited<ReturnType<ReturnType<typeof open>['read']>>) =>
    events.map(({ action, outcome, reason }) => [action, outcome === 'failure' ? reason : null])

  test('are a sign-up, a change, a reset and failures', async () => {
    const app = open()
    const visit = await signUp(app)
    await signIn(app.open(), { password: 'wrong password of 15' })
    await signIn(app.open(), { email: 'unknown@example.com' })
    await submit(visit, 'change', { currentPassword: 'wrong password of 15', password: newPassword })
    await submit(visit, 'change', { currentPassword: password, password: newPassword })
    const other = app.open()
    await submit(other, 'forgot', { email })
    await submit(other, 'reset', { token: getToken(app), password })
    const events = await app.read()
    expect(listActions(events)).toEqual([
      ['passwords.sign-up', null],
      ['passwords.sign-in-failed', 'wrong-credentials'],
      ['passwords.sign-in-failed', 'wrong-credentials'],
      ['passwords.confirmation-failed', 'wrong-password'],
      ['passwords.password-changed', null],
      ['passwords.password-reset', null],
    ])
    const user = await app.store.getUserByEmail(email)
    expect(events.map(({ subject }) => subject === user?.id)).toEqual([true, true, false, true, true, true])
    expect(events[2]?.subject).toBeNull()
    expect(events.map(({ actor }) => actor === user?.id)).toEqual([true, false, false, true, true, false])
  })

  test('are a confirmed address after a sign-up, and a password that the app requires to change', async () => {
    const app = open({ options: { verification: 'after' } })
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password })
    await submit(visit, 'confirm-email', { token: getToken(app) })
    const user = await app.store.getUserByEmail(email)
    const server = createAuth({ ...app.config, plugins: [app.plugin, app.auditPlugin] })
    for (const _ of ['once', 'again'])
      await server.api.passwords.requirePasswordChange(serverHead, user?.id ?? '')
    expect(listActions(await app.read())).toEqual([
      ['passwords.sign-up', null],
      ['passwords.email-confirmed', null],
      ['passwords.password-change-required', null],
    ])
  })

  test('are the first password of a user, and its removal by the owner of the address', async () => {
    const app = open({ options: { verification: 'after' } })
    await submit(app.open(), 'sign-up', { email, password })
    const owner = app.open()
    await owner.signIn('mail', { email })
    await owner.get(app.links.emails.at(-1)?.url ?? '')
    await submit(owner, 'change', { password: newPassword })
    expect(listActions(await app.read())).toEqual([
      ['passwords.sign-up', null],
      ['passwords.password-removed', null],
      ['passwords.password-set', null],
    ])
  })
})

describe('the events of two-factor authentication', () => {
  test('are each change, a recovery code and failures', async () => {
    const log = auditLog()
    const app = createTwoFactorApp({ plugins: [log] })
    const read = createReader(app.config, log, 'two-factor')
    const { visit, secret, recoveryCodes } = await enroll(app)
    await submitFactor(visit, 'manage', { change: 'recovery-codes' })
    await submitFactor(visit, 'manage', { change: 'forget-devices' })
    const { visit: other, pending } = await startSignIn(app)
    await submitFactor(other, 'verify', { pending, code: '000000' })
    await submitFactor(other, 'verify', { pending, code: recoveryCodes[0] ?? '', method: 'recovery-code' })
    await submitFactor(other, 'verify', { pending, code: computeCode(secret) })
    await submitFactor(visit, 'manage', { change: 'remove' })
    const events = await read()
    expect(events.map(({ action, reason }) => [action.replace('two-factor.', ''), reason])).toEqual([
      ['enabled', null],
      ['recovery-codes-created', null],
      ['devices-forgotten', null],
      ['verification-failed', 'wrong-code'],
      ['verification-failed', 'wrong-code'],
      ['removed', null],
    ])
    expect(new Set(events.map(({ subject }) => subject))).toEqual(new Set(['ada-1']))
  })

  test('are a used recovery code, and an app that server code imports', async () => {
    const log = auditLog()
    const app = createTwoFactorApp({ plugins: [log] })
    const read = createReader(app.config, log, 'two-factor')
    const { recoveryCodes } = await enroll(app)
    const { visit, pending } = await startSignIn(app)
    await submitFactor(visit, 'verify', { pending, code: recoveryCodes[0] ?? '', method: 'recovery-code' })
    expect((await read()).map(({ action }) => action)).toEqual([
      'two-factor.enabled',
      'two-factor.recovery-code-used',
    ])
    const server = createAuth({ ...app.config, plugins: [app.plugin, log] })
    await server.api.twoFactor.importSecret(serverHead, 'grace-1', { secret: importedSecret })
    expect((await read()).at(-1)).toMatchObject({
      action: 'two-factor.enabled',
      subject: 'grace-1',
      actor: null,
    })
  })
})
