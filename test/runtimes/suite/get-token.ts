import { encode, getToken } from 'latchkey/jwt'
import { origin, secret, sessionCookie } from '../../support/app.js'
import { type Checks, like, refused, same } from './harness.js'

const plainCookie = 'authjs.session-token'

function asked(headers: Record<string, string>): Request {
  return new Request(origin, { headers })
}

function tokenFor(cookie: string, pad = ''): Promise<string> {
  return encode({ token: { sub: 'ada', pad }, secret, salt: cookie })
}

export const reading: Checks = {
  'finds the token in the cookie of a request, secure or not': async () => {
    for (const name of [plainCookie, sessionCookie]) {
      const req = asked({ cookie: `a=b; ${name}=${await tokenFor(name)}` })
      like(await getToken({ req, secret }), { sub: 'ada' })
    }
  },

  'finds it in chunks': async () => {
    const whole = await tokenFor(plainCookie, 'x'.repeat(5_000))
    const [front, back] = [whole.slice(0, 3_900), whole.slice(3_900)]
    const req = asked({ cookie: `${plainCookie}.1=${back}; ${plainCookie}.0=${front}` })
    like(await getToken({ req, secret }), { sub: 'ada' })
  },

  'finds it in an Authorization header': async () => {
    const req = asked({ authorization: `Bearer ${await tokenFor(plainCookie)}` })
    like(await getToken({ req, secret }), { sub: 'ada' })
  },

  'finds it in headers as Node has them': async () => {
    const req = { headers: { Cookie: [`${plainCookie}=${await tokenFor(plainCookie)}`] } }
    like(await getToken({ req, secret }), { sub: 'ada' })
  },

  'hands it over unopened': async () => {
    same(await getToken({ req: asked({ cookie: `${plainCookie}=abc` }), raw: true }), 'abc')
  },

  'finds nobody where there is none, or one that does not open': async () => {
    same(await getToken({ req: asked({}), secret }), null)
    same(await getToken({ req: asked({ cookie: `${plainCookie}=garbage` }), secret }), null)
  },

  'says that it needs a secret': async () => {
    const req = asked({ cookie: `${plainCookie}=abc` })
    await refused(getToken({ req }), { type: 'MissingSecret' })
  },
}
