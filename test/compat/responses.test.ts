import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Visitor } from '../support/visitor.js'
import { compareFacts, type ResponseFacts, readFacts } from './response-facts.js'
import { createBoth } from './side-by-side.js'

/** What we answer where the reference answers otherwise, and why. */
type Difference = { readonly why: string } & Partial<ResponseFacts>

const newVisitor = [
  '__Host-authjs.csrf-token=…%7C…; Path=/; HttpOnly; Secure; SameSite=Lax',
  '__Secure-authjs.callback-url=https%3A%2F%2Fapp.example; Path=/; HttpOnly; Secure; SameSite=Lax',
]

const cookiesOfFailure: Difference = {
  why: 'A failure sends its cookies too (decision 2): used checks are cleared, and the next form works.',
  cookies: newVisitor,
}

const dataFailure = (action: string): Difference => ({
  why: 'An action that answers with JSON answers errors with JSON (decision 23).',
  status: 405,
  location: null,
  type: 'application/json',
  body: JSON.stringify({ message: `\`${action}\` does not know this method.` }),
})

const everyFormKnowsItsEnd: Difference = {
  why: 'Each form carries its callbackUrl, so that two tabs do not end in one place.',
  hidden: ['csrfToken callbackUrl', 'csrfToken callbackUrl', 'csrfToken callbackUrl'],
}

const wayHome: Difference = {
  why: 'Each message has a way back to the site.',
  classes: ['page', 'error', 'card', 'message', 'site'],
}

const headAnswers: Difference = {
  why: 'HEAD answers as GET does, without body and cookies.',
  status: 200,
  body: '',
}

const requests: Record<string, readonly Difference[]> = {
  'GET csrf': [],
  'GET csrf?callbackUrl=/in': [],
  'GET csrf?callbackUrl=https://elsewhere.example': [],
  'GET csrf?callbackUrl=javascript:alert(1)': [
    {
      why: 'What is no URL counts as not sent: it must not lock anybody out.',
      status: 200,
      body: '{"csrfToken":"…"}',
      cookies: newVisitor,
    },
  ],
  'GET providers': [],
  'GET session': [],
  'GET signin': [everyFormKnowsItsEnd],
  'GET signin?error=CredentialsSignin': [everyFormKnowsItsEnd],
  'GET signin?error=OAuthAccountNotLinked': [everyFormKnowsItsEnd],
  'GET signin?error=Unheard': [everyFormKnowsItsEnd],
  'GET signout': [
    { ...everyFormKnowsItsEnd, hidden: ['csrfToken callbackUrl'] },
    { why: 'Its text is a message as on the other pages.', classes: ['page', 'signout', 'card', 'message'] },
  ],
  'GET error': [],
  'GET error?error=Configuration': [wayHome],
  'GET error?error=AccessDenied': [wayHome],
  'GET error?error=Verification': [wayHome],
  'GET error?error=Unheard': [],
  'GET verify-request': [
    {
      why: 'Its text is a message as on the other pages.',
      classes: ['page', 'verify-request', 'card', 'message', 'site'],
    },
  ],
  'GET unheard': [],
  'GET session/op': [],
  'GET signin/a/b': [],
  'GET signin/op': [cookiesOfFailure],
  'GET signin/nobody': [],
  'GET callback': [cookiesOfFailure],
  'GET callback/nobody': [],
  'GET callback/op': [cookiesOfFailure],
  'GET callback/credentials': [cookiesOfFailure],
  'POST csrf': [dataFailure('csrf'), cookiesOfFailure],
  'POST providers': [dataFailure('providers')],
  'POST session': [cookiesOfFailure],
  'POST signin': [cookiesOfFailure],
  'POST signin/op': [cookiesOfFailure],
  'POST signout': [cookiesOfFailure],
  'POST callback': [cookiesOfFailure],
  'POST callback/credentials': [cookiesOfFailure],
  'HEAD csrf': [headAnswers],
  'OPTIONS csrf': [],
  'PUT session': [],
}

describe.each(Object.entries(requests))('%s by a new visitor', (line, differences) => {
  // While one is developing, a failure sets one cookie more: its cause, for the error page.
  beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'))
  afterEach(() => void vi.unstubAllEnvs())

  test('is answered as @auth/core does, but for what is listed', async () => {
    const [theirs, ours] = await Promise.all([ask(createBoth().theirs, line), ask(createBoth().ours, line)])
    const { why: _, ...listed }: Difference = Object.assign({ why: '' }, ...differences)
    expect(compareFacts(theirs, ours).sort()).toEqual(Object.keys(listed).sort())
    expect(ours).toMatchObject(listed)
  })
})

async function ask(visit: Visitor, line: string): Promise<ResponseFacts> {
  const [method = '', path = ''] = line.split(' ')
  const url = `/auth/${path}`
  return readFacts(method === 'POST' ? await visit.post(url) : await visit.request(method, url))
}

test('every header of the reference is there, with its value; a page says its charset too', async () => {
  const { theirs, ours } = createBoth()
  for (const path of ['csrf', 'session', 'providers', 'signin', 'signout', 'error', 'verify-request']) {
    const [one, other] = [await theirs.get(`/auth/${path}`), await ours.get(`/auth/${path}`)]
    const expected = Object.fromEntries(one.headers)
    delete expected['set-cookie']
    if (expected['content-type'] === 'text/html') expected['content-type'] = 'text/html; charset=utf-8'
    expect(Object.fromEntries(other.headers), path).toMatchObject(expected)
  }
})

test('each allowed difference says why', () => {
  for (const { why } of Object.values(requests).flat()) expect(why).toMatch(/^[A-Z].{20,}\.$/)
})
