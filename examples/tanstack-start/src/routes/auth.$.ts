import { createFileRoute } from '@tanstack/react-router'
import { handlers } from '../auth.server'

export const Route = createFileRoute('/auth/$')({ server: { handlers } })
