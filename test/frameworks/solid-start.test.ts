import { tryExample } from './try-example.js'

tryExample('solid-start')
