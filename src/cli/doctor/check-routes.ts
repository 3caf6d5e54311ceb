import type { Finding } from './findings.js'
import { findFile, findSources, listConfigurations, type Project } from './read-project.js'

/** Checks the files by which the framework passes requests to Latchkey. */
export function checkRoutes(project: Project): Finding[] {
  if (!Object.hasOwn(project.dependencies, 'latchkey')) return []
  if (Object.hasOwn(project.dependencies, 'next'))
    return [...checkNextRoute(project), ...checkNextProxy(project)]
  if (Object.hasOwn(project.dependencies, '@sveltejs/kit')) return checkSvelteKitHooks(project)
  return checkExpressRoute(project)
}

const routeFile = /^(?:src\/)?app\/(?:.*\/)?route\.[jt]sx?$/
const pagesRoute = /^(?:src\/)?pages\/api\/auth\/\[\.\.\.\w+\]\.[jt]sx?$/

function checkNextRoute(project: Project): Finding[] {
  if (listConfigurations(project).length === 0) return []
  const routes = [...project.sources].filter(([path, text]) => routeFile.test(path) && isHandler(text))
  const [route] = routes
  if (!route)
    return [...project.sources.keys()].some(path => pagesRoute.test(path))
      ? []
      : [{ code: 'route-missing', place: 'app/api/auth/[...nextauth]/route.ts' }]
  const [place, text] = route
  const url = getRoutePath(place)
  if (!/\/\[\.\.\.\w+\]$/.test(url)) return [{ code: 'route-not-catch-all', place }]
  const findings: Finding[] = []
  if (!/\bGET\b/.test(text) || !/\bPOST\b/.test(text)) findings.push({ code: 'route-methods', place })
  if (!isBasePath(project, url.replace(/\/\[\.\.\.\w+\]$/, ''))) findings.push({ code: 'route-path', place })
  return findings
}

/** Returns whether a route handler passes requests to Latchkey, and does not only read the session. */
function isHandler(text: string): boolean {
  return /\bhandlers\b/.test(text) || /['"]latchkey\/next(?:-auth-4)?['"]/.test(text)
}

/** Returns the path of a route, without the groups in parentheses. */
function getRoutePath(file: string): string {
  return file
    .replace(/^(?:src\/)?app/, '')
    .replace(/\/route\.\w+$/, '')
    .replace(/\/\([^)]*\)/g, '')
}

function isBasePath(project: Project, path: string): boolean {
  const options = listConfigurations(project).flatMap(([, text]) => [
    ...text.matchAll(/\bbasePath\s*(?::\s*['"]([^'"]*)['"]|[:,])/g),
  ])
  if (options.some(([, value]) => value === undefined)) return true
  const [configured = '/api/auth'] = options.map(([, value]) => value)
  return path === configured
}

function checkNextProxy(project: Project): Finding[] {
  const files = [...project.sources.keys()].filter(path => /(?:^|\/)(?:proxy|middleware)\.[jt]s$/.test(path))
  const candidates = files.filter(path => /latchkey|\bauth\b/.test(project.sources.get(path) ?? ''))
  const isInSrc = [...project.sources.keys()].some(path => /^src\/(?:app|pages)\//.test(path))
  const root = isInSrc ? 'src/' : ''
  const placed = candidates.filter(path => path.replace(/[^/]*$/, '') === root)
  const misplaced = candidates.filter(
    path => !placed.includes(path) && /^(?:src\/)?(?:app\/|pages\/)?[^/]*$/.test(path),
  )
  const [major = ''] = /\d+/.exec(project.dependencies.next ?? '') ?? []
  const ignored = placed.filter(path => major !== '' && Number(major) < 16 && path.includes('proxy.'))
  if (placed.length > 1) return [{ code: 'proxy-twice', place: placed.join(', ') }]
  return [
    ...misplaced.map((place): Finding => ({ code: 'proxy-folder', place })),
    ...ignored.map((place): Finding => ({ code: 'proxy-name', place })),
  ]
}

function checkSvelteKitHooks(project: Project): Finding[] {
  if (listConfigurations(project).length === 0) return []
  const names = ['src/hooks.server.ts', 'src/hooks.server.js', 'src/hooks.server/index.ts']
  const hooks = findFile(project, names)
  if (hooks !== undefined) {
    const text = project.sources.get(hooks) ?? ''
    return /export\s[^;]*\bhandle\b/.test(text) ? [] : [{ code: 'hooks-handle', place: hooks }]
  }
  const misplaced = [...project.sources.keys()].find(path => /(?:^|\/)hooks(?:\.server)?\.[jt]s$/.test(path))
  return misplaced === undefined
    ? [{ code: 'route-missing', place: 'src/hooks.server.ts' }]
    : [{ code: 'hooks-folder', place: misplaced }]
}

function checkExpressRoute(project: Project): Finding[] {
  const [source] = findSources(project, /['"]latchkey\/express['"]/)
  if (!source || findSources(project, /\bExpressAuth\(/).length > 0) return []
  return [{ code: 'route-missing', place: source[0] }]
}
