import * as reference from '@auth/core/jwt'
import { decode } from '../../dist/jwt.js'
import { decryptToken } from '../candidates/baseline.js'
import { email, salt, secret, token } from '../candidates/request-fixture.js'

const read = payload => payload.email

export const measures = [
  {
    title: 'decode',
    note: 'The same token, opened by `decode` of `latchkey/jwt` and of `@auth/core/jwt`. The floor is `node:crypto` alone.',
    expected: email,
    contenders: {
      floor: () => ({ run: () => decryptToken(token), read }),
      Latchkey: () => ({ run: () => decode({ token, secret, salt }), read }),
      '@auth/core': () => ({ run: () => reference.decode({ token, secret, salt }), read }),
    },
    ratios: { '× floor': () => 'floor', '× Latchkey': () => 'Latchkey' },
    targets: [
      { of: 'Latchkey', to: 'floor', most: 2 },
      { of: '@auth/core', to: 'Latchkey', least: 15 },
    ],
  },
]
