import { fileURLToPath } from 'node:url'
import { installDependencies } from '../../tools/setup.js'
import type { ReactRouterRuntime } from './create-app.js'

const runtime = new URL('installed/runtime.js', import.meta.url)

/** Loads React Router 8, and installs it before if necessary. */
export async function loadReactRouterEight(): Promise<ReactRouterRuntime> {
  await installDependencies(fileURLToPath(new URL('.', runtime)))
  return import(/* @vite-ignore */ fileURLToPath(runtime))
}
