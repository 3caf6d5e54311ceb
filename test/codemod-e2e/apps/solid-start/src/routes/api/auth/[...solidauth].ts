import { SolidAuth } from '@auth/solid-start'
import { authConfig } from '~/lib/auth'

export const { GET, POST } = SolidAuth(authConfig)
