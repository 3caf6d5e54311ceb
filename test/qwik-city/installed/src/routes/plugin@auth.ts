export { onRequest } from '../auth'
