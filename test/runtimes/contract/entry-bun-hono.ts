import app from '../../hono/guides/bun-websocket.js'

/** The part of Bun that the program uses. */
declare const Bun: { serve(options: typeof app): { port: number } }

const { port } = Bun.serve({ ...app, port: 0 })
console.log(`http://localhost:${port}`)
