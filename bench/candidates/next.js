/**
 * Loads the Next.js integration without Next.js, which is not installed here. Reading a session in the pages router runs none of its
 * code, so stubs of the imported names are enough.
 *
 * @module
 */
import { register } from 'node:module'

const names = ['NextResponse', 'cookies', 'headers'].map(name => `export class ${name} {}`)
const code = [...names, 'export default {}'].join('\n')
const url = `data:text/javascript,${encodeURIComponent(code)}`

/** Module hook of Node that resolves `next/*` to the stubs. */
export function resolve(specifier, context, nextResolve) {
  return specifier.startsWith('next/') ? { url, shortCircuit: true } : nextResolve(specifier, context)
}

/** Imports the integration. Node loads this file again in the thread of its module hooks. */
export async function importNextIntegration() {
  register(import.meta.url)
  return import('../../dist/integrations/next.js')
}
