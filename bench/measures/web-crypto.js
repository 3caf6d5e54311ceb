import * as authjs from '@auth/core'
import {
  createProviders,
  createRequest,
  email,
  readEmail,
  salt,
  secret,
} from '../candidates/request-fixture.js'
import { createWebDecrypt, importWithWebCrypto } from '../candidates/web-crypto.js'

const config = { secret, trustHost: true, providers: createProviders(4) }

export const measures = [
  {
    title: 'GET session with Web Crypto, JWT strategy',
    chart: 'GET session, Web Crypto',
    note: `The build for runtimes without \`node:crypto\`, in Node, with the cookies of a browser. The baseline decrypts the token with imported keys
of Web Crypto. @auth/core uses Web Crypto everywhere.`,
    expected: email,
    candidates: {
      baseline: createBaseline,
      Latchkey: async () => createCandidate((await importWithWebCrypto()).Auth),
      '@auth/core': () => createCandidate(authjs.Auth),
    },
    ratios: { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' },
    targets: [{ goal: 'GET session, Web Crypto', of: 'Latchkey', to: 'baseline', most: 1.3 }],
  },
]

function createCandidate(auth) {
  return { run: () => auth(createRequest('session'), config), read: readEmail }
}

async function createBaseline() {
  const decrypt = await createWebDecrypt()
  const run = async () => {
    const header = createRequest('session').headers.get('cookie')
    const start = header.indexOf(`${salt}=`) + salt.length + 1
    const { name, email, picture, exp } = await decrypt(header.slice(start, header.indexOf(';', start)))
    return Response.json({ user: { name, email, image: picture }, expires: new Date(exp * 1000) })
  }
  return { run, read: readEmail }
}
