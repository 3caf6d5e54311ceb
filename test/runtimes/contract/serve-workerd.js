/**
 * `node serve-workerd.js <folder of miniflare> <bundle>`: serves the bundle in workerd, with the variables `AUTH_*` of this process as
 * bindings, and prints the URL.
 *
 * @module
 */
import { createRequire } from 'node:module'
import process from 'node:process'

const [, , folder, scriptPath] = process.argv
const { Miniflare } = createRequire(import.meta.url)(folder)
const variables = Object.entries(process.env).filter(([name]) => name.startsWith('AUTH_'))

const workerd = new Miniflare({
  modules: true,
  scriptPath,
  compatibilityDate: '2026-04-26',
  bindings: Object.fromEntries(variables),
  cf: false,
  telemetry: { enabled: false },
})
const { port } = await workerd.ready
console.log(`http://localhost:${port}`)
process.once('SIGTERM', async () => {
  await workerd.dispose()
  process.exit()
})
