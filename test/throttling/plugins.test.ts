import { readFileSync } from 'node:fs'
import { AdapterError } from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import { pin } from '../plugins/pin.js'
import { type AppSetup, ada } from '../support/app.js'
import type { Visitor } from '../support/visitor.js'
import { countAllowed, createThrottledApp, expectSignIn } from './throttled-app.js'

const json = { headers: { accept: 'application/json' } }

async function signIn(setup: AppSetup = {}) {
  const verified: unknown[] = []
  const isPin = async (_: string, value: unknown) => {
    verified.push(value)
    if (value === 'away') throw new AdapterError('The store is away.')
    return value === 'right'
  }
  const app = createThrottledApp({ plugins: [pin(isPin)], ...setup })
  const visit = app.open()
  await expectSignIn(visit, ada.email)
  return { ...app, visit, verified }
}

async function submitPin(visit: Visitor, value: string, init: object = json): Promise<Response> {
  return visit.post('/auth/pin', { csrfToken: await visit.getCsrfToken(), pin: value }, init)
}

async function guessPins(visit: Visitor, value: string, times: number): Promise<number[]> {
  const statuses = []
  for (let count = 0; count < times; count++) statuses.push((await submitPin(visit, value)).status)
  return statuses
}

describe('the limits of a plugin', () => {
  test('are shown in the guide by the plugin that is tested here', () => {
    const guide = readFileSync(new URL('../../docs/guides/write-a-plugin.md', import.meta.url), 'utf8')
    const code = readFileSync(new URL('../plugins/pin.ts', import.meta.url), 'utf8')
    expect(guide).toContain(`\`\`\`ts\n${code}\`\`\`\n`)
  })

  test('are those of sign-ins: after ten failures, nothing is verified, and JSON says when to try again', async () => {
    const { visit, verified } = await signIn()
    expect(await guessPins(visit, 'wrong', 10)).toEqual(Array(10).fill(403))
    const limited = await submitPin(visit, 'right')
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await limited.json()).toEqual({ error: 'TooManyRequests', retryAfter: 30 })
    expect(verified).toHaveLength(10)
    const page = await submitPin(visit, 'right', {})
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  })

  test('bar no sign-in with a password', async () => {
    const { visit, open } = await signIn()
    await guessPins(visit, 'wrong', 11)
    await expectSignIn(open(), ada.email)
  })

  test('start again after a success', async () => {
    const { visit } = await signIn()
    await guessPins(visit, 'wrong', 9)
    expect((await submitPin(visit, 'right')).status).toBe(200)
    expect(countAllowed(await guessPins(visit, 'wrong', 9))).toBe(9)
  })

  test('do not count a store that fails', async () => {
    const { visit } = await signIn()
    expect(await guessPins(visit, 'away', 12)).toEqual(Array(12).fill(500))
    expect((await submitPin(visit, 'right')).status).toBe(200)
  })

  test('do not exist without `throttling`', async () => {
    const { visit } = await signIn({ throttling: undefined })
    expect(countAllowed(await guessPins(visit, 'wrong', 12))).toBe(12)
  })
})
