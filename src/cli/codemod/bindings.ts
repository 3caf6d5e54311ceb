import type { Token } from './scanner.js'

/** A name that a module exports, and its name in the source. */
export interface Binding {
  readonly specifier: string
  readonly imported: string
  readonly local: string
}

/** Finds the names that `import` declarations take from the target modules. */
export function findBindings(code: readonly Token[], isTarget: (specifier: string) => boolean): Binding[] {
  // A name that is imported twice is one binding.
  const bindings = new Map<string, Binding>()
  let start = -1
  for (const [index, { kind, text }] of code.entries()) {
    if (text === 'import') start = index
    const specifier = text.slice(1, -1)
    if (kind !== 'string' || !isTarget(specifier) || code[index - 1]?.text !== 'from') continue
    for (const names of parseClause(code.slice(start + 1, index - 1)))
      bindings.set(`${specifier} ${names.imported} ${names.local}`, { specifier, ...names })
    start = index
  }
  return [...bindings.values()]
}

/** Parses `a, { b, type c as d }`. */
function parseClause(clause: readonly Token[]): Pick<Binding, 'imported' | 'local'>[] {
  const texts = clause.map(({ text }) => text)
  const open = texts.indexOf('{')
  const [first] = texts[0] === 'type' && texts[1] !== ',' ? texts.slice(1) : texts
  const defaults = first && /^[\w$]+$/.test(first) ? [{ imported: 'default', local: first }] : []
  if (open < 0) return defaults
  const entries = texts
    .slice(open + 1, texts.indexOf('}'))
    .join(' ')
    .split(',')
  return [...defaults, ...entries.flatMap(parseEntry)]
}

function parseEntry(entry: string): Pick<Binding, 'imported' | 'local'>[] {
  const [, imported, local = imported] = /^\s*(?:type )?([\w$]+)(?: as ([\w$]+))?\s*$/.exec(entry) ?? []
  return imported && local ? [{ imported, local }] : []
}
