/** Infers the type of `event.locals.auth()` from the configuration. */
declare module 'latchkey/sveltekit' {
  interface Register {
    handle: typeof import('./auth').handle
  }
}

export {}
