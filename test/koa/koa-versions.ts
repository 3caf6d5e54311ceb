import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import type { KoaAuthState } from 'latchkey/koa'
import { installDependencies } from '../../tools/setup.js'

const installed = new URL('installed/package.json', import.meta.url)

/** Loads Koa 2, and installs it before if necessary. */
export async function loadKoaTwo(): Promise<typeof Koa> {
  return load('koa-2') as Promise<typeof Koa>
}

/** Loads the body parser `koa-body`, and installs it before if necessary. */
export async function loadKoaBody(): Promise<Middleware<KoaAuthState>> {
  const { koaBody } = (await load('koa-body')) as { koaBody(): Middleware<KoaAuthState> }
  return koaBody()
}

async function load(name: string): Promise<unknown> {
  await installDependencies(fileURLToPath(new URL('.', installed)))
  return createRequire(installed)(name)
}
