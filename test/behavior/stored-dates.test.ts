import { runInNewContext } from 'node:vm'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Plugin, PluginContext } from 'latchkey/plugins'
import { createAuth } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRecord } from '../../src/base/parse.js'
import { serverHead } from '../plugins/two-factor/two-factor-app.js'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'

const { TZ: initialTimeZone } = process.env

// In this zone, text that is read as local time is another instant.
beforeAll(() => {
  process.env['TZ'] = 'Asia/Kolkata'
  expect(new Date(0).getTimezoneOffset()).toBe(-330)
})
afterAll(() => {
  if (initialTimeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = initialTimeZone
})

/** What drivers return for a date. */
const kinds: Readonly<Record<string, (date: Date) => unknown>> = {
  'a `Date`': date => date,
  'a `Date` of another realm': date => runInNewContext(`new Date(${date.getTime()})`),
  'text with a zone': date => date.toISOString(),
  'text with an offset': date => date.toISOString().replace('Z', '+00:00'),
  'text of HTTP': date => date.toUTCString(),
  milliseconds: date => date.getTime(),
  'milliseconds as a BigInt': date => BigInt(date.getTime()),
  'milliseconds as text': date => String(date.getTime()),
}

const kindsWithoutZone: typeof kinds = {
  'text of SQL': date => date.toISOString().slice(0, 19).replace('T', ' '),
  'text of SQL with milliseconds': date => date.toISOString().slice(0, 23).replace('T', ' '),
  'text of ISO 8601': date => date.toISOString().slice(0, 19),
}

const invalidDates: readonly unknown[] = ['soon', '', true, {}, [], Number.NaN, new Date(Number.NaN)]

/** Replaces a date in all results of a store. */
function replaceDates<T extends object>(store: T, change: (date: Date) => unknown): T {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        member instanceof Date && name !== 'emailVerified' ? change(member) : replace(member),
      ]),
    )
  }
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (name === 'records') return replaceDates(Object(member), change)
      if (typeof member !== 'function' || /^(create|delete|update)/.test(String(name))) return member
      return async (...args: unknown[]) => replace(await Reflect.apply(member, target, args))
    },
  })
}

const probe = {
  id: 'probe',
  api: {
    getRecord: (ctx: PluginContext) => ctx.records?.getRecord('note', 'a'),
    listRecords: (ctx: PluginContext) => ctx.records?.listRecords({ kind: 'note' }),
  },
} as const satisfies Plugin

function createApp(adapter: Adapter, provider = captureEmails().provider) {
  const app = createTestApp({
    adapter,
    providers: [provider],
    session: { strategy: 'database' },
    revocation: { maxStale: 0 },
  })
  const { raw: _, ...config } = app.config
  return { ...app, config, auth: createAuth({ ...config, plugins: [probe] as const }) }
}

async function createSignedIn(change: (date: Date) => unknown) {
  const memory = MemoryAdapter()
  const { user, headers } = await signInAs(createApp(memory).config, {
    user: { email: 'ada@example.com' },
    url: origin,
  })
  return { ...createApp(replaceDates(memory, change)), user, headers }
}

async function createWithRecord(change: (date: Date) => unknown) {
  const memory = MemoryAdapter()
  await memory.records.putRecord({ kind: 'note', id: 'a', userId: null, value: 1, expires: inOneHour() })
  return createApp(replaceDates(memory, change))
}

async function followLink(change: (date: Date) => unknown, { canPeek }: { readonly canPeek: boolean }) {
  const mailbox = captureEmails()
  const { getVerificationToken, ...memory } = MemoryAdapter()
  const adapter = canPeek ? { ...memory, getVerificationToken } : memory
  const app = createApp(replaceDates(adapter, change), mailbox.provider)
  const visit = app.open()
  await visit.signIn('mail', { email: 'ada@example.com', callbackUrl: '/in' })
  const answer = await visit.get(mailbox.getLatestEmail().url)
  return { isValid: getLocation(answer) === `${origin}/in`, log: app.log }
}

async function enterCode(change: (date: Date) => unknown) {
  const mailbox = captureEmails({ oneTimeCode: true })
  const app = createApp(replaceDates(MemoryAdapter(), change), mailbox.provider)
  const visit = app.open()
  await visit.signIn('mail', { email: 'ada@example.com', callbackUrl: '/in' })
  const { token } = mailbox.getLatestEmail()
  const answer = await visit.post('/auth/callback/mail', { csrfToken: await visit.getCsrfToken(), token })
  return { isValid: getLocation(answer) === `${origin}/in`, log: app.log }
}

const inOneHour = () => new Date(Date.now() + 3_600_000)
const anHourAgo = () => new Date(Date.now() - 3_600_000)

type Read = (change: (date: Date) => unknown) => Promise<{
  readonly isValid: boolean
  readonly log: ReturnType<typeof createApp>['log']
}>

/** What has an end, and whether it counts as valid. */
const reads: Readonly<Record<string, Read>> = {
  'a session': async change => {
    const { answer, headers, log } = await createSignedIn(change)
    const response = await answer(new Request(`${origin}/auth/session`, { headers }))
    expect(response.status).toBe(200)
    return { isValid: (await response.json()) !== null, log }
  },
  'a listed session': async change => {
    const { auth, user, log } = await createSignedIn(change)
    return { isValid: (await auth.sessions.listOfUser(user.id)).length === 1, log }
  },
  'a magic link': change => followLink(change, { canPeek: true }),
  'a magic link of a published adapter': change => followLink(change, { canPeek: false }),
  'a one-time code': enterCode,
  'a record': async change => {
    const { auth, log } = await createWithRecord(change)
    return { isValid: (await auth.api.probe.getRecord(serverHead)).data !== null, log }
  },
  'a listed record': async change => {
    const { auth, log } = await createWithRecord(change)
    return { isValid: (await auth.api.probe.listRecords(serverHead)).data?.length === 1, log }
  },
}

describe.each(Object.entries(reads))('%s', (_, read) => {
  test.each(Object.entries(kinds))('ends when %s says', async (_, toValue) => {
    const future = await read(() => toValue(inOneHour()))
    expect(future).toMatchObject({ isValid: true, log: { errors: [], warnings: [] } })
    const past = await read(() => toValue(anHourAgo()))
    expect(past.isValid).toBe(false)
    expect(past.log.warnings).toEqual([])
  })

  test.each(Object.entries(kindsWithoutZone))(
    'ends when %s says in UTC, with one warning',
    async (_, toValue) => {
      const future = await read(() => toValue(inOneHour()))
      expect(future.isValid).toBe(true)
      expect(future.log.warnings).toEqual(['date-without-zone'])
      expect(future.log.warningMessages[0]).toMatch(
        /`\w+` of the adapter returned `expires` as text without a time zone/,
      )
      expect((await read(() => toValue(anHourAgo()))).isValid).toBe(false)
    },
  )

  test.each(invalidDates.map(value => [value]))(
    'with the date %o has ended, and the log names it',
    async value => {
      const { isValid, log } = await read(() => value)
      expect(isValid).toBe(false)
      expect(log.errors.map(error => error.message).join('\n')).toContain('`expires` is not a date')
    },
  )
})

test('a session whose date is not valid when it is created is an error', async () => {
  const memory = MemoryAdapter()
  const createSession: Adapter['createSession'] = async session => ({ ...session, expires: 'soon' as never })
  const { config } = createApp({ ...memory, createSession })
  await expect(signInAs(config, { user: { email: 'ada@example.com' } })).rejects.toThrow(
    '`createSession` of the adapter returned a record whose `expires` is not a date: "soon"',
  )
})
