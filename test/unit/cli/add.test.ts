import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../src/cli/run-command.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { createTempApp, type Files } from './temp-app.js'

const react = { 'package.json': '{"dependencies": {"react": "19.0.0"}}' }

/** Runs `latchkey add` in an app. */
async function run(app: { readonly folder: string }, ...args: string[]) {
  const lines: Record<'out' | 'err', string[]> = { out: [], err: [] }
  const code = await runCommand(['add', ...args], {
    env: {},
    cwd: app.folder,
    out: text => void lines.out.push(`${text}\n`),
    err: text => void lines.err.push(`${text}\n`),
  })
  return { code, out: lines.out.join(''), err: lines.err.join('') }
}

function readTemplate(path: string): string {
  return readFileSync(join(projectRoot, 'templates', path), 'utf8')
}

describe('latchkey add with components', () => {
  test('without a component lists them all', async () => {
    const { code, out } = await run(createTempApp(react))
    expect(code).toBe(0)
    for (const name of ['sign-in', 'user-button', 'user-profile', 'session-list'])
      expect(out).toContain(`  ${name}\n`)
  })

  test.each<[string, Files, string, string]>([
    ['React', react, 'components/sign-in.tsx', 'react/sign-in.tsx'],
    ['React with src', { ...react, 'src/main.tsx': '' }, 'src/components/sign-in.tsx', 'react/sign-in.tsx'],
    [
      'Next with an app folder',
      { 'package.json': '{"dependencies": {"next": "16", "react": "19"}}', 'app/page.tsx': '' },
      'components/sign-in.tsx',
      'react/sign-in.tsx',
    ],
    [
      'shadcn',
      { ...react, 'src/main.tsx': '', 'components.json': '{"aliases": {"components": "@/widgets"}}' },
      'src/widgets/sign-in.tsx',
      'react/sign-in.tsx',
    ],
    [
      'Vue',
      { 'package.json': '{"devDependencies": {"vue": "3"}}', 'src/main.ts': '' },
      'src/components/SignIn.vue',
      'vue/SignIn.vue',
    ],
    [
      'Nuxt',
      { 'package.json': '{"dependencies": {"nuxt": "4"}}', 'app/app.vue': '' },
      'app/components/SignIn.vue',
      'vue/SignIn.vue',
    ],
    [
      'SvelteKit',
      { 'package.json': '{"devDependencies": {"@sveltejs/kit": "2"}}', 'src/app.html': '' },
      'src/lib/components/sign-in.svelte',
      'svelte/sign-in.svelte',
    ],
    [
      'shadcn-svelte',
      {
        'package.json': '{"devDependencies": {"svelte": "5"}}',
        'src/a.ts': '',
        'components.json': '{"aliases": {"components": "$lib/ui"}}',
      },
      'src/lib/ui/sign-in.svelte',
      'svelte/sign-in.svelte',
    ],
  ])('copies a component into the usual folder: %s', async (_, files, path, template) => {
    const app = createTempApp(files)
    const { code, out } = await run(app, 'sign-in')
    expect({ code, out }).toEqual({ code: 0, out: `${path} written.\n` })
    expect(app.files()[path]).toBe(readTemplate(template))
  })

  test('copies several components into a named folder, for a named framework', async () => {
    const app = createTempApp({ 'package.json': '{"dependencies": {"react": "19", "svelte": "5"}}' })
    const ambiguous = await run(app, 'sign-in')
    expect(ambiguous).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The app has react and svelte\. Set --framework to one of them\.\n/),
    })
    const { code } = await run(app, 'sign-in', 'user-button', '--framework', 'svelte', '--dir', 'ui')
    expect(code).toBe(0)
    expect(Object.keys(app.files()).sort()).toEqual([
      'package.json',
      'ui/sign-in.svelte',
      'ui/user-button.svelte',
    ])
  })

  test('replaces a file with --force only, and writes none of several without it', async () => {
    const app = createTempApp({ ...react, 'components/user-button.tsx': 'changed' })
    const refused = await run(app, 'sign-in', 'user-button')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('user-button.tsx exists. No file was written. Add --force to replace it.')
    expect(app.files()).toMatchObject({ 'components/user-button.tsx': 'changed' })
    expect(Object.keys(app.files())).not.toContain('components/sign-in.tsx')
    expect((await run(app, 'user-button', '--force')).code).toBe(0)
    expect(app.files()['components/user-button.tsx']).toBe(readTemplate('react/user-button.tsx'))
  })

  test('does not write through a link, even with --force', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'latchkey-outside-'))
    onTestFinished(() => rmSync(outside, { recursive: true }))
    const app = createTempApp({ ...react, 'components/a.txt': '', 'kept.tsx': 'kept' })
    symlinkSync(join(app.folder, 'kept.tsx'), join(app.folder, 'components/sign-in.tsx'))
    expect(await run(app, 'sign-in', '--force')).toMatchObject({ code: 1 })
    symlinkSync(join(outside, 'missing.tsx'), join(app.folder, 'components/user-button.tsx'))
    expect(await run(app, 'user-button', '--force')).toMatchObject({ code: 1 })
    expect(app.files()['kept.tsx']).toBe('kept')
    expect(readdirSync(outside)).toEqual([])
  })

  test.each([
    [['sing-in'], 'There is no provider, plugin or component "sing-in". Did you mean sign-in?'],
    [['../sign-in'], 'There is no provider, plugin or component "../sign-in". List them: npx latchkey add'],
    [['billing'], 'There is no provider, plugin or component "billing". List them: npx latchkey add'],
    [
      ['sign-in', '--framework', 'angular'],
      'There is no framework "angular". Set --framework to react, vue or svelte.',
    ],
    [['sign-in', '--colour'], 'Usage: latchkey add'],
  ])('%j is wrong usage', async (args, message) => {
    const app = createTempApp(react)
    const { code, err } = await run(app, ...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(Object.keys(app.files())).toEqual(['package.json'])
  })

  test('an app without a known framework, or with an invalid package.json, gets no file', async () => {
    expect(await run(createTempApp({ 'package.json': '{}' }), 'sign-in')).toMatchObject({ code: 2 })
    expect(await run(createTempApp({ 'package.json': '{' }), 'sign-in')).toMatchObject({ code: 1 })
  })

  test('the help names each component', async () => {
    const { code, out } = await run(createTempApp(react), '--help')
    expect(code).toBe(0)
    for (const folder of ['react', 'vue', 'svelte']) {
      const files = readdirSync(join(projectRoot, 'templates', folder))
      expect(files).toHaveLength(4)
    }
    expect(out).toContain('sign-in, user-button, user-profile and session-list')
  })
})
