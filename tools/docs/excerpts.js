/**
 * Extracts the code of blocks that are not TypeScript: JavaScript, the scripts of Vue, Svelte, Astro and HTML files, and declarations. They
 * are compiled with the TypeScript blocks, to find wrong names and options of the package.
 *
 * @module
 */
import ts from 'typescript'

/** Extracts the code of a block, `{ extension, code }`, with empty lines for the rest of the file. Undefined if it contains none. */
export function extractExcerpt({ info, code }) {
  if (/^jsx?$/.test(info)) return { extension: info, code: withFactoryOfSolid(code) }
  if (info === 'dts') return { extension: 'd.ts', code }
  if (info === 'astro') return { extension: 'ts', code: keepBetween(code, /^---$/, /^---$/) }
  if (!/^(?:html|svelte|vue)$/.test(info)) return undefined
  const script = code.find(line => opensScript.test(line))
  if (script === undefined) return undefined
  const extension = script.includes('lang="ts"') ? 'ts' : 'js'
  return { extension, code: keepBetween(code, opensScript, /^\s*<\/script>/) }
}

const opensScript = /^\s*<script\b[^>]*>$/

function keepBetween(lines, begin, end) {
  let isInside = false
  return lines.map(line => {
    const isEdge = (isInside ? end : begin).test(line)
    if (isEdge) isInside = !isInside
    return isInside && !isEdge ? line : ''
  })
}

/** The project compiles JSX for React. */
function withFactoryOfSolid([first = '', ...rest]) {
  const usesSolid = [first, ...rest].some(line => /from '(?:solid-js|latchkey\/solid)'/.test(line))
  return usesSolid ? [`/** @jsxImportSource solid-js */ ${first}`, ...rest] : [first, ...rest]
}

/** Errors of code that is only an excerpt: unknown names of the app or its framework, and a `return` of Astro. */
const excerptErrors = new Set([
  1108, // A 'return' statement can only be used within a function body.
  2304, // Cannot find name.
  2552, // Cannot find name. Did you mean ...?
  2868, // Cannot find name 'Bun'.
])

/** Errors of code without types. */
const untypedErrors = new Set([
  2531, // Object is possibly 'null'.
  2532, // Object is possibly 'undefined'.
  18046, // ... is of type 'unknown'.
  18047, // ... is possibly 'null'.
  18048, // ... is possibly 'undefined'.
])

/** Returns whether an error says that the excerpt is wrong. Modules of other packages may be missing. */
export function isErrorOfExcerpt({ code, messageText }) {
  if (code === 2307) return ts.flattenDiagnosticMessageText(messageText, '').includes("'latchkey")
  const isImplicitAny = code >= 7000 && code < 8000
  return !isImplicitAny && !excerptErrors.has(code) && !untypedErrors.has(code)
}
