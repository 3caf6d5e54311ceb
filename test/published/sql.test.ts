import { tryOut } from './try-out.js'

await tryOut('sql', ['drizzle', 'kysely', 'pg'])
