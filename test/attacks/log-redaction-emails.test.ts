import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada } from '../support/app.js'
import { captureLogs } from '../support/capture-logs.js'
import { type CapturedEmail, captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

const code = '48151623'

/** As it is formatted in the email. */
function groupToken(token: string): string {
  return `${token.slice(0, 4)} ${token.slice(4)}`
}

/** An error of an email service that contains all data of the email. */
function createRejection({ identifier, token, url }: CapturedEmail): Error {
  const error = new Error(`550 <${identifier}> no such user; body was ${url} ${token}. ${groupToken(token)}.`)
  return Object.assign(error, { envelope: { to: identifier }, response: `550 ${identifier}`, token, url })
}

interface Scenario {
  readonly isCode: boolean
  readonly fails?: boolean
  readonly isLate?: boolean
  readonly after: (visit: Visitor, letter: CapturedEmail) => Promise<unknown>
}

async function submitCode(visit: Visitor, token: string): Promise<void> {
  await visit.post('/auth/callback/mail', { csrfToken: await visit.getCsrfToken(), token })
}

const waitUnsettled = async () => {}

const scenarios: Readonly<Record<string, Scenario>> = {
  'a magic link is followed twice': {
    isCode: false,
    after: async (visit, { url }) => {
      for (let time = 0; time < 2; time++) await visit.get(url)
    },
  },
  'a magic link is opened in another browser and changed': {
    isCode: false,
    after: async (visit, { url }) => {
      const other = visit.cloneWithCookies()
      other.jar.clear()
      await other.get(url)
      const fields = Object.fromEntries(new URL(url).searchParams)
      await other.post('/auth/callback/mail', fields)
      await visit.get(url.replace('ada', 'eve'))
      await visit.get(url.replace(/token=[^&]+/, ''))
    },
  },
  'all attempts of a code are used': {
    isCode: true,
    after: async (visit, { token }) => {
      for (let guess = 0; guess < 6; guess++) await submitCode(visit, '23161548')
      await submitCode(visit, token)
    },
  },
  'a code is correct': { isCode: true, after: (visit, { token }) => submitCode(visit, token) },
  'an email cannot be sent': { isCode: false, fails: true, after: waitUnsettled },
  'a code cannot be sent': { isCode: true, fails: true, after: waitUnsettled },
  'an email cannot be sent after the response': {
    isCode: false,
    fails: true,
    isLate: true,
    after: waitUnsettled,
  },
}

describe.each(['logger', 'console'] as const)('no secret or personal data is written to the %s', writer => {
  test.each(Object.keys(scenarios))('when %s', async name => {
    const { isCode, fails, isLate, after } = scenarios[name] as Scenario
    const letters: CapturedEmail[] = []
    const works: Promise<void>[] = []
    const { provider } = captureEmails({
      oneTimeCode: isCode,
      ...(isCode && { generateVerificationToken: () => code }),
      async sendVerificationRequest(letter) {
        letters.push(letter)
        if (fails) throw createRejection(letter)
      },
    })
    const converse = async (visit: Visitor) => {
      await visit.signIn('mail', { email: ada.email })
      await Promise.all(works)
      for (const letter of letters) await after(visit, letter)
    }
    const waitUntil = isLate ? (work: Promise<void>) => void works.push(work) : undefined
    const more = { adapter: MemoryAdapter(), providers: [provider], waitUntil }
    const { written, leaks } = await captureLogs(writer, converse, more)
    expect(leaks).toEqual([])
    const tokens = letters.flatMap(({ token }) => [token, groupToken(token)])
    expect(tokens.filter(token => written.includes(token))).toEqual([])
    expect(written).toContain('adapter_')
    if (fails) expect(written).toContain('EmailSignInError')
  })
})
