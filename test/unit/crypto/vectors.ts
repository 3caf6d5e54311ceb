import { base64url } from 'jose'
import type { Enc, Sealed } from '../../../src/crypto/platform.js'

/** A test vector of a standard: the plaintext and its ciphertext with this key and header. */
export interface Vector {
  readonly enc: Enc
  readonly key: Uint8Array
  readonly header: string
  readonly plaintext: string
  readonly sealed: Sealed
}

export const vectors: readonly (readonly [source: string, vector: Vector])[] = [
  [
    'RFC 7518 appendix B.3 (AES_256_CBC_HMAC_SHA_512)',
    {
      enc: 'A256CBC-HS512',
      key: Uint8Array.from({ length: 64 }, (_, index) => index),
      header: 'The second principle of Auguste Kerckhoffs',
      plaintext:
        'A cipher system must not be required to be secret, and it must be able to fall into the hands of the enemy ' +
        'without inconvenience',
      sealed: {
        iv: fromHex('1af38c2dc2b96ffdd86694092341bc04'),
        ciphertext: fromHex(
          '4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd822c301dd67c373bccb584ad3e9279c2' +
            'e6d12a1374b77f077553df829410446b36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3' +
            'a3b75e662a2594410ae496b2e2e6609e31e6e02cc837f053d21f37ff4f51950bbe2638d09dd7a4930930806d0703b1f6',
        ),
        tag: fromHex('4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5'),
      },
    },
  ],
  [
    'RFC 7516 appendix A.1 (A256GCM)',
    {
      enc: 'A256GCM',
      key: base64url.decode('saH0gFSP4XM_tAP_a5rU9ooHbltwLiJpL4LLLnrqQPw'),
      header: 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ',
      plaintext: 'The true sign of intelligence is not knowledge but imagination.',
      sealed: {
        iv: '48V1_ALb6US04U3b',
        ciphertext: '5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A',
        tag: 'XFBoMYUZodetZdvTiFvSkQ',
      },
    },
  ],
]

function fromHex(hex: string): string {
  return base64url.encode(Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16)))
}
