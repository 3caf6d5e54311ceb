/**
 * `node serve-workerd.js <folder of miniflare> <bundle>`: serves the bundle in workerd, with AUTH_URL of this process as binding, and
 * prints the URL.
 *
 * @module
 */
import { createRequire } from 'node:module'
import process from 'node:process'

const [, , folder, scriptPath] = process.argv
const { Miniflare } = createRequire(import.meta.url)(folder)
const { AUTH_URL } = process.env

const workerd = new Miniflare({
  modules: true,
  scriptPath,
  compatibilityDate: '2026-04-26',
  bindings: AUTH_URL ? { AUTH_URL } : {},
  cf: false,
  telemetry: { enabled: false },
})
const { port } = await workerd.ready
console.log(`http://localhost:${port}`)
process.once('SIGTERM', async () => {
  await workerd.dispose()
  process.exit()
})
