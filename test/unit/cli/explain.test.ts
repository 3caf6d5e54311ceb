import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as errors from 'latchkey/errors'
import { expect, test } from 'vitest'
import { warningTexts } from '../../../src/config/warnings.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { runCli } from './run-cli.js'

const types = new Set(
  Object.values(errors).flatMap(value =>
    typeof value === 'function' && 'type' in value ? [value.type] : [],
  ),
)
const codes = [
  ...types,
  ...Object.keys(warningTexts),
  'SignInError',
  'Configuration',
  'OAuthSignin',
  'EmailSignin',
]
const reference = readFileSync(join(projectRoot, 'docs/reference/configuration.md'), 'utf8')

async function explain(...args: string[]) {
  const { code, out, err } = await runCli(['explain', ...args, '--json'])
  return code === 0 ? JSON.parse(out) : { code, err }
}

test.each(codes)('%s has a cause and a fix', async code => {
  const [explanation, ...others] = await explain(String(code))
  expect(others).toEqual([])
  expect(explanation).toMatchObject({ code, cause: expect.stringMatching(/^[A-Z`].{20}.*\.$/), url: null })
  expect(explanation.cause + explanation.fix).not.toMatch(/\]\(|\{@|\*|@fix|\n/)
  if (code !== 'experimental-webauthn') expect(explanation.fix).toMatch(/^[A-Z`].*\.$/)
})

test.each([...types, ...Object.keys(warningTexts)])('%s has the texts of the reference', async code => {
  const [{ cause, fix }] = await explain(String(code))
  const row =
    reference.split('\n').find(line => line.startsWith(`| <a id="${String(code).toLowerCase()}"></a>`)) ?? ''
  const cells = row.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
  for (const text of [cause, fix]) expect(cells).toContain(text)
})

test('each error and warning of docs/guides/troubleshooting.md and docs/reference/errors.md is explained', async () => {
  const pages = ['guides/troubleshooting.md', 'reference/errors.md'].map(page =>
    readFileSync(join(projectRoot, 'docs', page), 'utf8'),
  )
  const named = pages
    .join('\n')
    .matchAll(/\[auth\]\[(?:error|info)\] (\w+)|\[warn\]\[([\w-]+)\]|explain ([\w-]+)|[?&]error=(\w+)/g)
  const used = new Set([...named].map(match => match.slice(1).find(Boolean) ?? ''))
  expect(used.size).toBeGreaterThan(30)
  for (const code of used) expect(await explain(code)).toEqual([expect.objectContaining({ code })])
})

test('a line of the log is explained by each code in it', async () => {
  const line =
    '[auth][warn][short-secret] The newest `secret` (AUTH_SECRET) has fewer than 32 characters. MissingSecret'
  expect(await explain(line)).toMatchObject([{ code: 'MissingSecret' }, { code: 'short-secret' }])
  expect(await explain('missingsecret')).toMatchObject([{ code: 'MissingSecret' }])
})

test('an unknown code is named, with the nearest known one', async () => {
  expect(await explain('MisingSecret')).toEqual({
    code: 2,
    err: expect.stringContaining(
      '"MisingSecret" contains no error type or warning code of Latchkey. Did you mean MissingSecret?',
    ),
  })
  expect((await explain('something else')).err).toContain('npx latchkey explain')
})

test('without a code, lists all with their cause in one line each', async () => {
  const { out } = await runCli(['explain'])
  const lines = out.trim().split('\n')
  expect(lines.map(line => line.split(' ')[0])).toEqual(expect.arrayContaining(codes))
  expect(lines).toContainEqual(expect.stringMatching(/^MissingSecret +No secret is configured\.$/))
})

test('the text has cause and fix', async () => {
  expect((await runCli(['explain', 'MissingSecret'])).out).toBe(
    'MissingSecret (error)\n\nCause: No secret is configured.\nFix:   Set `AUTH_SECRET`, for example to the output of `openssl rand -base64 33`.\n',
  )
})
