/**
 * `dist` imports Next, which an app has beside Latchkey and this folder has not. To read a session in the pages router nothing
 * of it runs, so its names are enough.
 *
 * @module
 */
import { register } from 'node:module'

const names = ['NextResponse', 'cookies', 'headers'].map(name => `export class ${name} {}`)
const url = `data:text/javascript,${encodeURIComponent(names.join('\n'))}`

export function resolve(specifier, context, nextResolve) {
  return specifier.startsWith('next/') ? { url, shortCircuit: true } : nextResolve(specifier, context)
}

/** This file is loaded twice: here, and where Node keeps such hooks. */
export async function importNextIntegration() {
  register(import.meta.url)
  return import('../../dist/integrations/next.js')
}
