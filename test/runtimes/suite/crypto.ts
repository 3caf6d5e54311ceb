import * as platform from '#crypto'
import type { Enc } from '../../../src/crypto/platform.js'
import { type Vector, vectors } from '../../unit/crypto/vectors.js'
import { assertSame, assertTrue, type Checks } from './harness.js'

const texts = ['', 'x', 'ä€😀', 'exactly sixteen.', '\ufeffwith a byte order mark', 'x'.repeat(5000)]
const encs: readonly Enc[] = ['A256CBC-HS512', 'A256GCM']

const hmacs = [
  ['SHA-1', 'b617318655057264e28bc0b6fb378c8ef146be00'],
  ['SHA-256', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    'SHA-512',
    '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde' +
      'daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
  ],
] as const

const pbkdf2Bytes =
  '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc' +
  '49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783'

/** Tests of the `#crypto` file of this bundle, with the primitives of the runtime. */
export const crypto: Checks = {
  ...Object.fromEntries(
    vectors.flatMap(([source, vector]) => [
      [`decrypts the test vector of ${source}`, () => expectOpens(vector)],
      [`rejects the modified test vector of ${source}`, () => expectRejectsChanged(vector)],
    ]),
  ),

  'decrypts what it encrypted': async () => {
    for (const enc of encs) {
      const key = await platform.importKey(enc, platform.generateRandomBytes(enc === 'A256GCM' ? 32 : 64))
      for (const text of texts)
        assertSame(await platform.decrypt(key, 'header', await platform.encrypt(key, 'header', text)), text)
    }
  },

  'derives the key of RFC 5869 appendix A, test case 3': async () => {
    assertSame(
      platform.toHex(await platform.deriveKeyBytes('\x0b'.repeat(22), '', '', 42)),
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    )
  },

  ...Object.fromEntries(
    hmacs.map(([hash, mac]) => [
      `computes HMAC with ${hash} of test case 1 of RFC 2202 and RFC 4231`,
      async () => {
        const key = new Uint8Array(20).fill(0x0b)
        const computed = await platform.computeHmac(hash, key, new TextEncoder().encode('Hi There'))
        assertSame(platform.toHex(computed), mac)
      },
    ]),
  ),

  'derives the bytes of RFC 7914 section 11': async () => {
    const salt = new TextEncoder().encode('salt')
    const bytes = await platform.derivePasswordBytes({ password: 'passwd', salt, iterations: 1, length: 64 })
    assertSame(platform.toHex(bytes), pbkdf2Bytes)
  },

  'computes the challenge of RFC 7636 appendix B': async () => {
    const challenge = await platform.hashSha256('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
    assertSame(platform.toBase64url(challenge), 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  },

  'hashes text as UTF-8': async () => {
    assertSame(
      platform.toBase64url(await platform.hashSha256('ä€😀')),
      'gZ_nfRx4l8TFQeIcY9JxVNRuEsxlB02NnIdGJqQKYHQ',
    )
  },

  'hashes with SHA-512 for keys of 64 bytes': async () => {
    const digest = platform.toHex(await platform.hashForThumbprint('A256CBC-HS512', 'abc'))
    assertSame(digest.slice(0, 32), 'ddaf35a193617abacc417349ae204131')
    assertSame(digest.length, 128)
  },

  'encodes and decodes base64url': () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    for (let length = 0; length <= 256; length++) {
      const back = platform.fromBase64url(platform.toBase64url(bytes.subarray(0, length)))
      assertSame([...(back ?? [])], [...bytes.subarray(0, length)])
    }
    for (const text of ['+_-_', 'Zg==', 'Z', 'Zm 9v', 'Zm9v\n', 'Zm9ü'])
      assertSame(platform.fromBase64url(text), null)
  },

  'generates different random bytes each time': () => {
    assertSame(
      new Set(Array.from({ length: 100 }, () => platform.toHex(platform.generateRandomBytes(16)))).size,
      100,
    )
  },

  'compares strings for equality': () => {
    assertTrue(
      platform.isTimingSafeEqual('ä€😀', 'ä€😀') && platform.isTimingSafeEqual('', ''),
      'equal strings are not equal',
    )
    assertTrue(
      !platform.isTimingSafeEqual('token', 'tokem') && !platform.isTimingSafeEqual('token', 'token '),
      'different strings are equal',
    )
  },
}

async function expectOpens({ enc, key, header, sealed, plaintext }: Vector): Promise<void> {
  assertSame(await platform.decrypt(await platform.importKey(enc, key), header, sealed), plaintext)
}

async function expectRejectsChanged({ enc, key, header, sealed }: Vector): Promise<void> {
  const cipher = await platform.importKey(enc, key)
  assertSame(await platform.decrypt(cipher, `${header}x`, sealed), null)
  for (const part of ['iv', 'ciphertext', 'tag'] as const) {
    const [first, ...rest] = sealed[part]
    const changed = (first === 'A' ? 'B' : 'A') + rest.join('')
    assertSame(await platform.decrypt(cipher, header, { ...sealed, [part]: changed }), null)
    assertSame(await platform.decrypt(cipher, header, { ...sealed, [part]: sealed[part].slice(4) }), null)
  }
}
