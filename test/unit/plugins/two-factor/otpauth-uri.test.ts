import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase32 } from '../../../../src/plugin-kit/base32.js'
import { buildOtpauthUri } from '../../../../src/plugins/two-factor/otpauth-uri.js'
import { defaultTotpParameters, type TotpFactor } from '../../../../src/plugins/two-factor/totp.js'

const factor: TotpFactor = {
  ...defaultTotpParameters,
  secret: new TextEncoder().encode('12345678901234567890'),
}

test('the URI names secret, issuer, account and all parameters', () => {
  expect(buildOtpauthUri(factor, { issuer: 'Acme Inc', account: 'ada@example.com' })).toBe(
    'otpauth://totp/Acme%20Inc:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme%20Inc&algorithm=SHA1&digits=6&period=30',
  )
})

test('the URI has the parameters of the factor', () => {
  const other: TotpFactor = { ...factor, algorithm: 'SHA512', digits: 8, period: 60 }
  expect(buildOtpauthUri(other, { issuer: 'Acme', account: 'ada' })).toMatch(
    /&algorithm=SHA512&digits=8&period=60$/,
  )
})

test.each([
  ['Acme: Production', 'a:b', 'Acme Production', 'a b'],
  [' Acme\n+ Söhne & Co? ', 'ada+1@example.com', 'Acme + Söhne & Co?', 'ada+1@example.com'],
  ['Acme/?#&=%', '\ud800', 'Acme/?#&=%', '\ufffd'],
])('an app reads issuer %j and account %j as %j and %j', (issuer, account, readIssuer, readAccount) => {
  expect(readUri(buildOtpauthUri(factor, { issuer, account }))).toEqual({
    issuer: readIssuer,
    labelIssuer: readIssuer,
    account: readAccount,
    secret: factor.secret,
  })
})

test('no name adds a parameter or a second colon, and the label has the issuer of the parameter', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(
    fc.property(name, name, (issuer, account) => {
      const uri = buildOtpauthUri(factor, { issuer, account })
      const read = readUri(uri)
      expect(read.labelIssuer).toBe(read.issuer)
      expect(read.secret).toEqual(factor.secret)
      expect(uri).not.toContain('+')
      expect(uri.slice('otpauth://totp/'.length)).toMatch(/^[^:/?#]*:[^:/?#]*\?[^:/?#]*$/)
    }),
  )
})

function readUri(uri: string) {
  const { pathname, searchParams } = new URL(uri)
  const [labelIssuer = '', account = ''] = pathname.slice(1).split(':').map(decodeURIComponent)
  const secret = decodeBase32(searchParams.get('secret') ?? '')
  return { issuer: searchParams.get('issuer'), labelIssuer, account, secret }
}
