import { handlers } from '../../../../lib/auth.js'

export const { GET, POST } = handlers
