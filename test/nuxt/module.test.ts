import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import installLatchkey, { type NuxtAuthOptions } from 'latchkey/nuxt'
import { describe, expect, onTestFinished, test } from 'vitest'

type Nuxt = Parameters<typeof installLatchkey>[1]

/** Creates what the module reads of Nuxt, with an app in a folder. */
function createNuxt(version = '4.5.2', file = 'server/auth.ts') {
  const rootDir = mkdtempSync(join(tmpdir(), 'latchkey-nuxt-'))
  onTestFinished(() => rmSync(rootDir, { recursive: true }))
  mkdirSync(join(rootDir, 'server'))
  writeFileSync(join(rootDir, file), '')
  const hooks = new Map<string, (value: never) => void>()
  const options: Nuxt['options'] & { latchkey?: NuxtAuthOptions } = {
    rootDir,
    buildDir: join(rootDir, '.nuxt'),
    serverDir: join(rootDir, 'server'),
    plugins: [],
    serverHandlers: [],
    build: { templates: [] },
    runtimeConfig: { auth: { github: { id: '' } } },
  }
  const nuxt: Nuxt = { _version: version, options, hook: (name, run) => void hooks.set(name, run) }
  const read = (name: string) =>
    options.build.templates.find(({ filename }) => filename === name)?.getContents() ?? ''
  return { nuxt, options, hooks, read, rootDir }
}

describe('the Nuxt module', () => {
  test('finds `server/auth.ts` and serves the actions below `/api/auth`', () => {
    const { nuxt, options, read, rootDir } = createNuxt()
    installLatchkey({}, nuxt)
    expect(read('latchkey/server.ts')).toContain(`import config from "${rootDir}/server/auth"`)
    expect(read('latchkey/server.ts')).toContain('basePath: "/api/auth"')
    expect(options.serverHandlers).toEqual([
      { middleware: true, handler: join(rootDir, '.nuxt/latchkey/server.ts') },
    ])
  })

  test('takes its options from `latchkey` in `nuxt.config.ts`', () => {
    const { nuxt, options, read, rootDir } = createNuxt('4.5.2', 'login.mjs')
    options.latchkey = { basePath: '/login', configFile: 'login.mjs' }
    installLatchkey({}, nuxt)
    expect(read('latchkey/app.ts')).toContain('basePath: "/login"')
    expect(read('latchkey/server.ts')).toContain(`import config from "${rootDir}/login"`)
  })

  test('declares the runtime configuration, and keeps that of the app', () => {
    const { nuxt, options } = createNuxt()
    installLatchkey({}, nuxt)
    expect(options.runtimeConfig.auth).toEqual({ secret: '', url: '', trustHost: '', github: { id: '' } })
  })

  test('names the file that is missing', () => {
    const { nuxt } = createNuxt('4.5.2', 'server/other.ts')
    expect(() => installLatchkey({}, nuxt)).toThrow('server/auth.ts does not exist. Create it')
  })

  test.each(['3.20.1', ''])('rejects Nuxt %s', version => {
    const { nuxt } = createNuxt(version)
    expect(() => installLatchkey({}, nuxt)).toThrow('latchkey/nuxt requires Nuxt 4 or newer')
  })
})
