import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writePlainText } from '../../site/lib/plain-text.js'
import { rewriteLinks } from '../../site/lib/rewrite-links.js'
import { folders, readSettings } from '../../site/lib/settings.js'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-site-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('the settings', () => {
  const writeManifest = (fields: object) =>
    write('package.json', JSON.stringify({ name: 'app', version: '1.2.3', ...fields }))
  const source = readFileSync(join(folders.site, '../src/base/help-reference.ts'), 'utf8')
  const setUrl = (url: string) =>
    write('src/base/help-reference.ts', source.replace(/(const docsUrl.*= ).*/, `$1'${url}'`))

  beforeEach(() => write('src/base/help-reference.ts', source.replace(/(const docsUrl.*= ).*/, '$1null')))

  test('have no address and no repository until the owner fills them in', () => {
    writeManifest({})
    expect(readSettings(root)).toEqual({ version: '1.2.3', address: null, base: '/', repository: null })
  })

  test('take the address from `docsUrl`, and its path as the base', () => {
    writeManifest({})
    setUrl('https://docs.example.com/latchkey/')
    expect(readSettings(root)).toMatchObject({
      address: 'https://docs.example.com/latchkey',
      base: '/latchkey/',
    })
  })

  test.each(['http://docs.example.com', 'https://docs.example.com/?a=b', 'https://docs.example.com/#top'])(
    'refuse the address %s',
    url => {
      writeManifest({})
      setUrl(url)
      expect(() => readSettings(root)).toThrow('Set it to an https URL without a query')
    },
  )

  test('take the repository without the prefix of npm', () => {
    writeManifest({ repository: { type: 'git', url: 'git+https://forge.example/owner/name.git' } })
    expect(readSettings(root).repository).toBe('https://forge.example/owner/name')
  })
})

describe('links', () => {
  const pages = new Map([
    ['README.md', 'index.md'],
    ['docs/guides/a.md', 'guides/a.md'],
    ['docs/recipes/README.md', 'recipes/index.md'],
  ])
  const rewrite = (text: string, repository: string | null = null) =>
    rewriteLinks({ file: 'docs/guides/a.md', path: 'guides/a.md', text }, { root, pages, repository })

  test('to pages lead to their place on the site', () => {
    const { text } = rewrite('[a](../../README.md#install) [`b`](../recipes/README.md) [c](#here)')
    expect(text).toBe('[a](../index.md#install) [`b`](../recipes/index.md) [c](#here)')
  })

  test('to other sites stay', () => {
    const text = '[a](https://a.example/b.md) <a href="mailto:a@b.example">c</a>'
    expect(rewrite(text).text).toBe(text)
  })

  test('in code stay', () => {
    const text = '`[a](../../README.md)`\n\n```md\n[a](../../README.md)\n```'
    expect(rewrite(text).text).toBe(text)
  })

  test('to files go to the repository, and are text without one', () => {
    write('src/a.ts', '')
    const text = '[the source](../../src/a.ts) and [the folder](../../src)'
    expect(rewrite(text).text).toBe('the source and the folder')
    expect(rewrite(text, 'https://forge.example/owner/name').text).toBe(
      '[the source](https://forge.example/owner/name/blob/HEAD/src/a.ts) and ' +
        '[the folder](https://forge.example/owner/name/tree/HEAD/src)',
    )
  })

  test('to images get a copy of the image', () => {
    write('bench/a.svg', '<svg/>')
    const { text, images } = rewrite('![a](../../bench/a.svg)\n<img src="../../bench/a.svg">')
    expect(text).toBe('![a](../_images/bench/a.svg)\n<img src="../_images/bench/a.svg">')
    expect(images[0]).toEqual(['bench/a.svg', '_images/bench/a.svg'])
  })
})

test('plain text has absolute links if the site has an address', () => {
  const pages = [
    { file: 'README.md', path: 'index.md', text: '# Home\n\nA library. [Guide](./guides/a.md)' },
    { file: 'docs/guides/a.md', path: 'guides/a.md', text: '# Guide\n\nHow to. [Home](../index.md)' },
  ]
  const settings = { version: '1.2.3', address: 'https://docs.example.com', base: '/', repository: null }
  writePlainText(pages, { built: root, settings })
  expect(readFileSync(join(root, 'guides/a.md'), 'utf8')).toContain(
    '[Home](https://docs.example.com/index.md)',
  )
  const list = readFileSync(join(root, 'llms.txt'), 'utf8')
  expect(list).toContain('- [Guide](https://docs.example.com/guides/a.md): How to')
  expect(list).toContain('Version 1.2.3.')
  expect(readFileSync(join(root, 'llms-full.txt'), 'utf8')).toContain(
    '<!-- https://docs.example.com/guides/a.md -->',
  )
})
