import { getSession, type SolidAuthConfig, type SolidEvent } from 'latchkey/solid-start'

export const authConfig = {
  prefix: '/login',
  providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
} satisfies SolidAuthConfig

export const getEventSession = (event: SolidEvent) => getSession(event, authConfig)

export const chosenConfig = {
  providers: [],
  callbacks: { session: ({ session: { expires } }) => ({ expires, role: 'admin' }) },
} satisfies SolidAuthConfig
