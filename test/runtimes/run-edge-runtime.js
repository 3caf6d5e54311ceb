/**
 * `node run-edge-runtime.js <folder of edge-runtime> <bundle>`: runs the bundle in edge-runtime, sends it the environment
 * variables of this process, and prints the response.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process from 'node:process'

const [, , folder, bundle] = process.argv
const { EdgeRuntime } = createRequire(import.meta.url)(folder)

const runtime = new EdgeRuntime({ initialCode: readFileSync(bundle, 'utf8') })
const body = JSON.stringify(process.env)
const response = await runtime.dispatchFetch('https://runtime.example/', { method: 'POST', body })
// Exits explicitly, because pending timeouts of completed requests keep this process alive.
process.stdout.write(await response.text(), () => process.exit())
