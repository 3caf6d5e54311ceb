import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync } from 'node:child_process'
import { parseBody, serveBehindProxy } from './node-server.js'

/** The configuration of the check whose request is served. Built apps read it from here. */
const configs = new AsyncLocalStorage()
globalThis.authConfigs = configs

/**
 * Builds an app for production with one integration.
 *
 * @param {URL} folder the folder of the app, with its dependencies
 * @param {{ name: string; integration: string; command: string[]; entry: string; exportName: string }} app `entry` is the server that the
 *   command builds, relative to the folder
 */
export async function createIntegration(folder, { name, integration, command, entry, exportName }) {
  const env = { ...process.env, NODE_ENV: 'production', INTEGRATION: integration }
  execFileSync(process.execPath, command, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const { [exportName]: listener } = await import(new URL(entry, folder))
  return {
    name,
    serve: (config, { parsesBodies = false } = {}) =>
      serveBehindProxy(async (req, res) => {
        if (parsesBodies) await parseBody(req)
        configs.run(config, () => listener(req, res))
      }),
  }
}
