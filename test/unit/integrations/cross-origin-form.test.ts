import { AngularAuth } from 'latchkey/angular/server'
import { AstroAuth, type AstroContext } from 'latchkey/astro'
import { FetchAuth, type FetchRequestAuth } from 'latchkey/fetch'
import { signInAs } from 'latchkey/testing'
import { expect, test } from 'vitest'

const origin = 'https://app.example'
const config = {
  providers: [],
  secret: 'a secret of the tests of forms of another origin',
  trustHost: true,
  logger: { error: () => {}, warn: () => {} },
  session: { updateAge: 0 },
}

type Auth = Pick<FetchRequestAuth, 'getSession'> & { signIn(): Promise<Response> }

/** The app reads the session, which is extended, before it starts the sign-in. */
async function callSignIn(auth: Auth): Promise<Response> {
  await auth.getSession()
  return auth.signIn()
}

const { withAuth } = FetchAuth(config)
const { handleAuth } = AngularAuth(config)
const { onRequest } = AstroAuth(config)

test.each<[string, (request: Request) => Promise<Response | null>]>([
  ['fetch', withAuth((_, auth) => callSignIn(auth))],
  ['Angular', request => handleAuth(request, callSignIn)],
  [
    'Astro',
    request => {
      const locals: { auth?: Auth } = {}
      const context = { request, url: new URL(request.url), locals, isPrerendered: false }
      return onRequest(context as unknown as AstroContext, () => callSignIn(locals.auth as Auth))
    },
  ],
])('of latchkey/%s is rejected with status 403, and the session is still extended', async (_, send) => {
  const { headers } = await signInAs(config, { user: { id: '1', name: 'Ada' }, url: origin })
  const request = new Request(`${origin}/sign-in`, {
    method: 'POST',
    headers: { ...headers, origin: 'https://evil.example' },
  })
  const response = await send(request)
  expect([response?.status, await response?.text()]).toEqual([403, 'The request came from another origin.'])
  expect(response?.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Secure-authjs\.session-token=\S/),
  ])
})
