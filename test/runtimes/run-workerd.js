/**
 * `node run-workerd.js <folder of miniflare> <bundle>`: runs the bundle in workerd, with the environment variables of this
 * process as bindings, and prints the response.
 *
 * @module
 */
import { createRequire } from 'node:module'
import process from 'node:process'

const [, , folder, scriptPath] = process.argv
const { Miniflare } = createRequire(import.meta.url)(folder)

const workerd = new Miniflare({
  modules: true,
  scriptPath,
  // Does not set the flag `nodejs_compat`, which adds Node modules and globals.
  compatibilityDate: '2026-04-26',
  bindings: process.env,
  cf: false,
  telemetry: { enabled: false },
})
try {
  const response = await workerd.dispatchFetch('https://runtime.example/')
  console.log(await response.text())
} finally {
  await workerd.dispose()
}
