/**
 * `node run-edge-runtime.js <folder of edge-runtime> <bundle>`: runs the bundle in edge-runtime, sends it the variables of
 * this process, and prints what it answers.
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
const answer = await runtime.dispatchFetch('https://runtime.example/', { method: 'POST', body })
// Its timers cannot be let go: the deadlines of requests that were answered long ago keep this process alive.
process.stdout.write(await answer.text(), () => process.exit())
