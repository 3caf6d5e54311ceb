import { posix } from 'node:path'
import type { Finding } from './findings.js'
import type { Project } from './read-project.js'
import { SessionReaders } from './session-readers.js'

/** Names pages of Next.js below a path that `matcher` selects, which it does not select and which never read the session. */
export function checkMatcher(project: Project): Finding[] {
  if (!Object.hasOwn(project.dependencies, 'next')) return []
  const readers = new SessionReaders(project)
  const [proxy, ...others] = [...project.sources].filter(([path]) => isProxyFile(path))
  if (!proxy || others.length > 0 || !/\blatchkey\b|\bauth\b/.test(proxy[1])) return []
  const matchers = readMatchers(proxy[1])
  const exact = matchers.filter(matcher => !matcher.includes(':'))
  return listPages(project)
    .filter(
      ({ files, url }) =>
        !files.some(path => readers.canRead(path)) && !matchers.some(each => isMatched(url, each)),
    )
    .flatMap(({ url }) => {
      const matcher = exact.find(each => each !== '/' && url.startsWith(`${each}/`))
      return matcher === undefined
        ? []
        : [{ code: 'matcher-incomplete' as const, place: `${proxy[0]}: ${matcher} is not ${url}` }]
    })
}

/** Returns whether a source is the proxy or the middleware of Next.js. */
export function isProxyFile(path: string): boolean {
  return /^(?:src\/)?(?:proxy|middleware)\.[jt]s$/.test(path)
}

/** Reads plain paths, and paths with `/:path*` at the end. Empty if there are others, which can match anything. */
function readMatchers(text: string): readonly string[] {
  const [, list = ''] = /\bmatcher:\s*(\[[^\]]*\]|['"][^'"]*['"])/.exec(text) ?? []
  const isPlain = /^[[\]\s,]*$/.test(list.replace(/(['"])\/[\w/-]*(?::\w+[*+])?\1/g, ''))
  return isPlain ? [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, path = '']) => path) : []
}

function isMatched(url: string, matcher: string): boolean {
  const [, folder] = /^(.*)\/:\w+[*+]$/.exec(matcher) ?? []
  return folder === undefined ? url === matcher : url === folder || url.startsWith(`${folder}/`)
}

interface Page {
  readonly url: string
  /** The page, and the layouts around it. */
  readonly files: readonly string[]
}

function listPages({ sources }: Project): Page[] {
  const layouts = [...sources.keys()].filter(path => /^(?:src\/)?app\/(?:.*\/)?layout\.[jt]sx?$/.test(path))
  return [...sources.keys()]
    .filter(path => /^(?:src\/)?app\/.*\/page\.[jt]sx?$/.test(path) && !/\/\(\.|\/@/.test(path))
    .map(path => ({
      url: posix
        .dirname(path)
        .replace(/^(?:src\/)?app/, '')
        .replace(/\/\([^)]*\)/g, ''),
      files: [path, ...layouts.filter(layout => path.startsWith(`${posix.dirname(layout)}/`))],
    }))
}
