import { afterEach, describe, expect, test, vi } from 'vitest'
import { browserMistakes } from './browser-mistakes.js'
import { callbackMistakes } from './callback-mistakes.js'
import { configurationMistakes } from './configuration-mistakes.js'
import { environmentMistakes } from './environment-mistakes.js'
import type { Mistake } from './mistake.js'
import { networkMistakes } from './network-mistakes.js'
import { providerMistakes } from './provider-mistakes.js'
import { proxyMistakes } from './proxy-mistakes.js'
import { type Entry, type Environment, environments, readEntries } from './read-page.js'
import { type Report, runMistake } from './run-mistake.js'

afterEach(() => vi.unstubAllEnvs())

const mistakes: Readonly<Record<string, Mistake>> = {
  ...configurationMistakes,
  ...environmentMistakes,
  ...networkMistakes,
  ...providerMistakes,
  ...proxyMistakes,
  ...browserMistakes,
  ...callbackMistakes,
}

const entries = readEntries()

test('docs/guides/troubleshooting.md has an entry for each mistake, and no other', () => {
  expect(entries.map(({ title }) => title).sort()).toEqual(Object.keys(mistakes).sort())
})

describe.each(environments)(
  'docs/guides/troubleshooting.md states the log and the page in %s',
  environment => {
    test.each(entries.map(entry => [entry.title, entry] as const))('%s', async (title, entry) => {
      const mistake = mistakes[title]
      const report = mistake && (await runMistake(mistake, environment))
      expect(report?.log.filter(isStated)).toEqual(entry.log[environment].map(expectLine))
      if (report) expectOutcome(entry, report, environment)
    })
  },
)

/** The page states errors, warnings, notices, debug messages, and hints that name an option. Causes and details repeat them. */
function isStated(line: string): boolean {
  return /^(\[auth\]\[(error|warn|info|debug)\]|\[auth\]\[hint\]: Check|\w+:)/.test(line)
}

function expectLine(stated: string): unknown {
  const parts = stated.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return expect.stringMatching(new RegExp(`^${parts.join('.*')}`))
}

function expectOutcome({ outcome, log }: Entry, { status, page }: Report, environment: Environment): void {
  const [, code] = /^The response has the status (\d+)\.$/.exec(outcome) ?? []
  const [, text] = /^The visitor sees "(.+)"/.exec(outcome) ?? []
  if (outcome === '`Auth` throws this error.') expect(status).toBeNull()
  else if (outcome.includes('there is no session')) expect([status, page]).toEqual([302, ''])
  else if (code !== undefined) expect(status).toBe(Number(code))
  else if (text === undefined || (environment === 'development' && isOnlyWarned(log.development)))
    expect([status, page]).toEqual([200, expect.stringMatching(/Sign in with \w+$/)])
  else {
    expect(page).toContain(text)
    const isExplained =
      environment === 'development' && outcome.endsWith(', in development with the message.')
    expect(page.includes('Only shown in development')).toBe(isExplained)
    if (isExplained) expect(page).toContain(getMessage(log.development).slice(0, 80))
  }
}

function isOnlyWarned(log: readonly string[]): boolean {
  return log.every(line => line.startsWith('[auth][warn]'))
}

/** The message of the error, without its values. */
function getMessage(log: readonly string[]): string {
  const line = log.find(each => /^\[auth\]\[(error|info)\]/.test(each)) ?? ''
  return (
    line.replace(/^\[auth\]\[\w+\] (\w+)( \(provider "[^"]*"\))?: /, '$1: ').split(/…| Details: /)[0] ?? ''
  )
}
