import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTempFolder } from '../../support/temp-folder.js'
import { runCli } from './run-cli.js'
import { createTempApp } from './temp-app.js'

const databases = await createTempFolder('environment-files')
afterAll(() => databases.remove())

function toUrl(name: string): string {
  return `file:${databases.path}/${name}.db`
}

describe('latchkey migrate', () => {
  test.each([
    ['.env', { '.env': `DATABASE_URL=${toUrl('env')}\n` }, 'Read .env.\n'],
    ['.env.local', { '.env.local': `DATABASE_URL="${toUrl('local')}"\n` }, 'Read .env.local.\n'],
    [
      '.env.local before .env',
      { '.env.local': `DATABASE_URL=${toUrl('both')}`, '.env': 'DATABASE_URL=unknown:database' },
      'Read .env.local and .env.\n',
    ],
    [
      'a reference to another variable',
      { '.env': `FOLDER=${databases.path}\nDATABASE_URL="file:\${FOLDER}/reference.db"` },
      'Read .env.\n',
    ],
  ])('reads DATABASE_URL from %s, and prints the name of the file only', async (_, files, err) => {
    const app = createTempApp(files)
    const result = await runCli(['migrate', '--json'], { cwd: app.folder })
    expect(result).toMatchObject({ code: 0, err })
    expect(JSON.parse(result.out)).toEqual({ migrations: expect.arrayContaining([expect.any(String)]) })
  })

  test('prefers a variable of the process to the files, and an argument to both', async () => {
    const app = createTempApp({ '.env': 'DATABASE_URL=unknown:database' })
    const env = { DATABASE_URL: toUrl('process') }
    expect((await runCli(['migrate'], { cwd: app.folder, env })).code).toBe(0)
    const wrong = { DATABASE_URL: 'unknown:database' }
    expect((await runCli(['migrate', toUrl('argument')], { cwd: app.folder, env: wrong })).code).toBe(0)
    expect((await runCli(['migrate'], { cwd: app.folder })).code).toBe(1)
  })

  test('expands references as frameworks do: the process first, and an escaped dollar sign stays', async () => {
    const app = createTempApp({
      '.env': `NAME=file\nDATABASE_URL="file:${databases.path}/\${NAME}-$NAME-\\$NAME.db"`,
    })
    const { code } = await runCli(['migrate'], { cwd: app.folder, env: { NAME: 'process' } })
    expect(code).toBe(0)
    const path = `file:${databases.path}/process-process-$NAME.db`
    expect((await runCli(['migrate', path, '--json'])).out).toBe('{"migrations":[]}\n')
  })

  test('follows a link to the file of another folder, and ignores a folder of this name', async () => {
    const shared = createTempApp({ 'shared.env': `DATABASE_URL=${toUrl('shared')}`, '.env.local/a': '' })
    symlinkSync('shared.env', join(shared.folder, '.env'))
    expect(await runCli(['migrate'], { cwd: shared.folder })).toMatchObject({ code: 0, err: 'Read .env.\n' })
  })

  test('says which variable is missing and where to set it', async () => {
    const app = createTempApp({ '.env': 'OTHER=1' })
    const missing = await runCli(['migrate'], { cwd: app.folder })
    expect(missing.code).toBe(2)
    expect(missing.err).toContain(
      'DATABASE_URL is not set, and no connection was passed. Set DATABASE_URL in the environment, .env.local or .env',
    )
    const empty = await runCli(['migrate'], { cwd: app.folder, env: { DATABASE_URL: '' } })
    expect(empty.err).toContain('DATABASE_URL is empty')
  })
})

test('a command that needs no variable reads no file', async () => {
  const app = createTempApp({ '.env': 'DATABASE_URL=secret' })
  expect((await runCli(['add'], { cwd: app.folder })).err).toBe('')
})
