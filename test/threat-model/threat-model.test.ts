import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasAllCases } from '../support/fire.js'
import { getLimits } from './definition.js'
import { measure } from './measure.js'
import { type MeasuredTheft, replaceTable } from './page.js'
import { setUps } from './set-ups.js'
import { describeOwner, measureOnce, thefts } from './thefts.js'

const pagePath = '../../docs/reference/threat-model.md'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe.each(setUps)('an owner with $name', ({ name }) => {
  const ofOwner = thefts.filter(({ setUp }) => setUp.name === name)

  test('a stolen thing gives what it is worth, and nothing more', async () => {
    for (const theft of ofOwner) {
      const {
        afterSignOut: _,
        afterEndAll: __,
        lasts: ___,
        owner: ____,
        ...measured
      } = await measureOnce(theft)
      expect(measured, `${theft.thing}, ${describeOwner(theft)}`).toEqual(getLimits(theft))
    }
  })

  test('the owner gets back in', async () => {
    for (const theft of ofOwner) {
      const { owner, adds } = await measureOnce(theft)
      // A thief who can set up an app can lock out an owner without it.
      const canLockOut = adds.includes('sets up an authenticator app')
      expect(owner, theft.thing).toBe(canLockOut ? 'with an administrator' : 'alone')
    }
  })

  // Not registered otherwise: a test that is skipped fails the run in CI.
  if (hasAllCases)
    test('both session strategies are equal', { timeout: 600_000 }, async () => {
      for (const theft of ofOwner.filter(({ strategy }) => strategy === undefined))
        expect(await measure(theft, 'database'), theft.thing).toEqual(await measureOnce(theft))
    })
})

test('docs/reference/threat-model.md has what the model measured: `npm run threat-model` writes it', async () => {
  const measured: MeasuredTheft[] = []
  // One after the other, because they move one clock.
  for (const theft of thefts) measured.push({ theft, capabilities: await measureOnce(theft) })
  const page = readFileSync(fileURLToPath(new URL(pagePath, import.meta.url)), 'utf8')
  await expect(replaceTable(page, measured)).toMatchFileSnapshot(pagePath)
})
