import { readOptions } from '../read-options.js'
import { createPageApp } from './page.js'

const app = createPageApp(readOptions())
app.mount('#root')
Object.assign(window, { unmount: () => app.unmount() })
