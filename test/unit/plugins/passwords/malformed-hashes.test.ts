import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashFormats } from '../../../../src/plugins/passwords/hashing/formats.js'
import { createPasswordHasher } from '../../../../src/plugins/passwords/hashing/password-hasher.js'

const hex128 = '0123456789abcdef'.repeat(8)
const salt = 'c2FsdHNhbHRzYWx0c2FsdA'
const key = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
const bcryptHash = 'Mg5O7D2gDEUmv4.hcTD0xu.pJ97yftfMc7whfQ7ner5YFwLqhouDC'

/** One string of each format, whose hash takes little time. */
const samples = {
  argon2: `$argon2id$v=19$m=64,t=1,p=1$${salt}$${key}`,
  scrypt: `$scrypt$ln=4,r=8,p=1$${salt}$${key}`,
  'PBKDF2 PHC': `$pbkdf2-sha256$i=10$${salt}$${key}`,
  'PBKDF2 passlib': `$pbkdf2-sha256$10$${salt}$${key}`,
  'PBKDF2 passlib SHA-1': `$pbkdf2$10$${salt}$${key}`,
  Django: `pbkdf2_sha256$10$seasalt$${key}=`,
  bcrypt: `$2b$04$${bcryptHash}`,
  'Better Auth': `${'0f'.repeat(16)}:${hex128}`,
  'Lucia 2': `s2:w9bp3bd2n1fcuk5t:${hex128}`,
}

const hasher = createPasswordHasher({ algorithm: { name: 'pbkdf2-sha512' } })

/** Verifies a password, and returns what was reported. */
async function verify(stored: unknown): Promise<{ isMatch: boolean; messages: string[] }> {
  const messages: string[] = []
  const isMatch = await hasher.verify('password', stored, ({ message }) => messages.push(message))
  return { isMatch, messages }
}

test('one format matches each sample', () => {
  for (const stored of Object.values(samples))
    expect(hashFormats.filter(({ matches }) => matches(stored))).toHaveLength(1)
})

/** What is wrong, with the name of the format that the operator reads. */
const malformed: [string, unknown, RegExp][] = [
  ['empty text', '', /unknown format/],
  ['no text', null, /unknown format/],
  ['nothing', undefined, /unknown format/],
  ['a number', 5, /unknown format/],
  ['a plain password', 'password', /unknown format/],
  ['MD5', '5f4dcc3b5aa765d61d8327deb882cf99', /unknown format/],
  ['a long text', '$scrypt$'.padEnd(5000, 'x'), /unknown format/],
  ['argon2 without a hash', `$argon2id$v=19$m=64,t=1,p=1$${salt}`, /Argon2 .*malformed/],
  ['argon2 with an empty hash', `$argon2id$v=19$m=64,t=1,p=1$${salt}$`, /Argon2 .*malformed/],
  ['argon2 with a short hash', `$argon2id$v=19$m=64,t=1,p=1$${salt}$aGFzaA`, /Argon2 .*malformed/],
  ['argon2 with a short salt', `$argon2id$v=19$m=64,t=1,p=1$c2FsdA$${key}`, /Argon2 .*malformed/],
  ['argon2 of an older version', `$argon2i$m=64,t=1,p=1$${salt}$${key}`, /Argon2 .*version .* 16/],
  ['argon2 of an unknown version', `$argon2id$v=20$m=64,t=1,p=1$${salt}$${key}`, /Argon2 .*version .* 20/],
  ['an unknown variant of argon2', `$argon2x$v=19$m=64,t=1,p=1$${salt}$${key}`, /Argon2 .*malformed/],
  ['argon2 without memory', `$argon2id$v=19$m=0,t=1,p=1$${salt}$${key}`, /Argon2 .*malformed/],
  [
    'argon2 with less memory than lanes need',
    `$argon2id$v=19$m=8,t=1,p=2$${salt}$${key}`,
    /Argon2 .*malformed/,
  ],
  ['argon2 with 512 MiB', `$argon2id$v=19$m=524288,t=1,p=1$${salt}$${key}`, /Argon2 .*too high .*262144/],
  ['argon2 with many passes', `$argon2id$v=19$m=262144,t=99,p=1$${salt}$${key}`, /Argon2 .*too high/],
  ['argon2 with many lanes', `$argon2id$v=19$m=65536,t=1,p=999$${salt}$${key}`, /Argon2 .*too high/],
  ['scrypt without N', `$scrypt$r=8,p=1$${salt}$${key}`, /scrypt .*malformed/],
  ['scrypt with a parameter twice', `$scrypt$ln=4,ln=5,r=8,p=1$${salt}$${key}`, /scrypt .*malformed/],
  ['scrypt with an unknown parameter', `$scrypt$ln=4,r=8,p=1,x=1$${salt}$${key}`, /scrypt .*malformed/],
  ['scrypt with a negative cost', `$scrypt$ln=-4,r=8,p=1$${salt}$${key}`, /scrypt .*malformed/],
  ['scrypt with a fraction', `$scrypt$ln=4.5,r=8,p=1$${salt}$${key}`, /scrypt .*malformed/],
  ['scrypt with N = 2^99', `$scrypt$ln=99,r=8,p=1$${salt}$${key}`, /scrypt .*too high/],
  ['scrypt with 1 GiB', `$scrypt$ln=20,r=8,p=1$${salt}$${key}`, /scrypt .*too high/],
  ['scrypt with large blocks', `$scrypt$ln=4,r=99999999,p=1$${salt}$${key}`, /scrypt .*too high/],
  ['scrypt with many lanes', `$scrypt$ln=14,r=8,p=999$${salt}$${key}`, /scrypt .*too high/],
  [
    'scrypt with another encoding',
    `$scrypt$ln=4,r=8,p=1$${salt}$${key.replace('a', '*')}`,
    /scrypt .*malformed/,
  ],
  ['scrypt with a part too many', `$scrypt$ln=4,r=8,p=1$${salt}$${key}$x`, /scrypt .*malformed/],
  [
    'scrypt with a missing pepper key',
    `$scrypt$ln=4,r=8,p=1,keyid=k9$${salt}$${key}`,
    /scrypt .*"k9".*`pepper`/,
  ],
  ['PBKDF2 without iterations', `$pbkdf2-sha256$$${salt}$${key}`, /PBKDF2 .*malformed/],
  ['PBKDF2 with no iteration', `$pbkdf2-sha256$i=0$${salt}$${key}`, /PBKDF2 .*malformed/],
  ['PBKDF2 with a billion iterations', `$pbkdf2-sha256$i=999999999$${salt}$${key}`, /PBKDF2 .*too high/],
  ['passlib with a billion iterations', `$pbkdf2-sha256$999999999$${salt}$${key}`, /PBKDF2 .*too high/],
  ['PBKDF2 with an unknown digest', `$pbkdf2-md5$10$${salt}$${key}`, /PBKDF2 .*malformed/],
  ['Django without a hash', 'pbkdf2_sha256$10$seasalt$', /Django .*malformed/],
  ['Django without a salt', `pbkdf2_sha256$10$$${key}=`, /Django .*malformed/],
  ['Django with words as iterations', `pbkdf2_sha256$many$seasalt$${key}=`, /Django .*malformed/],
  ['Django with too many iterations', `pbkdf2_sha256$99999999$seasalt$${key}=`, /Django .*too high/],
  ['bcrypt of an unknown version', `$2z$04$${bcryptHash}`, /unknown format/],
  ['bcrypt of the first version', `$2$04$${bcryptHash}`, /bcrypt .*malformed/],
  ['a short bcrypt', `$2b$04$${bcryptHash.slice(1)}`, /bcrypt .*malformed/],
  ['bcrypt with the cost 3', `$2b$03$${bcryptHash}`, /bcrypt .*malformed/],
  ['bcrypt with the cost 31', `$2b$31$${bcryptHash}`, /bcrypt .*too high/],
  ['a short hash of Better Auth', `${'0f'.repeat(16)}:${hex128.slice(2)}`, /Better Auth .*malformed/],
  ['a hash of Better Auth without a key', `${'0f'.repeat(16)}:`, /Better Auth .*malformed/],
  [
    'Better Auth with other characters',
    `${'0f'.repeat(16)}:${hex128.replace('0', 'x')}`,
    /Better Auth .*malformed/,
  ],
  ['Lucia 2 without a salt', `s2::${hex128}`, /Lucia 2 .*malformed/],
  ['Lucia 2 without a key', 's2:w9bp3bd2n1fcuk5t', /Lucia 2 .*malformed/],
]

