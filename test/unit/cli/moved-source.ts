import { edited, lineAt } from '../../../src/cli/move-in/edits.js'
import { planSource } from '../../../src/cli/move-in/rewrite.js'
import type { Stock } from '../../../src/cli/move-in/stock.js'

/** Latchkey with everything that is planned, so that these tests don't wait for it. */
const complete: Stock = {
  version: '1.0.0',
  has: specifier => specifier !== 'latchkey/providers/nowhere',
  hasName: (_, name) => name === 'default' || name.endsWith('Profile'),
}

/** What becomes of one file, and what is said about it: `line: text`. */
export function movedSource(path: string, source: string): { text: string; remarks: string[] } {
  const { edits, remarks } = planSource(path, source, { stock: complete, held: new Set() })
  return {
    text: edited(source, edits),
    remarks: remarks.map(({ offset, text }) => `${lineAt(source, offset)}: ${text}`),
  }
}
