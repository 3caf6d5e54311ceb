/// <reference types="@solidjs/start/env" />

declare namespace App {
  interface RequestEventLocals {
    /** The session that the middleware has read. */
    session: import('latchkey/solid-start').Session | null
  }
}
