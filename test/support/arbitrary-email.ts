import { domainToASCII } from 'node:url'
import fc from 'fast-check'

/** The seed of the generated emails. Set `LATCHKEY_SEED` to the seed of a failure to reproduce it. */
export const seed = Number(process.env['LATCHKEY_SEED'] ?? Date.now() % 2 ** 31)

/** Returns the email with its domain in ASCII (Punycode). */
export function toWireFormat(identifier: string): string {
  const [local, domain = ''] = identifier.split('@')
  return `${local}@${domainToASCII(domain)}`
}

const unusualCharacter = fc.constantFrom(
  ...'@＠﹫.,;:<>()[]"\'\\ \t\r\n\0%!+=-_/*ａＡßİıéØ中Ω‘\u200b\u00ad\u202e\u3000。．،😀'.split(''),
)
const plain = fc.constantFrom(...'abcxyzABC0189'.split(''))
const createPart = (maxLength: number) =>
  fc
    .array(fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: unusualCharacter }), {
      maxLength,
    })
    .map(characters => characters.join(''))
const host = fc
  .tuple(createPart(10), fc.constantFrom('.com', '.example', '.de', '.', '', '.中国'))
  .map(parts => parts.join(''))
/** Generates user input: mostly valid emails, some with unusual characters. */
export const arbitraryEmail = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(createPart(12), fc.constantFrom('@', '@', '@', '＠'), host)
      .map(parts => parts.join('')),
  },
  { weight: 2, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map(text => `${text}@example.com`) },
)
