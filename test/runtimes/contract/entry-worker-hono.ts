export { default } from '../../hono/guides/worker.js'
