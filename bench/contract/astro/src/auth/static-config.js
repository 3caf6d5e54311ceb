/** auth-astro imports a configuration. The app gives one per request instead. */
export default { prefix: '/auth', providers: [] }
