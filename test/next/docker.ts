import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInAs } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../frameworks/server-process.js'
import { readBlock } from '../recipes/page.js'
import { getFreePort } from '../support/free-port.js'
import { createVisitor } from '../support/visitor.js'
import { buildImage, type Image } from './dockerfile.js'
import { installCurrentPackage } from './next-versions.js'

const recipe = 'recipes/docker-for-next.md'
const secret = 'of-thirty-two-characters-or-more'
const client = { AUTH_GITHUB_ID: 'client', AUTH_GITHUB_SECRET: 'client secret' }
const publicUrl = 'https://app.example.com'

/** Registers tests of the recipe on Docker. They run its Dockerfile as commands, because machines of tests have no Docker. */
export function testDocker(buildTimeoutMs: number): void {
  describe('a Next 16 app, built by the Dockerfile of the recipe', () => {
    let folder: string
    let image: Image
    let server: RunningServer
    let origin: string

    beforeAll(async () => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-docker-')))
      image = await buildRecipe(folder)
      const port = String(await getFreePort())
      origin = `http://127.0.0.1:${port}`
      const env = { ...getMachineEnv(), ...image.env, ...parseRunOptions().env, PORT: port }
      const url = `${origin}/api/auth/providers`
      server = await startServer({ folder: image.folder, command: image.command, env, url })
    }, buildTimeoutMs)

    afterAll(async () => {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    test('publishes the port on which it listens', () => {
      const { PORT = '' } = image.env
      expect([image.ports, parseRunOptions().port]).toEqual([[PORT], `${PORT}:${PORT}`])
    })

    test('rejects a visitor, and reads the session of a user', async () => {
      expect((await fetch(`${origin}/api/me`)).status).toBe(401)
      const user = { name: 'Ada', email: 'ada@example.com' }
      const { headers } = await signInAs({ providers: [], secret }, { user, url: publicUrl })
      expect(await (await fetch(`${origin}/api/me`, { headers })).json()).toEqual({ name: 'Ada' })
    })

    test('returns from the provider to the public URL', async () => {
      const visitor = createVisitor(request => fetch(toContainer(request, origin)), publicUrl, {
        basePath: '/api/auth',
      })
      const { searchParams } = visitor.getLocation(await visitor.signIn('github'))
      expect(searchParams.get('client_id')).toBe(client.AUTH_GITHUB_ID)
      expect(searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/auth/callback/github`)
    })

    test('serves the static and the public files', async () => {
      const page = await (await fetch(`${origin}/missing`)).text()
      const [script = ''] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? []
      const statuses = await Promise.all(
        [script, '/robots.txt'].map(async path => (await fetch(origin + path)).status),
      )
      expect(statuses).toEqual([200, 200])
    })

    test('does not contain the `.env` file of the machine that built it', () => {
      expect(() => readFileSync(join(image.folder, '.env'))).toThrow('ENOENT')
    })
  })
}

/** Builds `small-site` without its tests, whose packages an image does not need. */
function buildRecipe(folder: string): Promise<Image> {
  const context = join(folder, 'context')
  cpSync(join(import.meta.dirname, 'small-site'), context, {
    recursive: true,
    filter: path => !/\.test\.ts$|vitest/.test(path),
  })
  writeFileSync(join(context, '.env'), 'AUTH_SECRET=the secret of the machine that builds\n')
  return buildImage(readBlock(recipe, 'dockerfile'), {
    context,
    ignored: readBlock(recipe, 'gitignore').split('\n').filter(Boolean),
    stages: join(folder, 'stages'),
    env: getMachineEnv(),
    // The registry does not have the current package.
    afterRun: async (command, path) => {
      if (command === 'npm ci') await installCurrentPackage(path)
    },
  })
}

/** Parses `docker run` of the recipe. Variables without a value are those of the shell. */
function parseRunOptions(): { port: string; env: Record<string, string> } {
  const command = readBlock(recipe, 'sh')
  const shell: Record<string, string> = { AUTH_SECRET: secret, ...client }
  const pairs = [...command.matchAll(/ -e (\w+)(?:=(\S+))?/g)].map(
    ([, name = '', value = shell[name] ?? '']) => [name, value],
  )
  return { port: / -p (\S+)/.exec(command)?.[1] ?? '', env: Object.fromEntries(pairs) }
}

/** Sends a request of the public URL to the container, as a reverse proxy does. */
function toContainer(request: Request, origin: string): Request {
  return new Request(request.url.replace(publicUrl, origin), request)
}

function getMachineEnv(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1' }
}
