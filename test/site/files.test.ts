import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as errors from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import { buildSiteIfStale } from '../../site/build-if-stale.js'
import { warningTexts } from '../../src/config/warnings.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { builtFolder, findFile } from './serve-site.js'

await buildSiteIfStale()

const html = listBuilt('.html').filter(path => path !== '404.html')

/** Lists the built files with an extension, relative to the folder of the site. */
function listBuilt(extension: string): string[] {
  return readdirSync(builtFolder, { recursive: true })
    .map(String)
    .filter(path => path.endsWith(extension))
    .sort()
}

function read(path: string): string {
  return readFileSync(join(builtFolder, path), 'utf8')
}

describe('the built site', () => {
  test('has a page for each page of docs', () => {
    const pages = readdirSync(join(projectRoot, 'docs'), { recursive: true })
      .map(String)
      .filter(path => path.endsWith('.md') && path !== 'README.md')
      .map(path => path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'))
    expect(pages.filter(path => !html.includes(path))).toEqual([])
  })

  test('has no internal link without a target', () => {
    const anchors = new Map(html.map(path => [path, new Set(matchAll(read(path), / id="([^"]+)"/g))]))
    const broken = html.flatMap(path =>
      matchAll(read(path), /<a [^>]*?href="(\/[^"]*|#[^"]*)"/g)
        .filter(link => !hasTarget(link, path, anchors))
        .map(link => `${path}: ${link}`),
    )
    expect([...new Set(broken)]).toEqual([])
  })

  test('shows the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
    expect(read('index.html')).toContain(`v${version}`)
  })
})

function matchAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(match => match[1] ?? '')
}

function hasTarget(link: string, from: string, anchors: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? join(builtFolder, from) : findFile(path)
  if (!file) return false
  const known = anchors.get(file.slice(builtFolder.length + 1))
  return !anchor || !known || known.has(decodeURIComponent(anchor))
}

describe('plain text', () => {
  const list = read('llms.txt')

  test('exists of every page', () => {
    const missing = html.filter(path => !existsSync(join(builtFolder, path.replace(/\.html$/, '.md'))))
    expect(missing).toEqual([])
  })

  test('is listed in llms.txt, and each entry exists', () => {
    const links = matchAll(list, /\]\(([^)]+)\)/g)
    expect(links.filter(link => !existsSync(join(builtFolder, link)))).toEqual([])
    const unlisted = html.map(path => path.replace(/\.html$/, '.md')).filter(path => !links.includes(path))
    expect(unlisted.filter(path => !/^assistants\//.test(path))).toEqual([])
  })

  test('of the start page has files of each framework and database', () => {
    const titles = matchAll(read('start.md'), /^## (.+)$/gm)
    expect(titles).toHaveLength(20)
    expect(titles).toContain('Next.js, No database: GitHub')
    expect(read('start.md')).toContain(
      'adapter: withDrizzleRecords(DrizzleAdapter(db, tables), db, schema.latchkeyRecords),',
    )
  })

  test('of llms-full.txt has the text of guides, and no provider pages', () => {
    const full = read('llms-full.txt')
    expect(full).toContain('# Passwords: sign up, sign in, forgot password')
    expect(full).not.toContain('# Anilist')
  })

  test('links to Markdown that exists', () => {
    const broken = listBuilt('.md').flatMap(path =>
      matchAll(read(path).replace(/```[\s\S]*?```|`[^`\n]*`/g, ''), /\]\((\.{1,2}\/[^)\s#]+)/g)
        .filter(link => !existsSync(join(builtFolder, path, '..', link)) && !/_images/.test(link))
        .map(link => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })
})

describe('errors and warnings', () => {
  // A class may have an older name, too.
  const classes = Object.entries(errors).filter(([name, value]) => isErrorClass(value) && value.name === name)

  test.each(classes.map(([name]) => name))('%s has a page with its cause', name => {
    expect(read(`errors/${name}.md`)).toMatch(new RegExp(`^# Error ${name}\n\n\\*\\*Cause:\\*\\* \\S`))
  })

  test.each(Object.keys(warningTexts))('%s has a page with its cause', code => {
    expect(read(`errors/${code}.md`)).toMatch(new RegExp(`^# Warning ${code}\n\n\\*\\*Cause:\\*\\* \\S`))
  })

  test('show the entries of the troubleshooting page', () => {
    expect(read('errors/MissingSecret.md')).toContain('## There is no secret')
    expect(read('errors/short-secret.md')).toContain('## The secret is a short password')
  })
})

function isErrorClass(value: unknown): value is typeof errors.AuthError {
  return (
    typeof value === 'function' && (value === errors.AuthError || value.prototype instanceof errors.AuthError)
  )
}
