import { createFileRoute } from '@tanstack/react-router'
import { readEmail } from '../session'

export const Route = createFileRoute('/page')({
  loader: () => readEmail(),
  component: () => <p>{Route.useLoaderData()}</p>,
  errorComponent: () => <p>Something went wrong.</p>,
})
