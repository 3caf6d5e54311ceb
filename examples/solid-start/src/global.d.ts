/// <reference types="@solidjs/start/env" />

declare namespace App {
  interface RequestEventLocals {
    /** Who is there, as the middleware has read it. */
    session: import('latchkey/solid-start').Session | null
  }
}
