import { renderModule } from '../render-module.js'
import type { StartFramework } from '../start-types.js'

export const sveltekit: StartFramework = {
  name: 'SvelteKit',
  dependency: '@sveltejs/kit',
  basePath: '/auth',
  port: 5173,
  guide: 'frameworks/sveltekit',
  environment: { import: { module: '$env/dynamic/private', names: ['env'] }, read: name => `env.${name}` },
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
      text: renderModule(config, {
        imports: ["import { SvelteKitAuth } from 'latchkey/sveltekit'"],
        open: 'export const { handle, signIn, signOut } = SvelteKitAuth({',
        close: '})',
        extension,
      }),
    },
  ],
  createSharedFiles: ({ extension }) => [
    {
      path: `src/hooks.server.${extension}`,
      language: extension,
      text: "export { handle } from './auth'\n",
      instruction:
        'Call both handles: `export const handle = sequence(auth.handle, yours)`, with `sequence` of `@sveltejs/kit/hooks`.',
    },
  ],
}
