import { handleRequest } from './app.js'

/** The part of Bun that the program uses. */
declare const Bun: { serve(options: { port: number; fetch: typeof handleRequest }): { port: number } }

const { port } = Bun.serve({ port: 0, fetch: handleRequest })
console.log(`http://localhost:${port}`)
