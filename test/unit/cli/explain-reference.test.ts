import { inspect } from 'node:util'
import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, test, vi } from 'vitest'
import { credentials, origin, secret } from '../../support/app.js'
import { createVisitor } from '../../support/visitor.js'
import { runCli } from './run-cli.js'
import { createTempApp } from './temp-app.js'

const providers = [{ ...credentials, authorize: async () => Promise.reject(new TypeError('LDAP is away')) }]

/** Fails once, and returns the reference and what was logged. */
async function logFailure(logger: AuthConfig['logger']): Promise<string> {
  const app = (request: Request) =>
    Auth(request, { providers, secret, trustHost: true, ...(logger && { logger }) })
  const visit = createVisitor(app, origin)
  const fields = { email: 'ada@example.com', password: 'x' }
  const response = await visit.signInWithCredentials(fields, { headers: { 'sec-fetch-dest': 'document' } })
  return response.headers.get('x-auth-reference') ?? ''
}

/** Explains a reference of a log. */
async function explain(reference: string, log: string) {
  const { folder } = createTempApp({ 'server.log': log })
  const args = ['explain', reference, '--log', 'server.log']
  const { code, out, err } = await runCli([...args, '--json'], { cwd: folder })
  return {
    code,
    err,
    text: (await runCli(args, { cwd: folder })).out,
    json: code === 0 ? JSON.parse(out) : null,
  }
}

/** What apps write, by the kind of logger. */
const logs: Readonly<Record<string, () => Promise<{ reference: string; log: string }>>> = {
  'the default logger': async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'error').mockImplementation((...texts) => void lines.push(texts.join(' ')))
    const reference = await logFailure(undefined)
    spy.mockRestore()
    return { reference, log: lines.join('\n') }
  },
  'console.error of a logger': () => logWith(error => inspect(error)),
  'lines of JSON': () => logWith(error => JSON.stringify({ level: 50, err: error, msg: error.message })),
  'lines of JSON around a text': async () => {
    const { reference, log } = await (logs['the default logger']?.() ?? logWith(inspect))
    return {
      reference,
      log: log
        .split('\n')
        .map(text => JSON.stringify({ log: `${text}\n`, stream: 'stderr' }))
        .join('\n'),
    }
  },
}

async function logWith(format: (error: Error) => string): Promise<{ reference: string; log: string }> {
  const lines: string[] = []
  const reference = await logFailure({ error: error => void lines.push(format(error)), warn: () => {} })
  return { reference, log: ['starting', ...lines, 'another line'].join('\n') }
}

describe.each(Object.entries(logs))('a reference in %s', (_, createLog) => {
  test('is explained by the trail, and by cause and fix of its error', async () => {
    const { reference, log } = await createLog()
    expect(reference).not.toBe('')
    const { code, json, text } = await explain(reference, log)
    expect(code).toBe(0)
    expect(json).toMatchObject({
      reference,
      trail: expect.stringMatching(
        /^POST callback of provider credentials \(credentials\) at .*; failed: CallbackRouteError < TypeError$/,
      ),
      explanations: [
        {
          code: 'CallbackRouteError',
          cause: expect.stringMatching(/.{20}/),
          fix: expect.stringMatching(/.{20}/),
        },
      ],
    })
    expect(text).toContain(`${reference} (reference)\n\n  POST callback`)
    expect(text).toContain(
      '\n  failed: CallbackRouteError < TypeError\n\nCallbackRouteError (error)\n\nCause: ',
    )
  })

  test('is found as a user types it', async () => {
    const { reference, log } = await createLog()
    const typed = `${reference.slice(0, 5)}-${reference.slice(5)}`
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l')
    expect((await explain(typed, log)).json).toMatchObject({ reference })
  })

  test('is not found by another reference', async () => {
    const { log } = await createLog()
    const { code, err } = await explain('7N95DP0TTE', log)
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('server.log does not contain the failure reference 7N95DP0TTE.'),
    ])
  })
})

test('without a log, says how to find it', async () => {
  const { code, out } = await runCli(['explain', '7n95dp0tte'])
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('npx latchkey explain 7N95DP0TTE --log server.log\n'),
  ])
})

test('a log that does not exist is named', async () => {
  const { code, err } = await runCli(['explain', '7N95DP0TTE', '--log', 'missing.log'])
  expect([code, err]).toEqual([1, expect.stringContaining('missing.log')])
})

test('--log without a reference is wrong usage', async () => {
  const { code, err } = await runCli(['explain', 'MissingSecret', '--log', 'server.log'])
  expect([code, err]).toEqual([2, expect.stringContaining('--log needs a failure reference')])
})

test('a misspelled code of ten letters is no reference', async () => {
  expect(await runCli(['explain', 'InvalidChk'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('InvalidCheck'),
  })
})
