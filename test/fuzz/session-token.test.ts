import { createDecipheriv, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { encode, getToken } from 'latchkey/jwt'
import { expect } from 'vitest'
import { sessionCookie as salt, secret } from '../support/app.js'
import { specialText } from './arbitraries.js'
import { describeFuzzTarget } from './fuzz-target.js'

/** A change of a token. `part` takes one part from another token. */
type Change =
  | { readonly kind: 'character'; readonly at: number; readonly text: string }
  | { readonly kind: 'part'; readonly part: number; readonly from: number }
  | { readonly kind: 'header'; readonly header: unknown }

interface TokenInput {
  /** The index of the token. */
  readonly token: number
  readonly changes: readonly Change[]
  readonly place: 'cookie' | 'chunks' | 'bearer'
}

const now = Math.floor(Date.now() / 1000)
const users = [
  { sub: 'ada', name: 'Ada' },
  { sub: 'eve', name: 'Eve', admin: false },
]
/** The first two are valid. The others belong to another app or cookie, or have expired. */
const tokens = await Promise.all([
  ...users.map(token => encode({ token, secret, salt })),
  encode({ token: { sub: 'ada' }, secret: 'the secret of another app, also long', salt }),
  encode({ token: { sub: 'ada' }, secret, salt: 'authjs.csrf-token' }),
  encode({ token: { sub: 'ada' }, secret, salt, maxAge: -3600 }),
])

/** Returns the claims of a request, or null. */
type Reader = (request: Request) => Promise<Record<string, unknown> | null>

function changeToken(text: string, change: Change): string {
  if (change.kind === 'character') {
    const at = change.at % (text.length + 1)
    return text.slice(0, at) + change.text + text.slice(at + change.text.length)
  }
  const parts = text.split('.')
  const header = Buffer.from(JSON.stringify(change.kind === 'header' ? change.header : null)).toString(
    'base64url',
  )
  const index = change.kind === 'header' ? 0 : change.part % 5
  parts[index] =
    change.kind === 'header' ? header : (tokens[change.from % tokens.length]?.split('.')[index] ?? '')
  return parts.join('.')
}

function createRequest(token: string, place: TokenInput['place']): Request {
  const value = encodeURIComponent(token.replace(/\p{Surrogate}/gu, ''))
  const half = Math.ceil(token.length / 2)
  const cookies = {
    cookie: `${salt}=${value}`,
    chunks: `${salt}.0=${token.slice(0, half)}; ${salt}.1=${token.slice(half)}`,
  }
  const headers = new Headers(place === 'bearer' ? { authorization: `Bearer ${value}` } : {})
  // Other characters than these end the header or cannot be in it.
  if (place !== 'bearer') headers.set('cookie', cookies[place].replace(/[^\t -~]/g, ''))
  return new Request('https://app.example/', { headers })
}

async function checkToken(read: Reader, { token, changes, place }: TokenInput): Promise<void> {
  const original = tokens[token % tokens.length] ?? ''
  const changed = changes.reduce(changeToken, original)
  const claims = await read(createRequest(changed, place))
  const { iat: _, exp: __, jti: ___, ...issued } = claims ?? {}
  if (claims !== null) expect(users).toContainEqual(issued)
  if (claims !== null) expect(Number(claims['exp'])).toBeGreaterThan(now)
  if (changed === original && token % tokens.length < users.length)
    expect(issued).toEqual(users[token % tokens.length])
}

/** Decrypts without verifying the authentication tag: an attacker can then change the first block with the IV. */
async function decodeWithoutTag({ token = '' }: { token?: string | undefined }) {
  const [, , iv = '', ciphertext = ''] = token.split('.')
  const info = `Auth.js Generated Encryption Key (${salt})`
  const key = new Uint8Array(hkdfSync('sha256', secret, salt, info, 64)).subarray(32)
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'base64url'))
  const text = decipher.update(Buffer.from(ciphertext, 'base64url')).toString() + decipher.final().toString()
  return JSON.parse(text)
}

const header = fc.record(
  {
    alg: fc.constantFrom('dir', 'none', 'A256KW', 'HS256', '', null),
    enc: fc.constantFrom('A256CBC-HS512', 'A256GCM', 'A128GCM', null),
    kid: fc.constantFrom('', 'x', '__proto__', null),
    crit: fc.constantFrom([], ['exp'], null),
    zip: fc.constantFrom('DEF', null),
  },
  { requiredKeys: ['alg', 'enc'] },
)
const base64urlCharacter = fc.constantFrom(...'ABCxyz019-_.='.split(''))
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('character'),
    at: fc.nat(600),
    text: fc.oneof(base64urlCharacter, specialText),
  }),
  fc.record({ kind: fc.constant('part'), part: fc.nat(4), from: fc.nat(4) }),
  fc.record({ kind: fc.constant('header'), header }),
)

describeFuzzTarget<TokenInput, Reader>({
  name: 'session-token',
  subject: req => getToken({ req, secret }),
  input: fc.record({
    token: fc.nat(tokens.length - 1),
    changes: fc.array(change, { maxLength: 3 }),
    place: fc.constantFrom('cookie', 'chunks', 'bearer'),
  }),
  check: checkToken,
  faults: {
    'the authentication tag is not verified': req => getToken({ req, secret, decode: decodeWithoutTag }),
    'the salt is not part of the key': async req =>
      (await getToken({ req, secret })) ??
      getToken({ req, secret, cookieName: salt, salt: 'authjs.csrf-token' }),
    'a broken token is an empty session': async req => (await getToken({ req, secret })) ?? {},
  },
})
