import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada } from '../support/app.js'
import { captureLogs } from '../support/capture-logs.js'
import { type CapturedEmail, captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

const code = '48151623'

/** As it stands in the mail. */
function groupToken(token: string): string {
  return `${token.slice(0, 4)} ${token.slice(4)}`
}

/** What a mailer says when it fails: the whole of what it was given. */
function createRejection({ identifier, token, url }: CapturedEmail): Error {
  const error = new Error(`550 <${identifier}> no such user; body was ${url} ${token}. ${groupToken(token)}.`)
  return Object.assign(error, { envelope: { to: identifier }, response: `550 ${identifier}`, token, url })
}

interface Way {
  readonly isCode: boolean
  readonly fails?: boolean
  readonly isLate?: boolean
  readonly after: (visit: Visitor, letter: CapturedEmail) => Promise<unknown>
}

async function submitCode(visit: Visitor, token: string): Promise<void> {
  await visit.post('/auth/callback/mail', { csrfToken: await visit.getCsrfToken(), token })
}

const waitUnsettled = async () => {}

const ways: Readonly<Record<string, Way>> = {
  'a link is followed, and followed again': {
    isCode: false,
    after: async (visit, { url }) => {
      for (let time = 0; time < 2; time++) await visit.get(url)
    },
  },
  'a link is opened elsewhere, and broken': {
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
  'a code is mistyped until nothing is left, and typed': {
    isCode: true,
    after: async (visit, { token }) => {
      for (let guess = 0; guess < 6; guess++) await submitCode(visit, '23161548')
      await submitCode(visit, token)
    },
  },
  'a code is right': { isCode: true, after: (visit, { token }) => submitCode(visit, token) },
  'a mail cannot be sent': { isCode: false, fails: true, after: waitUnsettled },
  'a code cannot be sent': { isCode: true, fails: true, after: waitUnsettled },
  'a mail cannot be sent, after the answer': {
    isCode: false,
    fails: true,
    isLate: true,
    after: waitUnsettled,
  },
}

describe.each(['logger', 'console'] as const)('nothing secret or personal is written to the %s', writer => {
  test.each(Object.keys(ways))('when %s', async name => {
    const { isCode, fails, isLate, after } = ways[name] as Way
    const letters: CapturedEmail[] = []
    const works: Promise<void>[] = []
    const { provider } = captureEmails({
      code: isCode,
      ...(isCode && { generateVerificationToken: () => code }),
      async sendVerificationRequest(letter) {
        letters.push(letter)
        if (fails) throw createRejection(letter)
      },
    })
    const talk = async (visit: Visitor) => {
      await visit.signIn('mail', { email: ada.email })
      await Promise.all(works)
      for (const letter of letters) await after(visit, letter)
    }
    const waitUntil = isLate ? (work: Promise<void>) => void works.push(work) : undefined
    const more = { adapter: MemoryAdapter(), providers: [provider], waitUntil }
    const { written, leaks } = await captureLogs(writer, talk, more)
    expect(leaks).toEqual([])
    const tokens = letters.flatMap(({ token }) => [token, groupToken(token)])
    expect(tokens.filter(token => written.includes(token))).toEqual([])
    expect(written).toContain('adapter_')
    if (fails) expect(written).toContain('EmailSignInError')
  })
})
