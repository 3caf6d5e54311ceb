import fc from 'fast-check'
import { expect } from 'vitest'
import { createCookieJar } from '../../src/http/cookies.js'
import { listSessionCookieCandidates } from '../../src/sessions/session-cookie.js'
import type { CookieJar } from '../../src/types/request.js'
import { createMutatedText, specialText, unusualText } from './arbitraries.js'
import { describeFuzzTarget, readCorpus } from './fuzz-target.js'

const target = 'cookie-header'
const sessionName = 'authjs.session-token'
/** Every header of the corpus and every generated one is parsed in this time. */
const maxMs = 5

type Cookies = ReadonlyMap<string, readonly string[]>

/** The grammar of RFC 6265 section 5.4 as one expression, with the decoding of RFC 3986. */
function parseReference(header: string): Cookies {
  const cookies = new Map<string, string[]>()
  for (const [, name = '', text = ''] of header.matchAll(/(?:^|;)([^;=]+)=([^;]*)/g)) {
    const [key, value] = [stripBlanks(name), stripBlanks(text)]
    cookies.set(key, [...(cookies.get(key) ?? []), decode(/^"(.*)"$/s.exec(value)?.[1] ?? value)])
  }
  return cookies
}

function stripBlanks(text: string): string {
  return /^[\t ]*(.*?)[\t ]*$/s.exec(text)?.[1] ?? ''
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Checks that a text consists of one value of each of `name.0`, `name.1` and so on. */
function isJoined(text: string, cookies: Cookies, index = 0): boolean {
  if (text === '' && index > 0) return true
  const values = cookies.get(`${sessionName}.${index}`) ?? []
  return values.some(
    value => value && text.startsWith(value) && isJoined(text.slice(value.length), cookies, index + 1),
  )
}

/** Returns the shortest processor time of three runs in milliseconds. Other processes do not count, and a garbage collection delays one. */
function measureCpuMs(run: () => unknown): number {
  const durations = [0, 1, 2].map(() => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...durations)
}

function checkHeader(parse: (header: string) => CookieJar, header: string): void {
  const expected = parseReference(header)
  const jar = parse(header)
  const firstFive = [...expected].map(([name, values]) => [name, values.slice(0, 5)] as const)
  expect(new Map(jar.listNames().map(name => [name, jar.getAll(name)]))).toEqual(new Map(firstFive))
  for (const [name, [first]] of expected) expect(jar.get(name)).toBe(first)

  const candidates = [...listSessionCookieCandidates(jar, sessionName)]
  const whole = expected.get(sessionName) ?? []
  for (const candidate of candidates)
    expect(whole.includes(candidate) || isJoined(candidate, expected), candidate).toBe(true)
  if (whole[0]) expect(candidates[0]).toBe(whole[0])
  expect(measureCpuMs(() => [...listSessionCookieCandidates(parse(header), sessionName)])).toBeLessThan(maxMs)
}

const name = fc.oneof(
  fc.constantFrom(
    sessionName,
    ...['.0', '.1', '.2', '.10', '.01', '.-1', '.0 ', '.1.0', ' '].map(end => sessionName + end),
  ),
  fc.tuple(specialText, fc.constant(sessionName), specialText).map(parts => parts.join('')),
  fc.constant(sessionName.toUpperCase()),
  unusualText,
)
const value = fc.oneof(fc.constantFrom('"quoted"', '"', '""', 'a.b.c', 'x'.repeat(3936)), unusualText)
const pair = fc
  .tuple(name, fc.constantFrom('=', '=', ' = ', '\t=', '==', ''), value)
  .map(parts => parts.join(''))
const header = fc
  .array(pair, { maxLength: 8 })
  .chain(pairs => fc.constantFrom('; ', ';', ' ;\t', ';;', ', ').map(separator => pairs.join(separator)))

describeFuzzTarget({
  name: target,
  subject: (text: string) => createCookieJar(text),
  input: fc.oneof(header, createMutatedText(readCorpus<string>(target))),
  check: checkHeader,
  faults: {
    'every kind of white space is trimmed from a name': text =>
      createCookieJar(text.replace(/[^\S\t ]+/g, '')),
    'a comma separates cookies': text => createCookieJar(text.replaceAll(',', ';')),
    'the last of several values comes first': text => createCookieJar(text.split(';').reverse().join(';')),
  },
})
