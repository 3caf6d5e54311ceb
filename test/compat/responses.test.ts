import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Visitor } from '../support/visitor.js'
import { compareFacts, type ResponseFacts, readFacts } from './response-facts.js'
import { createBoth } from './side-by-side.js'

/** The properties of a response that differ from Auth.js, and why. */
type Difference = { readonly why: string } & Partial<ResponseFacts>

const newVisitor = [
  '__Host-authjs.csrf-token=…%7C…; Path=/; HttpOnly; Secure; SameSite=Lax',
  '__Secure-authjs.callback-url=https%3A%2F%2Fapp.example; Path=/; HttpOnly; Secure; SameSite=Lax',
]

const failureCookies: Difference = {
  why: 'A failure also sends cookies: used check cookies are cleared, and the next form works.',
  cookies: newVisitor,
}

const expiredSignIn: Difference = {
  why: 'A sign-in that expired starts again on the sign-in page.',
  location: 'https://app.example/auth/signin?error=OAuthCallbackError',
}

const jsonFailure = (action: string): Difference => ({
  why: 'An action that returns JSON also returns errors as JSON.',
  status: 405,
  location: null,
  type: 'application/json',
  body: JSON.stringify({ message: `\`${action}\` does not accept POST requests. Use GET.` }),
})

const callbackUrlInForms: Difference = {
  why: 'Each form has its callbackUrl, so that tabs are independent.',
  hidden: ['csrfToken callbackUrl', 'csrfToken callbackUrl', 'csrfToken callbackUrl'],
}

const siteLink: Difference = {
  why: 'Each message has a link to the site.',
  classes: ['page', 'error', 'card', 'message', 'site'],
}

const unknownPage: Difference = {
  why: 'A browser that opens an unknown path gets a page that says what is wrong.',
  type: 'text/html',
  body: '',
  title: 'There is no such page · app.example',
  bodyClass: '__next-auth-theme-auto',
  classes: ['page', 'error', 'card', 'message', 'site'],
}

const headResponse: Difference = {
  why: 'HEAD has the response of GET, without body and cookies.',
  status: 200,
  body: '',
}

function createTitleDifference(heading: string): Difference {
  return { why: 'The title says what the page is, and of which app.', title: `${heading} · app.example` }
}

const requests: Record<string, readonly Difference[]> = {
  'GET csrf': [],
  'GET csrf?callbackUrl=/in': [],
  'GET csrf?callbackUrl=https://elsewhere.example': [],
  'GET csrf?callbackUrl=javascript:alert(1)': [
    {
      why: 'An invalid URL is ignored, so that it cannot make requests fail.',
      status: 200,
      body: '{"csrfToken":"…"}',
      cookies: newVisitor,
    },
  ],
  'GET providers': [],
  'GET session': [],
  'GET signin': [callbackUrlInForms, createTitleDifference('Sign in')],
  'GET signin?error=CredentialsSignin': [callbackUrlInForms, createTitleDifference('Sign in')],
  'GET signin?error=OAuthAccountNotLinked': [callbackUrlInForms, createTitleDifference('Sign in')],
  'GET signin?error=Unheard': [callbackUrlInForms, createTitleDifference('Sign in')],
  'GET signout': [
    { ...callbackUrlInForms, hidden: ['csrfToken callbackUrl'] },
    { why: 'The text is a message as on the other pages.', classes: ['page', 'signout', 'card', 'message'] },
    createTitleDifference('Sign out'),
  ],
  'GET error': [createTitleDifference('Error')],
  'GET error?error=Configuration': [siteLink, createTitleDifference('Something went wrong on our side')],
  'GET error?error=AccessDenied': [siteLink, createTitleDifference('Access denied')],
  'GET error?error=Verification': [siteLink, createTitleDifference('This link or code no longer works')],
  'GET error?error=Unheard': [createTitleDifference('Error')],
  'GET verify-request': [
    {
      why: 'The text is a message as on the other pages.',
      classes: ['page', 'verify-request', 'card', 'message', 'site'],
    },
    createTitleDifference('Check your email'),
  ],
  'GET unheard': [unknownPage],
  'GET session/op': [unknownPage],
  'GET signin/a/b': [unknownPage],
  'GET signin/op': [failureCookies],
  'GET signin/nobody': [],
  'GET callback': [failureCookies],
  'GET callback/nobody': [],
  'GET callback/op': [failureCookies, expiredSignIn],
  'GET callback/credentials': [failureCookies],
  'POST csrf': [jsonFailure('csrf'), failureCookies],
  'POST providers': [jsonFailure('providers')],
  'POST session': [failureCookies],
  'POST signin': [failureCookies],
  'POST signin/op': [failureCookies],
  'POST signout': [failureCookies],
  'POST callback': [failureCookies],
  'POST callback/credentials': [failureCookies],
  'HEAD csrf': [headResponse],
  'OPTIONS csrf': [],
  'PUT session': [],
}

describe.each(Object.entries(requests))('%s by a new visitor', (line, differences) => {
  // In development, a failure also sets the cause cookie for the error page.
  beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'))
  afterEach(() => void vi.unstubAllEnvs())

  test('has the response of @auth/core, except for the listed differences', async () => {
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

test('responses have all headers of @auth/core, and pages declare their charset', async () => {
  const { theirs, ours } = createBoth()
  for (const path of ['csrf', 'session', 'providers', 'signin', 'signout', 'error', 'verify-request']) {
    const [one, other] = [await theirs.get(`/auth/${path}`), await ours.get(`/auth/${path}`)]
    const expected = Object.fromEntries(one.headers)
    delete expected['set-cookie']
    if (expected['content-type'] === 'text/html') expected['content-type'] = 'text/html; charset=utf-8'
    expect(Object.fromEntries(other.headers), path).toMatchObject(expected)
  }
})

test('each listed difference has a reason', () => {
  for (const { why } of Object.values(requests).flat()) expect(why).toMatch(/^[A-Z].{20,}\.$/)
})
