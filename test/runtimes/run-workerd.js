/**
 * `node run-workerd.js <folder of miniflare> <bundle>`: runs the bundle in workerd, with the variables of this process as
 * its bindings, and prints what it answers.
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
  // Without the flag that brings Node's modules and globals.
  compatibilityDate: '2026-04-26',
  bindings: process.env,
  cf: false,
  telemetry: { enabled: false },
})
try {
  const answer = await workerd.dispatchFetch('https://runtime.example/')
  console.log(await answer.text())
} finally {
  await workerd.dispose()
}
