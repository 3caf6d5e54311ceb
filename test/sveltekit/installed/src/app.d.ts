declare module 'latchkey/sveltekit' {
  interface Register {
    handle: typeof import('./auth').handle
  }
}

export {}
