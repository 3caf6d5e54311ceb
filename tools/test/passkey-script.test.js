import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkPasskeyScript } from '../check-passkey-script.js'
import { scriptPath } from '../passkey-script.js'
import { projectRoot } from '../shared/gate.js'
import { createFixture } from './fixture.js'

const library = 'node_modules/@simplewebauthn/browser'
const path = 'src/pages/browser/passkey.ts'
const signals = 'src/client/passkey-signals.ts'

const files = {
  [path]: readFileSync(join(projectRoot, path), 'utf8'),
  [signals]: readFileSync(join(projectRoot, signals), 'utf8'),
  [scriptPath]: readFileSync(join(projectRoot, scriptPath), 'utf8'),
  [`${library}/package.json`]: readFileSync(join(projectRoot, library, 'package.json'), 'utf8'),
  [`${library}/LICENSE.md`]: readFileSync(join(projectRoot, library, 'LICENSE.md'), 'utf8'),
  'node_modules/@simplewebauthn/browser/esm/index.js': `export * from '${join(projectRoot, library)}/esm/index.js'\n`,
}

const findFaults = changes => checkPasskeyScript(createFixture({ ...files, ...changes }))

describe('the passkey script of the sign-in page', () => {
  test('is the one generated from its source', async () => {
    expect(await checkPasskeyScript(projectRoot)).toEqual([])
    expect(await findFaults()).toEqual([])
  })

  test.each([
    ['the source was changed', { [path]: files[path].replace('600_000', '700_000') }],
    ['the file was changed by hand', { [scriptPath]: files[scriptPath].replace('hidden=!1', 'hidden=!0') }],
    ['the file is missing', { [scriptPath]: null }],
    [
      'the library has another version',
      { [`${library}/package.json`]: files[`${library}/package.json`].replace('"14.0.0"', '"14.0.1"') },
    ],
  ])('is outdated when %s', async (_, changes) => {
    expect(await findFaults(changes)).toEqual([
      `${scriptPath} is outdated: run node tools/passkey-script.js.`,
    ])
  })

  test('must not contain text that would end its element', async () => {
    const source = `${files[path]}\ndocument.title = '<!--'\n`
    expect(await findFaults({ [path]: source })).toEqual([expect.stringContaining('would end its element')])
  })

  test('requires a source that can be bundled', async () => {
    expect(await findFaults({ [path]: 'import "./gone.js"\n' })).toEqual([
      expect.stringContaining('cannot be generated'),
    ])
  })
})
