import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../tools/shared/gate.js'
import { readManifest } from '../../tools/shared/subpaths.js'
import { createFolder, createTarball, removeFolders, run } from '../unit/bundle/packed.js'

/** Majors that an app may use for itself, older than those that Latchkey is tested with. */
const oldPackages = {
  '@simplewebauthn/server': '10.0.1',
  '@sveltejs/kit': '1.30.4',
  bcrypt: '3.0.8',
  bcryptjs: '2.4.3',
  ioredis: '4.31.0',
  kysely: '0.27.6',
  libsql: '0.4.7',
  mysql2: '2.3.3',
  next: '13.5.11',
  nodemailer: '6.10.1',
  pg: '7.18.2',
  react: '17.0.2',
  redis: '4.7.1',
  svelte: '4.2.20',
}

/** `npm run test:frameworks` installs the packages. `npm test` only resolves two of them. */
const isThorough = process.env['LATCHKEY_FRAMEWORKS'] === 'all'
const timeout = 300_000

let tarball: string

beforeAll(async () => {
  tarball = await createTarball()
}, timeout)

afterAll(removeFolders)

/** Runs `npm install` in an app that uses these packages. It fails with ERESOLVE if Latchkey does not allow one of them. */
async function installBeside(dependencies: Readonly<Record<string, string>>, ...options: string[]) {
  const folder = await createFolder()
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { latchkey: `file:${tarball}`, ...dependencies },
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  run(
    'npm',
    ['install', '--strict-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', ...options],
    folder,
  )
  return folder
}

/** Runs a module of the app. Returns what it prints. */
async function runModule(folder: string, source: string): Promise<string> {
  await writeFile(join(folder, 'module.js'), source)
  return run(process.execPath, ['module.js'], folder).trim()
}

test('every optional peer is listed with any version', () => {
  const { peerDependencies, peerDependenciesMeta } = readManifest(projectRoot)
  expect(Object.keys(peerDependencies)).toEqual(Object.keys(oldPackages))
  for (const name of Object.keys(peerDependencies)) {
    expect(peerDependencies[name]).toBe('*')
    expect(peerDependenciesMeta[name]).toEqual({ optional: true })
  }
})

test('npm resolves Latchkey beside redis 4 and kysely 0.27', { timeout }, async () => {
  const { redis, kysely } = oldPackages
  await installBeside({ redis, kysely }, '--dry-run')
})

if (isThorough) describe('an app with an old major', describeOldMajors)

function describeOldMajors(): void {
  test.each(Object.entries(oldPackages))(
    'of %s (%s) can install Latchkey',
    { timeout },
    async (name, version) => {
      await installBeside({ [name]: version }, '--dry-run')
    },
  )

  describe('of every package', () => {
    let folder: string

    beforeAll(async () => {
      const { next: _, svelte: __, react: ___, '@sveltejs/kit': ____, ...packages } = oldPackages
      folder = await installBeside(packages)
    }, timeout)

    test('stores users with the old Kysely and libsql', async () => {
      const source = `
        import { SqlAdapter } from 'latchkey/adapters/sql'
        const adapter = SqlAdapter('file:app.db')
        await adapter.createUser({ id: '1', email: 'ada@example.com', emailVerified: null })
        console.log((await adapter.getUserByEmail('ada@example.com')).id)
        await adapter.close()`
      expect(await runModule(folder, source)).toBe('1')
    })

    test('sends email with the old nodemailer', async () => {
      const source = `
        import { Auth, skipCSRFCheck } from 'latchkey'
        import { MemoryAdapter } from 'latchkey/adapters/memory'
        import Nodemailer from 'latchkey/providers/nodemailer'
        const config = {
          skipCSRFCheck, trustHost: true, secret: 'x'.repeat(32), adapter: MemoryAdapter(),
          providers: [Nodemailer({ server: { jsonTransport: true }, from: 'app@example.com' })],
        }
        const init = { method: 'POST', body: new URLSearchParams({ email: 'ada@example.com' }) }
        const response = await Auth(new Request('https://app.example/auth/signin/nodemailer', init), config)
        console.log(response.headers.get('location'))`
      expect(await runModule(folder, source)).toContain('/auth/verify-request')
    })

    test.each([
      [
        '@simplewebauthn/server',
        `const { default: Passkey } = await import('latchkey/providers/passkey')
        await Passkey().simpleWebAuthn.generateAuthenticationOptions({ rpID: 'app.example' })`,
        'Passkeys require "@simplewebauthn/server" 11 or newer.',
      ],
      [
        'pg',
        `const { SqlAdapter } = await import('latchkey/adapters/sql')
        await SqlAdapter('postgres://localhost:9/app').getUser('1')`,
        'SqlAdapter requires "pg" 8 or newer for a PostgreSQL database, and 7.18.2 is installed.',
      ],
    ])('names the version of %s that it needs where it needs one', async (_, code, message) => {
      const source = `try { ${code} } catch (error) { console.log([error.message, error.cause?.err?.message].join()) }`
      expect(await runModule(folder, source)).toContain(message)
    })
  })

  test('names the version of kysely that it needs', { timeout }, async () => {
    const folder = await installBeside({ kysely: '0.23.5' })
    const source = `
      import { SqlAdapter } from 'latchkey/adapters/sql'
      try { SqlAdapter('file:app.db') } catch (error) { console.log(error.message) }`
    expect(await runModule(folder, source)).toContain('SqlAdapter requires "kysely" 0.24 or newer.')
  })
}
