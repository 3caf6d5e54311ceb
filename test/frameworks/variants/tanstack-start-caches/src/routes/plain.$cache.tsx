import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/plain/$cache')({ component: () => <p>A page without the session</p> })
