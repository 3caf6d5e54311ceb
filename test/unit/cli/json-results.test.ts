import { writeFileSync } from 'node:fs'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { afterAll, expect, test } from 'vitest'
import { createTempFolder } from '../../support/temp-folder.js'
import { fill, newer, older } from './describe-reseal.js'
import { runCli } from './run-cli.js'
import { createTempApp } from './temp-app.js'

const folder = await createTempFolder('json-results')
afterAll(() => folder.remove())

test('migrate --dry-run lists the statements', async () => {
  const { out } = await runCli(['migrate', '--dry-run', '--json', `file:${folder.path}/dry.db`])
  expect(JSON.parse(out)).toEqual({
    sql: expect.arrayContaining([expect.stringMatching(/create table/i)]),
  })
})

test('reseal counts the records', async () => {
  const url = `file:${folder.path}/reseal.db`
  await using adapter = SqlAdapter(url)
  await adapter.migrate()
  await fill(adapter.records)
  const env = { AUTH_SECRET: older, AUTH_SECRET_1: newer }
  const { code, out } = await runCli(['reseal', url, '--json'], { env })
  expect([code, JSON.parse(out)]).toEqual([0, { sealed: 130, resealed: 130 }])
})

test('passwords import lists the refused lines without their hashes', async () => {
  const url = `file:${folder.path}/passwords.db`
  await runCli(['migrate', url])
  const file = `${folder.path}/hashes.jsonl`
  writeFileSync(file, '{"userId":"ada","hash":"md5:5f4dcc3b5aa765d61d8327deb882cf99"}')
  const { code, out } = await runCli(['passwords', 'import', file, url, '--json'])
  expect([code, JSON.parse(out)]).toEqual([
    3,
    { stored: 0, kept: 0, refused: [{ line: 1, fault: expect.any(String) }] },
  ])
  expect(out).not.toContain('5f4dcc3b')
})

test('add lists what can be added, or the files that it wrote', async () => {
  const app = createTempApp({ 'package.json': '{"dependencies": {"react": "19"}}' })
  const listed = JSON.parse((await runCli(['add', '--json'], { cwd: app.folder })).out)
  expect(listed).toEqual({
    providers: expect.arrayContaining(['google', 'keycloak']),
    plugins: expect.arrayContaining(['two-factor']),
    components: expect.arrayContaining(['sign-in', 'user-button']),
  })
  const written = await runCli(['add', 'sign-in', '--json'], { cwd: app.folder })
  expect(JSON.parse(written.out)).toEqual({ written: ['components/sign-in.tsx'] })
})

test('migrate-imports has one patch for each file', async () => {
  const app = createTempApp({
    'package.json': '{"dependencies": {"next-auth": "5.0.0-beta.32"}}',
    'a.ts': "import 'next-auth'\n",
  })
  const { code, out } = await runCli(['migrate-imports', '--json'], { cwd: app.folder })
  expect([code, JSON.parse(out)]).toEqual([
    0,
    {
      patches: [
        expect.stringContaining("+import 'latchkey/next'"),
        expect.stringContaining('+++ b/package.json'),
      ],
      diagnostics: [],
      manualCount: 0,
    },
  ])
})
