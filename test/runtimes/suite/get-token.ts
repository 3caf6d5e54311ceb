import { encode, getToken } from 'latchkey/jwt'
import { origin, secret, sessionCookie } from '../../support/app.js'
import { assertMatches, assertRejects, assertSame, type Checks } from './harness.js'

const plainCookie = 'authjs.session-token'

function createRequest(headers: Record<string, string>, url = 'http://localhost:3000/'): Request {
  return new Request(url, { headers })
}

function encodeToken(cookie: string, pad = ''): Promise<string> {
  return encode({ token: { sub: 'ada', pad }, secret, salt: cookie })
}

export const reading: Checks = {
  'reads the token from the secure and the plain cookie': async () => {
    for (const name of [plainCookie, sessionCookie]) {
      const req = createRequest({ cookie: `a=b; ${name}=${await encodeToken(name)}` })
      assertMatches(await getToken({ req, secret }), { sub: 'ada' })
    }
  },

  'reads only the secure cookie on https': async () => {
    const req = createRequest({ cookie: `${plainCookie}=${await encodeToken(plainCookie)}` }, origin)
    assertSame(await getToken({ req, secret }), null)
  },

  'reads a chunked cookie': async () => {
    const whole = await encodeToken(plainCookie, 'x'.repeat(5_000))
    const [front, back] = [whole.slice(0, 3_900), whole.slice(3_900)]
    const req = createRequest({ cookie: `${plainCookie}.1=${back}; ${plainCookie}.0=${front}` })
    assertMatches(await getToken({ req, secret }), { sub: 'ada' })
  },

  'reads an Authorization header': async () => {
    const req = createRequest({ authorization: `Bearer ${await encodeToken(plainCookie)}` })
    assertMatches(await getToken({ req, secret }), { sub: 'ada' })
  },

  'reads the headers of a Node request': async () => {
    const req = { headers: { Cookie: [`${plainCookie}=${await encodeToken(plainCookie)}`] } }
    assertMatches(await getToken({ req, secret }), { sub: 'ada' })
  },

  'returns the raw token': async () => {
    assertSame(await getToken({ req: createRequest({ cookie: `${plainCookie}=abc` }), raw: true }), 'abc')
  },

  'returns null without a token or with an invalid one': async () => {
    assertSame(await getToken({ req: createRequest({}), secret }), null)
    assertSame(await getToken({ req: createRequest({ cookie: `${plainCookie}=garbage` }), secret }), null)
  },

  'throws without a secret': async () => {
    const req = createRequest({ cookie: `${plainCookie}=abc` })
    await assertRejects(getToken({ req }), { type: 'MissingSecret' })
  },
}
