import * as reference from '@auth/core/jwt'
import { decode } from '../../dist/jwt.js'
import { open } from '../contenders/floor.js'
import { email, salt, secret, token } from '../contenders/visitor.js'

const contenders = [
  { name: 'floor', run: () => open(token) },
  { name: 'Latchkey', run: () => decode({ token, secret, salt }) },
  { name: '@auth/core', run: () => reference.decode({ token, secret, salt }) },
]

export async function measures() {
  return [
    {
      title: 'decode',
      note: 'The same token, opened by `decode` of `latchkey/jwt` and of `@auth/core/jwt`. The floor is `node:crypto` alone.',
      expected: email,
      contenders: contenders.map(contender => ({ ...contender, read: payload => payload.email })),
      ratios: { '× floor': () => 'floor', '× Latchkey': () => 'Latchkey' },
      targets: [
        { of: 'Latchkey', to: 'floor', most: 2 },
        { of: '@auth/core', to: 'Latchkey', least: 15 },
      ],
    },
  ]
}
