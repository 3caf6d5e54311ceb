import { applyEdits, getLineNumber } from '../../../src/cli/codemod/edits.js'
import type { InstalledPackage } from '../../../src/cli/codemod/installed-package.js'
import { planSource, type RewriteContext } from '../../../src/cli/codemod/plan-source.js'

/** An installed package with all exports, so that the tests do not depend on the actual ones. */
const complete: InstalledPackage = {
  version: '1.0.0',
  hasModule: specifier => specifier !== 'latchkey/providers/nowhere',
  hasExport: (_, name) => name === 'default' || name.endsWith('Profile'),
}

/** Migrates one source. Returns its new text and the diagnostics as `line: text`. */
export function runCodemod(
  path: string,
  source: string,
  { installed = complete, nextAuth4 = null }: Partial<Pick<RewriteContext, 'installed' | 'nextAuth4'>> = {},
): { text: string; diagnostics: string[] } {
  const { edits, diagnostics: found } = planSource(path, source, {
    installed,
    nextAuth4Packages: new Set(),
    nextAuth4,
  })
  return {
    text: applyEdits(source, edits),
    diagnostics: found.map(({ offset, text }) => `${getLineNumber(source, offset)}: ${text}`),
  }
}
