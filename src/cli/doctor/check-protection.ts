import { posix } from 'node:path'
import { isProxyFile } from './check-matcher.js'
import type { Finding } from './findings.js'
import type { Project } from './read-project.js'
import { SessionReaders } from './session-readers.js'

/** Names pages and actions in protected folders that never read the session. What can be protected elsewhere is not named. */
export function checkProtection(project: Project): Finding[] {
  if (!Object.hasOwn(project.dependencies, 'latchkey')) return []
  const readers = new SessionReaders(project)
  if (Object.hasOwn(project.dependencies, 'next')) return checkNext(project, readers)
  return Object.hasOwn(project.dependencies, '@sveltejs/kit') ? checkSvelteKit(project, readers) : []
}

function checkNext({ sources }: Project, readers: SessionReaders): Finding[] {
  // The proxy runs before pages and actions, and can protect them.
  if ([...sources].some(([path]) => isProxyFile(path) && readers.reachesRequest(path))) return []
  const entries = [...sources].filter(([path]) => /^(?:src\/)?app\//.test(path))
  const guards = entries.filter(
    ([path, text]) => isNamed(path, 'layout|page') && isGuard(path, text, readers),
  )
  const layouts = guards.filter(([path]) => isNamed(path, 'layout')).map(([path]) => posix.dirname(path))
  const folders = guards.map(([path]) => posix.dirname(path))
  const isGuardedAt = (folder: string) => folders.includes(folder) || isBelow(folder, layouts)
  const actions = entries.filter(
    ([path, text]) => /^\s*['"]use server['"]/.test(text) && isGuardedAt(posix.dirname(path)),
  )
  // A page without data, or of the browser, shows what is public.
  const pages = entries.filter(
    ([path, text]) =>
      isNamed(path, 'page') &&
      /\bexport\s+default\s+async\b/.test(text) &&
      isBelow(posix.dirname(path), layouts),
  )
  return [
    ...listUnprotected('action-unprotected', actions, readers),
    ...listUnprotected('page-unprotected', pages, readers),
  ]
}

function checkSvelteKit({ sources }: Project, readers: SessionReaders): Finding[] {
  // The hook runs before pages and actions, and can protect them.
  const hooks = [...sources].filter(([path]) => /^src\/hooks\.server/.test(path)).map(([, text]) => text)
  if (hooks.some(text => /\b(?:pathname|route|redirect|error|Response|requireAuth)\b/.test(text))) return []
  const entries = [...sources].filter(([path]) => path.startsWith('src/routes/'))
  const layouts = entries
    .filter(([path, text]) => /\/\+layout\.server\.[jt]s$/.test(path) && isGuard(path, text, readers))
    .map(([path]) => posix.dirname(path))
  const pages = entries.filter(
    ([path]) => /\/\+page\.server\.[jt]s$/.test(path) && isBelow(posix.dirname(path), layouts),
  )
  return [
    ...listUnprotected(
      'action-unprotected',
      pages.filter(([, text]) => hasExport(text, 'actions')),
      readers,
    ),
    ...listUnprotected(
      'page-unprotected',
      pages.filter(([, text]) => hasExport(text, 'load')),
      readers,
    ),
  ]
}

function hasExport(text: string, name: string): boolean {
  return new RegExp(`\\bexport\\s+(?:const|async function|function)\\s+${name}\\b`).test(text)
}

function isNamed(path: string, names: string): boolean {
  return new RegExp(`/(?:${names})\\.[jt]sx?$`).test(path)
}

function isBelow(folder: string, folders: readonly string[]): boolean {
  return folders.some(above => folder === above || folder.startsWith(`${above}/`))
}

/** Returns whether a source redirects or rejects a visitor without a session: `const session = await auth()`, then `if (!session?.user) redirect(`. */
function isGuard(path: string, text: string, readers: SessionReaders): boolean {
  if (!readers.reachesRequest(path) && !/\blocals\.auth\(/.test(text)) return false
  if (/\bawait\s+requireAuth\(/.test(text)) return true
  const [, session] =
    /\b(?:const|let)\s+(\w+)\s*=\s*await\s+(?:[\w.]+\.)?(?:auth|getSession|getServerSession)\(/.exec(text) ??
    []
  if (session === undefined) return false
  const rejection = '(?:redirect|notFound|unauthorized|forbidden|error)\\('
  return new RegExp(
    `\\bif\\s*\\(\\s*!${session}\\b[^;{}]*\\)\\s*\\{?\\s*(?:return\\s+|throw\\s+)?${rejection}`,
  ).test(text)
}

function listUnprotected(
  code: 'action-unprotected' | 'page-unprotected',
  entries: readonly (readonly [string, string])[],
  readers: SessionReaders,
): Finding[] {
  return entries.filter(([path]) => !readers.canRead(path)).map(([place]) => ({ code, place }))
}
