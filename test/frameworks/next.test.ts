import { tryExample } from './try-example.js'

tryExample('next')
