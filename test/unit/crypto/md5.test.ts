import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashMd5Hex } from '../../../src/crypto/md5.js'

describe('MD5', () => {
  test.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      '57edf4a22be3c955ac49da2e2107b67a',
    ],
  ])('of %j equals the test vector of RFC 1321 section A.5', (text, digest) => {
    expect(hashMd5Hex(text)).toBe(digest)
  })

  test('equals that of node:crypto for every length around the block size', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'я'.repeat(length % 7) + 'x'.repeat(length)
      expect(hashMd5Hex(text)).toBe(createHash('md5').update(text).digest('hex'))
    }
  })
})
