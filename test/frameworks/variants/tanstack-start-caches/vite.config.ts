import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { nitro } from 'nitro/vite'
import { defineConfig } from 'vite'

/** The caches of Nitro, and those behind the app. */
const caches = {
  swr: { swr: 60 },
  cache: { cache: { maxAge: 60 } },
  isr: { isr: 60 },
  public: { headers: { 'cache-control': 'public, s-maxage=60' } },
  cookie: { cache: { maxAge: 60, varies: ['cookie'] } },
}

const folders = ['/plain', '/uses', '/guarded', '/api/uses', '/api/guarded']

const routeRules = Object.fromEntries(
  folders.flatMap(folder => Object.entries(caches).map(([name, rule]) => [`${folder}/${name}`, rule])),
)

// Not bundled, because Nitro would bundle one of them in the wrong order.
const traceDeps = ['@simplewebauthn/server', 'tsyringe', 'reflect-metadata']

export default defineConfig({ plugins: [tanstackStart(), nitro({ traceDeps, routeRules }), react()] })
