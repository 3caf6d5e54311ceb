import { domainToASCII } from 'node:url'
import fc from 'fast-check'

/** A failure names it; with `LATCHKEY_SEED=<it>` the same addresses come again. */
export const seed = Number(process.env['LATCHKEY_SEED'] ?? Date.now() % 2 ** 31)

/** The host as it travels. */
export function toWireFormat(identifier: string): string {
  const [local, domain = ''] = identifier.split('@')
  return `${local}@${domainToASCII(domain)}`
}

const oddCharacter = fc.constantFrom(
  ...'@＠﹫.,;:<>()[]"\'\\ \t\r\n\0%!+=-_/*ａＡßİıéØ中Ω‘\u200b\u00ad\u202e\u3000。．،😀'.split(''),
)
const plain = fc.constantFrom(...'abcxyzABC0189'.split(''))
const createPart = (most: number) =>
  fc
    .array(fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: oddCharacter }), {
      maxLength: most,
    })
    .map(characters => characters.join(''))
const host = fc
  .tuple(createPart(10), fc.constantFrom('.com', '.example', '.de', '.', '', '.中国'))
  .map(both => both.join(''))
/** What visitors type: mostly addresses, with oddities of every script in them. */
export const arbitraryEmail = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(createPart(12), fc.constantFrom('@', '@', '@', '＠'), host).map(all => all.join('')),
  },
  { weight: 2, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map(text => `${text}@example.com`) },
)
