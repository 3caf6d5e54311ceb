import { app } from './app.js'

const port = Number(process.env.PORT ?? 3000)
// Listens on localhost only, because the demo password is public.
app.listen({ hostname: 'localhost', port }, () => console.log(`Listening on http://localhost:${port}`))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit())
