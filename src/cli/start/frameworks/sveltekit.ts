import { renderConfigModule } from '../render-module.js'
import type { AppLayout, ConfigParts, InstalledPackages, StartFramework } from '../start-types.js'

const declarationPath = 'src/env'

export const sveltekit: StartFramework = {
  name: 'SvelteKit',
  dependency: '@sveltejs/kit',
  basePath: '/auth',
  port: 5173,
  guide: 'frameworks/sveltekit',
  getEnvironment: layout =>
    hasDeclarations(layout)
      ? { read: name => name, createImport: names => ({ module: '$app/env/private', names }) }
      : {
          read: name => `env.${name}`,
          createImport: () => ({ module: '$env/dynamic/private', names: ['env'] }),
        },
  getDeclarationPath: layout => (hasDeclarations(layout) ? declarationPath : undefined),
  environmentFile: '.env',
  newApp: {
    createCommands: [
      'npx sv create my-app --template minimal --types ts --no-add-ons --install npm && cd my-app',
    ],
    packages: [],
    startCommand: 'npm run dev',
    createFiles: () => [
      {
        path: 'src/routes/+layout.server.ts',
        language: 'ts',
        text: `import { toPublicSession } from 'latchkey/server'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async ({ locals }) => ({ session: toPublicSession(await locals.auth()) })
`,
      },
      {
        path: 'src/routes/+page.svelte',
        language: 'svelte',
        text: `<script lang="ts">
  let { data } = $props()
</script>

{#if data.session}
  <a href="/auth/signout" data-sveltekit-reload>Sign out {data.session.user?.name ?? data.session.user?.email}</a>
{:else}
  <a href="/auth/signin" data-sveltekit-reload>Sign in</a>
{/if}
`,
      },
    ],
  },
  getAuthPath: ({ extension }) => `src/auth.${extension}`,
  createFiles: (config, { extension }) => [
    {
      path: `src/auth.${extension}`,
      language: extension,
      text: renderConfigModule(config, {
        type: 'SvelteKitAuthConfig',
        factory: 'SvelteKitAuth',
        module: 'latchkey/sveltekit',
        results: ['handle', 'requireAuth', 'signIn', 'signOut'],
        extension,
      }),
    },
  ],
  createSharedFiles: (layout, config) => [
    {
      path: `src/hooks.server.${layout.extension}`,
      language: layout.extension,
      text: "export { handle } from './auth'\n",
      instruction:
        'Call both handles: `export const handle = sequence(auth.handle, yours)`, with `sequence` of `@sveltejs/kit/hooks`.',
    },
    ...(hasDeclarations(layout) ? [createDeclarations(layout, config)] : []),
  ],
}

/** Returns whether SvelteKit reads only the variables that a file of the app declares. */
function hasDeclarations({ getMajorVersion }: InstalledPackages): boolean {
  return (getMajorVersion('@sveltejs/kit') ?? 2) >= 3
}

function createDeclarations({ extension }: AppLayout, { variables }: ConfigParts) {
  const names = ['AUTH_SECRET', ...variables.map(([name]) => name)]
  const schema =
    extension === 'ts'
      ? 'const optional = { schema: (value: string | undefined) => value }'
      : '/** @param {string | undefined} value */\nconst schema = value => value\nconst optional = { schema }'
  return {
    path: `${declarationPath}.${extension}`,
    language: extension,
    text: `import { defineEnvVars } from '@sveltejs/kit/env'

${schema}

export const variables = defineEnvVars({
${names.map(name => `  ${name}: optional,`).join('\n')}
})
`,
    instruction: `Declare these variables, which SvelteKit reads from .env only then: ${names.join(', ')}.`,
  }
}
