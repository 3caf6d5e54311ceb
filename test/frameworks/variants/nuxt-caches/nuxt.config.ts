/** The caches of Nitro, and those behind the app. */
const caches = {
  swr: { swr: 60 },
  cache: { cache: { maxAge: 60 } },
  isr: { isr: 60 },
  public: { headers: { 'cache-control': 'public, s-maxage=60' } },
  cookie: { cache: { maxAge: 60, varies: ['cookie'] } },
}

const folders = ['/plain', '/uses', '/guarded', '/api/rule']

export default defineNuxtConfig({
  compatibilityDate: '2026-11-24',
  modules: ['latchkey/nuxt'],
  telemetry: { enabled: false },
  nitro: { experimental: { websocket: true } },
  routeRules: Object.fromEntries(
    folders.flatMap(folder => Object.entries(caches).map(([name, rule]) => [`${folder}/${name}`, rule])),
  ),
})
