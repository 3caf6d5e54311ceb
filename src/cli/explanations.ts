import { existsSync, readFileSync } from 'node:fs'
import { warningTexts } from '../config/warnings.js'
import { findingTexts } from './doctor/findings.js'
import { packageRoot } from './package-root.js'

/** What a code of a message means. */
export interface Explanation {
  readonly code: string
  readonly kind: 'error' | 'warning' | 'page' | 'finding'
  readonly cause: string
  /** Empty for a code that is never logged. */
  readonly fix: string
}

/** The values of `error` in the URL of a page that are not the type of an error. */
const pageCodes = {
  Configuration: {
    cause: 'A failure whose cause visitors must not see. The error page has this code in its URL.',
    fix: 'Read the log of the server: it has the cause, as [auth][error] with the type of the error.',
  },
  OAuthSignin: {
    cause: 'The sign-in page has this code in its URL after an `OAuthSignInError`.',
    fix: 'Run npx latchkey explain OAuthSignInError, and read the log of the server.',
  },
  EmailSignin: {
    cause: 'The sign-in page has this code in its URL after an `EmailSignInError`.',
    fix: 'Run npx latchkey explain EmailSignInError, and read the log of the server.',
  },
}

/** Lists the explanations of all error types, warning codes and page codes. */
export function listExplanations(): readonly Explanation[] {
  const warnings = Object.entries(warningTexts)
  const pages = Object.entries(pageCodes)
  const findings = Object.entries(findingTexts)
  return [
    ...readErrorClasses(),
    ...warnings.map(([code, text]) => ({ code, kind: 'warning' as const, ...text })),
    ...pages.map(([code, text]) => ({ code, kind: 'page' as const, ...text })),
    ...findings.map(([code, { cause, fix }]) => ({ code, kind: 'finding' as const, cause, fix })),
  ]
}

/** Reads the doc comments of the error classes, from which docs/reference/configuration.md is generated too. */
function readErrorClasses(): Explanation[] {
  const declarations = [
    ...readErrorDeclarations().matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:declare )?class (\w+)/g),
  ]
  return declarations.map(([, comment = '', code = '']) => {
    const text = comment.replace(/^[ \t]*\*? ?/gm, '').replace(/\n@example[\s\S]*/, '')
    const [cause = '', fix = ''] = text.split(/^@fix /m)
    return { code, kind: 'error', cause: toPlainText(cause), fix: toPlainText(fix) }
  })
}

/** The package contains the declarations, and the repository the source. */
function readErrorDeclarations(): string {
  const built = new URL('dist/errors.d.ts', packageRoot)
  const source = new URL('src/errors.ts', packageRoot)
  return readFileSync(existsSync(source) ? source : built, 'utf8')
}

/** Converts links and line breaks of a doc comment. */
function toPlainText(comment: string): string {
  return comment
    .replace(/^@\w+.*$/gm, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
