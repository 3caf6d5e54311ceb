import {
  type ChangeEvent,
  createChangeNotifier,
  definePlugin,
  findNotifyFault,
  InvalidConfig,
  type NotifyOption,
  type PluginContext,
  skipNotifications,
} from 'latchkey/plugins'
import { createAuth, toRequestHead } from 'latchkey/server'
import { skipNotifications as twoFactorSkipNotifications } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { createTestApp, origin } from '../support/app.js'

type Change = 'changed' | 'removed'

const user = { id: 'ada', email: 'ada@example.com' }
const subject = 'Your password at app.example'
const text = 'The password at app.example was changed.\n\nCheck https://app.example/auth/password/manage.\n'
const message = { to: user.email, subject, text }

/** Creates the plugin of another author, which has the option `notify`. */
function createPlugin(notify?: NotifyOption<Change>) {
  const notifyUser = createChangeNotifier<Change>(notify, 'manage')
  return definePlugin({
    id: 'password',
    operations: {},
    translations: {
      en: {
        notice: {
          subject: 'Your password at {host}',
          changes: {
            changed: 'The password at {host} was changed.',
            removed: 'The password at {host} was removed.',
          },
          warning: 'Check {url}.',
        },
      },
    },
    api: { change: (ctx: PluginContext, who: typeof user) => notifyUser(ctx, who, 'changed') },
    findConfigError: config => {
      const fault = findNotifyFault(notify, config, 'acme-password')
      return fault === null ? undefined : new InvalidConfig(fault)
    },
  })
}

/** Returns what each way to send received, and what was logged. */
async function notify(option: NotifyOption<Change> | undefined, who: object = user, sendEmail?: 'sendEmail') {
  const sent: unknown[] = []
  const app = createTestApp()
  const plugin = createPlugin(option)
  const config = {
    ...app.config,
    plugins: [plugin],
    ...(sendEmail && { sendEmail: (email: unknown) => void sent.push(email) }),
  }
  await createAuth(config).api.password.change(toRequestHead(new Request(`${origin}/`)), who as typeof user)
  return { sent, errors: app.log.errors.map(({ message: logged }) => logged) }
}

describe('a plugin notifies a user of a change', () => {
  test('with a function, which receives the change with its texts', async () => {
    const events: [unknown, ChangeEvent<Change>][] = []
    const { sent } = await notify((who, event) => void events.push([who, event]), user, 'sendEmail')
    expect(events).toEqual([[user, { type: 'changed', at: expect.any(Date), subject, text }]])
    expect(sent).toEqual([])
  })

  test('with a mailer', async () => {
    const emails: unknown[] = []
    const { sent } = await notify({ sendMail: email => void emails.push(email) }, user, 'sendEmail')
    expect(emails).toEqual([message])
    expect(sent).toEqual([])
  })

  test('with `sendEmail` of the configuration, without the option', async () => {
    expect((await notify(undefined, user, 'sendEmail')).sent).toEqual([message])
  })

  test('not with `skipNotifications`, which all modules export', async () => {
    expect(await notify(skipNotifications, user, 'sendEmail')).toEqual({ sent: [], errors: [] })
    expect(twoFactorSkipNotifications).toBe(skipNotifications)
  })

  test.each([
    ['a mailer', { sendMail: () => expect.unreachable() }],
    ['`sendEmail`', undefined],
  ])('not with %s and without an email address', async (_, option) => {
    const none = { sent: [], errors: [] }
    expect(await notify(option, { id: 'ada' }, 'sendEmail')).toEqual(none)
    expect(await notify(option, { id: 'ada', email: null }, 'sendEmail')).toEqual(none)
  })

  test.each([
    ['a function', () => Promise.reject(new Error('no server'))],
    ['a mailer', { sendMail: () => Promise.reject(new Error('no server')) }],
  ])('and a failure of %s is logged, because the change has happened', async (_, option) => {
    expect(await notify(option)).toEqual({ sent: [], errors: ['no server'] })
  })
})

const send = () => undefined

test.each([
  ['nothing', undefined, undefined, false],
  ['`sendEmail`', undefined, send, true],
  ['a function', send, undefined, true],
  ['a mailer', { sendMail: send }, undefined, true],
  ['the symbol', skipNotifications, undefined, true],
  ['another symbol', Symbol('skip-notifications'), send, false],
  ['null', null, send, false],
  ['an object without `sendMail`', {}, send, false],
])('a configuration with %s', (_, option, sendEmail, isValid) => {
  const fault = findNotifyFault(option, { providers: [], sendEmail }, 'acme-password')
  if (isValid) expect(fault).toBeNull()
  else
    expect(fault).toMatch(
      option === undefined
        ? /^Users are notified.*`sendEmail`.*`notify`.*`skipNotifications` of `acme-password`\.$/
        : /^`notify` must be .*`sendEmail`.*`skipNotifications` of `acme-password`\.$/,
    )
})
