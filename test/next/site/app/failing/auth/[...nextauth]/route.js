import { handlers } from '../../../../lib/failing-auth.js'

export const { GET, POST } = handlers
