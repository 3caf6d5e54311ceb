import { applyEdits, getLineNumber } from '../../../src/cli/codemod/edits.js'
import type { InstalledPackage } from '../../../src/cli/codemod/installed-package.js'
import { planSource } from '../../../src/cli/codemod/plan-source.js'

/** Latchkey with everything that is planned, so that these tests don't wait for it. */
const complete: InstalledPackage = {
  version: '1.0.0',
  hasModule: specifier => specifier !== 'latchkey/providers/nowhere',
  hasExport: (_, name) => name === 'default' || name.endsWith('Profile'),
}

/** What becomes of one file, and what is said about it: `line: text`. */
export function runCodemod(path: string, source: string): { text: string; remarks: string[] } {
  const { edits, diagnostics } = planSource(path, source, {
    installed: complete,
    version4Packages: new Set(),
  })
  return {
    text: applyEdits(source, edits),
    remarks: diagnostics.map(({ offset, text }) => `${getLineNumber(source, offset)}: ${text}`),
  }
}
