import { handlers } from '../../../../lib/edge-auth.js'

export const runtime = 'edge'
export const { GET, POST } = handlers
