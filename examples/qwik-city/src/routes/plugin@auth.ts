export { onRequest } from '~/auth'
