import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { Project } from './read-project.js'

/** What can read a session, or decide who the visitor is, by its name. */
const sessionWord =
  /\b(?:\w*auth\w*|\w*session|locals|event|parent|cookies|headers|token|jwt|current_?user|get_?user|viewer|guard\w*|protect\w*|permission\w*|role\w*)\b/i
/** Modules through which code reads the request of a visitor. */
const requestModule = /^(?:latchkey(?:\/|$)|next\/(?:headers|server)$|\$app\/server$)/

/**
 * Finds out which sources can read the session: those with a name of it, and those that import code that reads the request. What cannot be
 * followed, such as a package of a monorepo, counts as such code.
 */
export class SessionReaders {
  readonly #project: Project
  readonly #reached = new Map<string, boolean>()

  constructor(project: Project) {
    this.#project = project
  }

  /** Returns whether a source can read the session. */
  canRead(path: string): boolean {
    return sessionWord.test(this.#project.sources.get(path) ?? '') || this.reachesRequest(path)
  }

  /** Returns whether a source imports Latchkey or the request, in several steps, too. */
  reachesRequest(path: string): boolean {
    const known = this.#reached.get(path)
    if (known !== undefined) return known
    // A cycle of imports ends here.
    this.#reached.set(path, false)
    const isReached = listSpecifiers(this.#project.sources.get(path) ?? '').some(specifier => {
      const target = resolveSpecifier(this.#project, path, specifier)
      return target === 'request' || (target !== 'package' && this.reachesRequest(target.path))
    })
    this.#reached.set(path, isReached)
    return isReached
  }
}

function listSpecifiers(text: string): string[] {
  const matches = text.matchAll(/(?:\bfrom|\bimport|\brequire\()\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...matches].map(([, specifier = '']) => specifier)
}

/** A source of the project, a package that knows no session of the app, or what can read the request. */
type ImportTarget = { readonly path: string } | 'package' | 'request'

function resolveSpecifier(project: Project, importer: string, specifier: string): ImportTarget {
  if (requestModule.test(specifier)) return 'request'
  if (/\.(?:css|scss|svg|png|jpg|webp|json)$/.test(specifier)) return 'package'
  const path = listCandidates(importer, specifier)
    .flatMap(listFileNames)
    .find(candidate => project.sources.has(candidate))
  if (path !== undefined) return { path }
  return isPublished(project, specifier) ? 'package' : 'request'
}

/** Lists where a specifier can lead to, by the usual aliases. */
function listCandidates(importer: string, specifier: string): string[] {
  const [, alias, rest = ''] = /^(@|~|\$lib)\/(.*)$/.exec(specifier) ?? []
  if (alias === '$lib') return [`src/lib/${rest}`]
  if (alias !== undefined) return [`src/${rest}`, rest, `app/${rest}`]
  return specifier.startsWith('.') ? [posix.join(posix.dirname(importer), specifier)] : []
}

const extensions = ['ts', 'tsx', 'js', 'jsx', 'mts', 'mjs']

function listFileNames(path: string): string[] {
  const base = path.replace(/\.[cm]?jsx?$/, '')
  return [path, ...extensions.flatMap(extension => [`${base}.${extension}`, `${path}/index.${extension}`])]
}

/** Returns whether a specifier is one of Node, the framework, or a package of a registry. */
function isPublished({ dependencies }: Project, specifier: string): boolean {
  if (isBuiltin(specifier) || /^\$(?:app|env)\//.test(specifier)) return true
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []
  const range = Object.hasOwn(dependencies, name) ? dependencies[name] : undefined
  return range !== undefined && !/^(?:workspace|file|link|portal|catalog):/.test(range)
}