test.each(malformed)(
  '%s is described by the name of the format, without the hash',
  async (_, stored, message) => {
    const { cost, fault } = await hasher.inspect(stored)
    expect(cost).toBeNull()
    expect(fault).toMatch(message)
    expect(fault).not.toMatch(/c2FsdHNhbHRz|aGFzaGhh|0123456789abcdef|Mg5O7D2g|5f4dcc3b|0f0f0f|w9bp/)
  },
)

test.each(['', null, `${samples.scrypt}$x`, `$2b$31$${bcryptHash}`, samples['Lucia 2'].slice(1)])(
  'the user of %j has a wrong password, and the operator gets the description',
  async stored => {
    const { fault } = await hasher.inspect(stored)
    expect(await verify(stored)).toEqual({ isMatch: false, messages: [fault] })
  },
)

describe('a changed string', () => {
  /** Deletes, replaces or inserts characters, also parts between the separators. */
  const change = fc.record({
    at: fc.nat(400),
    removed: fc.nat(60),
    added: fc.oneof(
      fc.constantFrom('', '$', ':', ',', '=', '$$', 'ln=', '99999', '0', '-1', '\0', '\n', ' ', 'é'),
      fc.string({ maxLength: 5 }),
    ),
  })

  test.each(Object.entries(samples))('of %s never throws, and is never shown', async (_, sample) => {
    await fc.assert(
      fc.asyncProperty(change, async ({ at, removed, added }) => {
        const start = at % (sample.length + 1)
        const stored = sample.slice(0, start) + added + sample.slice(start + removed)
        const { fault } = await hasher.inspect(stored)
        for (const secret of sample.split(/[$:]/).filter(part => part.length > 15))
          expect(fault ?? '').not.toContain(secret.slice(0, 12))
      }),
      { numRuns: 500 },
    )
  })
})

test('any text is either known or reported', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.anything()), async stored => {
      const { format, fault } = await hasher.inspect(stored)
      expect(format === null).toBe(fault?.includes('unknown'))
    }),
  )
})
