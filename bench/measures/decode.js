import * as authjs from '@auth/core/jwt'
import { decode } from '../../dist/jwt.js'
import { decryptToken } from '../candidates/baseline.js'
import { email, salt, secret, token } from '../candidates/request-fixture.js'

const read = payload => payload.email

export const measures = [
  {
    title: 'decode',
    note: 'Decrypts the same token with `decode` of `latchkey/jwt` and of `@auth/core/jwt`. The baseline uses only `node:crypto`.',
    expected: email,
    candidates: {
      baseline: () => ({ run: () => decryptToken(token), read }),
      Latchkey: () => ({ run: () => decode({ token, secret, salt }), read }),
      '@auth/core': () => ({ run: () => authjs.decode({ token, secret, salt }), read }),
    },
    ratios: { '× baseline': () => 'baseline', '× Latchkey': () => 'Latchkey' },
    targets: [
      { of: 'Latchkey', to: 'baseline', most: 2 },
      { of: '@auth/core', to: 'Latchkey', least: 15 },
    ],
  },
]
