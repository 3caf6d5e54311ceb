import { tryOut } from './try-out.js'

await tryOut('own', ['memory', 'sql', 'redis'])
