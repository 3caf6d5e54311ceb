import { handlers } from '../../../../lib/assured-auth.js'

export const { GET, POST } = handlers
