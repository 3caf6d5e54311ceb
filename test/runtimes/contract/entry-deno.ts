import { handleRequest } from './app.js'

interface ServeOptions {
  readonly port: number
  readonly onListen: (address: { port: number }) => void
}

/** The part of Deno that the program uses. */
declare const Deno: { serve(options: ServeOptions, handler: typeof handleRequest): unknown }

Deno.serve({ port: 0, onListen: ({ port }) => console.log(`http://localhost:${port}`) }, handleRequest)
