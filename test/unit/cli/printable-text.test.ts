import { expect, test } from 'vitest'
import { formatError } from '../../../src/cli/format-error.js'
import { runCommand } from '../../../src/cli/run-command.js'
import { AuthError } from '../../../src/errors.js'

const control = '\x1b]0;x\x07\x9b2J\x7f\u202e\u2066\u2028\r\b'
const escaped = '\\x1b]0;x\\x07\\x9b2J\\x7f\\u202e\\u2066\\u2028\\r\\x08'

test.each([
  ['an error', new Error(control), `Error: ${escaped}`],
  ['an AuthError', new AuthError(control), escaped],
  [
    'several errors',
    new AggregateError([new Error(control), new AggregateError([control])]),
    `Error: ${escaped}\n${escaped}`,
  ],
  ['a text', control, escaped],
  ['lines', 'a\n\tb\r\nc', 'a\n\tb\r\nc'],
])('%s is formatted without control characters', (_, error, text) => {
  expect(formatError(error)).toBe(text)
})

test.each([
  ['migrate', `file:/nowhere/${control}/a.db`],
  ['migrate', `${control}://`],
  ['reseal', `file:/nowhere/${control}/a.db`],
  ['reseal', `${control}://`],
  ['migrate-imports', `/nowhere/${control}`],
])('%s %j prints no control characters', async (...args) => {
  let printed = ''
  const print = (text: string) => {
    printed += `${text}\n`
  }
  const code = await runCommand(args, {
    env: { AUTH_SECRET: 'a secret of more than 32 characters' },
    cwd: '/',
    out: print,
    err: print,
  })
  expect([code > 0, printed !== '']).toEqual([true, true])
  expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Zl}/u)
})
