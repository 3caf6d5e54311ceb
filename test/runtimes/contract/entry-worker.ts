import { handleRequest } from './app.js'

export default { fetch: handleRequest }
