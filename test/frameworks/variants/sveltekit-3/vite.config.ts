import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  // `$lib` is `#lib` since SvelteKit 3, unless somebody says that it is still there.
  plugins: [sveltekit({ adapter: adapter(), alias: { $lib: 'src/lib' } })],
})
