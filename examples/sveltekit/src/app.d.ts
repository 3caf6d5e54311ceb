/** What `event.locals.auth()` gives is what the configuration gives. */
declare module 'latchkey/sveltekit' {
  interface Register {
    handle: typeof import('./auth').handle
  }
}

export {}
