export default defineNuxtConfig({
  compatibilityDate: '2026-11-24',
  modules: ['latchkey/nuxt'],
  css: ['~/assets/style.css'],
  app: { head: { title: 'Latchkey and Nuxt', htmlAttrs: { lang: 'en' } } },
  // Rendered once, in the build. The browser requests the session.
  routeRules: { '/cached': { prerender: true } },
  telemetry: { enabled: false },
})
