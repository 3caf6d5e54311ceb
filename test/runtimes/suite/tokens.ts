import { base64url, jwtDecrypt } from 'jose'
import { decode, encode } from 'latchkey/jwt'
import { secret } from '../../support/app.js'
import { assertMatches, assertRejects, assertSame, assertTrue, type Checks } from './harness.js'

const salt = 'authjs.session-token'
const decryptionFailed = { type: 'InvalidToken', code: 'ERR_JWE_DECRYPTION_FAILED' }
const payload = { sub: '42', name: 'Ada ä€😀', roles: ['admin'] }

/** The key that HKDF derives from the secret and the salt above. */
const key = base64url.decode(
  'UsWj_-N_q_HgzZyTT99a-QRgHKN5qwNKl4DJLTfPNzKNuBCzeSCUpIjZYh60RZl9Px_BXZhYICKMsIbU0sJDQg',
)

/** Created with `encode` of @auth/core 0.41.3. It expires in a hundred years. */
const fromAuthJs =
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiWGFveWEwX0tUWTl5Y2xBa3A4ejNvMG41NnB0NV9JWjJxSlMyUjlpS29u' +
  'QUw3d25MdXNsM3NEb2pNOTZucXh0dFNyYXhDQXVWbnNGVllicklaYzdxZncifQ..QpJd0F9MF_VU1NEDNW9xFg.FTfj4Whz8hVfxECa0orlU7BAU' +
  'xkDW8jvA0TNCeLFzGRegglBoaQTKEFbJtyln39PDuqPtBqmb-rLAmsGSddmtL-YXof6MrMUmpfuYOXr5agE0AjzEDYaFKpGe_-v82V6J_o43cxG-' +
  'BjEkM_qd7dEH_ZhKrrYBysk4kF94bTMNl3_dZI0EiC5M11zMEnvHxYr.mjmgk77Ed_eDNaxZGwG23AZ7WKz0Yc6SScDWZm4Rc44'

/** Created with jose 6.2.17 and A256GCM. */
const fromJose =
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiY05nTVZRMndXN0luUjJfQ0N6bEJmc1JxSloyOEdKbWlrbTA4TTBrWlBXMCJ9..ZI' +
  'Mi_fQ05HvslFab.RUC92tW3eYwW1RoeSkjxge-xFf0rvvQW9_n7IfXBp1XH1XFpVb7nJYK9aDJihwvqEHZUfQTk8vnEVjSN-a8pCWm6Nvmq8A.BL' +
  'K09XxAswNQdyi6aZ-23g'

export const tokens: Checks = {
  'are decoded to the encoded payload': async () => {
    const token = await encode({ token: payload, secret, salt })
    assertMatches(await decode({ token, secret, salt }), { ...payload, jti: /^[\da-f-]{36}$/ })
  },

  'can be decrypted by jose': async () => {
    const token = await encode({ token: payload, secret, salt })
    assertMatches((await jwtDecrypt(token, key)).payload, payload)
  },

  'of Auth.js can be decoded': async () => {
    assertMatches(await decode({ token: fromAuthJs, secret, salt }), payload)
  },

  'of jose with A256GCM can be decoded': async () => {
    assertMatches(await decode({ token: fromJose, secret, salt }), payload)
  },

  'cannot be decoded with another secret or salt': async () => {
    await assertRejects(decode({ token: fromAuthJs, secret: 'another', salt }), decryptionFailed)
    await assertRejects(decode({ token: fromAuthJs, secret, salt: `__Secure-${salt}` }), decryptionFailed)
  },

  'cannot be decoded after a modification': async () => {
    for (const [at, part] of fromAuthJs.split('.').entries()) {
      const parts = fromAuthJs.split('.')
      parts[at] = (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
      await assertRejects(decode({ token: parts.join('.'), secret, salt }), { type: 'InvalidToken' })
    }
  },

  'are decoded with any of several secrets and encoded with the first': async () => {
    assertMatches(await decode({ token: fromAuthJs, secret: ['newest', secret], salt }), payload)
    const token = await encode({ token: payload, secret: ['newest', secret], salt })
    assertMatches(await decode({ token, secret: 'newest', salt }), payload)
  },

  'expire after maxAge': async () => {
    const token = await encode({ secret, salt, maxAge: -60 })
    await assertRejects(decode({ token, secret, salt }), { type: 'InvalidToken' })
  },

  'are different each time': async () => {
    const encoded = await Promise.all(
      Array.from({ length: 20 }, () => encode({ token: payload, secret, salt })),
    )
    assertSame(new Set(encoded).size, 20)
  },

  'can be long': async () => {
    const long = 'ä€😀'.repeat(3_000)
    const token = await encode({ token: { long }, secret, salt })
    assertTrue((await decode({ token, secret, salt }))?.['long'] === long, 'the decoded token differs')
  },
}
