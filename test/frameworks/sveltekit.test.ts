import { tryExample } from './try-example.js'

tryExample('sveltekit')
